"""The table of the effect of suggestions: judgments with one compared with the others."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from midpath.tables.figures.suggestion_arms import Arm, Arms, Difference
from midpath.tables.machines import written_p
from midpath.tables.table import Column, Row, Table, figure
from midpath.text.formatting import percent, signed

Shown = Callable[[float], str]


class Line(NamedTuple):
    """A figure of both arms, with the formats of its values and of their differences, whose unit is
    at the end. `reason` says why a value is undefined."""

    label: str
    suggested: float | None
    alone: float | None
    apart: Difference
    shown: Shown
    as_apart: Shown
    unit: str
    reason: str = ""


def arms_table(arms: Arms) -> Table:
    """Return each figure of both arms, their difference, its interval and its p."""
    both = _both(arms)
    counts = {
        "judgments": [f"{arm['judgments']:,}" for arm in both],
        "workers": [f"{arm['workers']:,}" for arm in both],
    }
    return Table(
        key="arms",
        title="Effect of suggestions",
        first="figure",
        columns=[
            Column("with a suggestion", "money"),
            Column("without", "money"),
            Column("difference", "money"),
            Column("95 % interval", "money"),
            Column("p", "money"),
        ],
        rows=[
            *(Row(name, [*values, "", "", ""]) for name, values in counts.items()),
            *map(_row, _lines(arms)),
        ],
    )


def summarize_arms(arms: Arms) -> str:
    """Summarize in one sentence how much suggestions sway workers, if both arms have judgments."""
    line = next(_lines(arms))
    parts = [_written(line.apart["value"], line.as_apart, line.unit), *_evidence(line)]
    return (
        f"Workers gave the suggested answer in {_written(line.suggested, percent)} of the "
        f"judgments with the suggestion and in {_written(line.alone, percent)} of the others "
        f"({', '.join(parts)})."
    )


def plus(value: float, decimals: int = 3) -> str:
    """Format a difference with its sign.

    >>> plus(0.1234), plus(-2.04, 1)
    ('+0.123', '−2.0')
    """
    return f"{'+' if value >= 0 else ''}{signed(value, decimals)}"


def _lines(arms: Arms) -> Iterator[Line]:
    """Yield the figures; similarity only if it says more than whether answers are equal."""
    one, other = _both(arms)
    yield _of_shares("answer is the suggested one", one["same"], other["same"], arms["same"])
    if (one["same"], other["same"]) != (one["likeness"], other["likeness"]):
        yield _of_shares("likeness to it", one["likeness"], other["likeness"], arms["likeness"])
    mine, theirs = one["alpha"], other["alpha"]
    reason = mine.get("reason", "") or theirs.get("reason", "")
    alphas = mine["value"], theirs["value"]
    yield Line(arms["figure"], alphas[0], alphas[1], arms["alpha"], signed, plus, "", reason)
    times = one["seconds"], other["seconds"]
    yield Line("median time", times[0], times[1], arms["seconds"], _seconds, _tenths, " s")


def _of_shares(label: str, one: float | None, other: float | None, apart: Difference) -> Line:
    return Line(label, one, other, apart, percent, _points, " points")


def _row(line: Line) -> Row:
    apart = line.apart
    untold = apart["reason"] if apart["value"] is None else apart["interval"].get("reason", "")
    return Row(
        line.label,
        [
            _written(line.suggested, line.shown) or figure(None, line.reason),
            _written(line.alone, line.shown) or figure(None, line.reason),
            _written(apart["value"], line.as_apart, line.unit) or figure(None, apart["reason"]),
            _between(line) or figure(None, untold),
            _written(apart["p"], written_p)
            or (figure(None, apart["reason"]) if apart["reason"] else ""),
        ],
    )


def _evidence(line: Line) -> Iterator[str]:
    """Yield the interval and p in words, if known."""
    if within := _between(line):
        yield f"{line.apart['interval']['level']:.0%} interval {within}"
    if (p := line.apart["p"]) is not None:
        yield f"p {'' if p < 0.001 else '= '}{written_p(p)}"


def _between(line: Line) -> str:
    """Format the interval of a difference; empty if there is none."""
    low, high = line.apart["interval"]["low"], line.apart["interval"]["high"]
    if low is None or high is None:
        return ""
    return f"{line.as_apart(low)} to {line.as_apart(high)}{line.unit}"


def _written(value: float | None, shown: Shown, unit: str = "") -> str:
    return "" if value is None else f"{shown(value)}{unit}"


def _points(value: float) -> str:
    return plus(100 * value, 1)


def _tenths(value: float) -> str:
    return plus(value, 1)


def _seconds(value: float) -> str:
    return f"{value:,.1f} s"


def _both(arms: Arms) -> tuple[Arm, Arm]:
    return arms["suggested"], arms["alone"]
