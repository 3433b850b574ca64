"""Small SVG pictures of the papers' figures: lines, bars and trees."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

from agreement.segmentation.boundaries import parse_nested
from agreement.segmentation.vectors import nodes
from midpath.papers.entries import Chart

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 48, 44
COLOURS = ("#0b5cad", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#0e7490", "#be123c", "#475569")
STEP, LEVEL = 78, 46  # pixels of a word and of a level in a tree
MARKS = 5  # about so many marks on an axis

Point = tuple[float, float]


def picture(chart: Chart) -> str:
    """Return the chart as an SVG document."""
    width, height, parts = _tree(chart.tree) if chart.kind == "tree" else _plot(chart)
    size = f'width="{width}" height="{height}"'
    label = f'role="img" aria-label="{escape(chart.title)}"'
    font = 'font-family="sans-serif" font-size="11"'
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    head = f"<svg {box} {size} {font} {label}>"
    return "\n".join([head, f'<rect {size} fill="#fff"/>', *parts, "</svg>\n"])


def _plot(chart: Chart) -> tuple[int, int, list[str]]:
    points = [point for series in chart.series.values() for point in series]
    bars = chart.kind == "bars"
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = _gap(xs) / 2 if bars else 0.0
    across = _Axis(min(xs, default=0) - margin, max(xs, default=1) + margin)
    up = _Axis(min(0.0, *ys) if ys else 0.0, max(ys, default=1))
    scale = _Scale(across, up)
    parts = [*_frame(chart, scale), *_legend(list(chart.series))]
    for number, series in enumerate(chart.series.values()):
        colour = COLOURS[number % len(COLOURS)]
        draw = _bars(series, scale, (number, len(chart.series)), _gap(xs)) if bars else None
        parts += (
            [f'<g fill="{colour}">', *draw, "</g>"]
            if draw is not None
            else list(_line(series, scale, colour))
        )
    return WIDTH, HEIGHT, parts


class _Axis:
    """The ends of an axis, and its marks at round numbers."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high if high > low else low + 1

    @property
    def marks(self) -> list[float]:
        rough = (self.high - self.low) / MARKS
        power = 10.0 ** floor(log10(rough))
        step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


class _Scale:
    """The place of values in the picture."""

    def __init__(self, across: _Axis, up: _Axis) -> None:
        self.across, self.up = across, up

    def x(self, value: float) -> float:
        share = (value - self.across.low) / (self.across.high - self.across.low)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.up.low) / (self.up.high - self.up.low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _frame(chart: Chart, scale: _Scale) -> Iterator[str]:
    bottom = HEIGHT - BOTTOM
    for mark in scale.up.marks:
        y = scale.y(mark)
        yield f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#e2e8f0"/>'
        yield _text(LEFT - 5, y + 4, f"{mark:g}", "end")
    for mark in scale.across.marks:
        yield _text(scale.x(mark), bottom + 15, f"{mark:g}", "middle")
    yield f'<path d="M{LEFT} {TOP}V{bottom}H{WIDTH - RIGHT}" fill="none" stroke="#64748b"/>'
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, chart.x, "middle")
    yield _text(LEFT, TOP - 8, chart.y, "start")


def _legend(names: Sequence[str]) -> Iterator[str]:
    across = float(LEFT)
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        yield f'<rect x="{across:g}" y="9" width="9" height="9" fill="{colour}"/>'
        yield _text(across + 13, 18, name, "start")
        across += 26 + 6.2 * len(name)


def _line(series: Sequence[Point], scale: _Scale, colour: str) -> Iterator[str]:
    places = [(scale.x(x), scale.y(y)) for x, y in series]
    joined = " ".join(f"{x:g},{y:g}" for x, y in places)
    yield f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
    yield f'<g fill="{colour}">'
    yield from (f'<circle cx="{x:g}" cy="{y:g}" r="2.2"/>' for x, y in places)
    yield "</g>"


def _bars(series: Sequence[Point], scale: _Scale, place: tuple[int, int], gap: float) -> list[str]:
    """Return a bar for each point, next to those of the other series."""
    number, many = place
    wide = 0.8 * gap / many
    found = []
    for x, y in series:
        left = scale.x(x - 0.4 * gap + number * wide)
        right = scale.x(x - 0.4 * gap + (number + 1) * wide)
        top, bottom = scale.y(max(y, 0.0)), scale.y(min(y, 0.0))
        size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
        found.append(f'<rect x="{left}" y="{top}" {size}/>')
    return found


def _gap(values: Sequence[float]) -> float:
    """Return the least distance of two different values."""
    known = sorted(set(values))
    return min((b - a for a, b in pairwise(known)), default=1.0)


def _tree(bracketed: str) -> tuple[int, int, list[str]]:
    """Return a tree with the height of each group at its root, as the papers draw it."""
    vector = parse_nested(bracketed)
    words = bracketed.replace("(", " ").replace(")", " ").split()
    width, bottom = STEP * len(words) + 20, 40 + LEVEL * (max(vector) + 1)
    place = {(at, at): (10 + STEP * (at + 0.5), float(bottom)) for at in range(len(words))}
    parts: list[str] = []
    groups = sorted(nodes(vector), key=lambda node: node.last - node.first)
    for node in groups:
        middle = 10 + STEP * (node.first + node.last + 1) / 2
        level = bottom - LEVEL * (vector[node.boundary] + 1)
        place[node.first, node.last] = middle, level
        for child in ((node.first, node.boundary), (node.boundary + 1, node.last)):
            x, y = place[child]
            parts.append(f'<path d="M{middle:g} {level:g}L{x:g} {y - 12:g}" stroke="#64748b"/>')
    for node in groups:
        x, y = place[node.first, node.last]
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="#dbeafe" stroke="#0b5cad"/>')
        parts.append(_text(x, y + 4, str(vector[node.boundary]), "middle"))
    for number, word in enumerate(words):
        parts.append(_text(place[number, number][0], bottom + 2, word, "middle"))
    return width, bottom + 14, parts


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'
