"""Tables of the figures of release files for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.tables.bias import report_bias

Figures = Mapping[str, Any]
LONGEST_TEXT = 60
MOST_WORKERS = 10


def report(result: Figures) -> Iterator[str]:
    for kind in ("flat", "nested"):
        if kind in result:
            yield from report_kind(kind, result[kind])
            yield from report_levels(result[kind])
            yield from report_workers(result[kind])
            yield from report_left_out(result[kind])
            yield from report_bias(result[kind])
    if "entailment" in result:
        yield from report_entailment(result["entailment"])
        yield ""
    yield "Against a gold set of the same texts: manage.py compare --help"


def report_kind(kind: str, figures: Figures) -> Iterator[str]:
    yield f"{kind.capitalize()} segmentation"
    yield f"  {'texts':<14}{figures['items']:>9,}"
    yield f"  {'annotations':<14}{figures['annotations']:>9,}"
    yield ""
    yield f"  {'':<8}{'value':>9}{'within':>11}{'total':>11}{'texts':>9}"
    for d, alpha in figures["alpha"].items():
        numbers = f"{number(alpha['within']):>11}{number(alpha['total']):>11}"
        yield f"  {'α ' + d:<8}{number(alpha['value']):>9}{numbers}{alpha['items']:>9,}"
        yield from reason(alpha)
        yield from interval(alpha)
    yield f"  {'':<8}{'value':>9}{'distinct':>11}{'chance':>11}{'texts':>9}"
    for d, s in figures["S"].items():
        numbers = f"{number(s['distinct']):>11}{number(s['chance']):>11}"
        yield f"  {'S ' + d:<8}{number(s['value']):>9}{numbers}{s['items']:>9,}"
        yield from reason(s)
        yield from interval(s)
    yield ""


def report_levels(figures: Figures) -> Iterator[str]:
    """Yield the levels of nested segmentations: precision, recall and F of groups, splits by
    level."""
    if "bracketing" not in figures:
        return
    groups = figures["bracketing"]
    yield f"  {'':<14}{'value':>9}{'chance':>11}{'groups':>11}{'pairs':>11}"
    counts = f"{groups['groups']:>11,}{groups['pairs']:>11,}"
    yield f"  {'bracketing':<14}{number(groups['value']):>9}{number(groups['chance']):>11}{counts}"
    yield from reason(groups)
    if groups["value"] is not None:
        yield "          precision, recall and F are one number: trees have as many groups"
    if figures["levels"]:
        yield f"  {'':<14}{'value':>9}{'chance':>11}{'splits':>11}"
    for row in figures["levels"]:
        title = f"level {row['level']}" + (", root" if row["level"] == 1 else "")
        shown = f"{number(row['value']):>9}{number(row['chance']):>11}{row['splits']:>11,}"
        yield f"  {title:<14}{shown}"
    reasons = dict.fromkeys(row.get("chance_reason") for row in figures["levels"])
    yield from (f"          {why}" for why in reasons if why)
    yield ""


def report_workers(figures: Figures) -> Iterator[str]:
    """Yield the workers with most annotations, if the file names them."""
    workers = figures.get("workers", ())
    if not workers:
        return
    listed = workers[:MOST_WORKERS]
    yield f"  {len(workers):,} annotators, each against the others (d1)"
    yield f"  {'':<14}{'annotations':>12}{'α':>9}{'S':>11}{'chance':>11}{'texts':>9}"
    for one in listed:
        name = cut(one["worker"], 13)
        values = f"{number(one['alpha']['value']):>9}{number(one['S']['value']):>11}"
        chance = f"{number(one['S']['chance']):>11}{one['texts']:>9,}"
        yield f"  {name:<14}{one['annotations']:>12,}{values}{chance}"
    if len(workers) > MOST_WORKERS:
        yield f"  and {len(workers) - MOST_WORKERS:,} more; --json has all"
    yield ""


def report_left_out(figures: Figures) -> Iterator[str]:
    if not figures["left_out"]:
        return
    yield "  left out"
    first = {entry["reason"]: entry for entry in figures["left_out_first"]}
    for why, times in figures["left_out"].items():
        yield f"  {times:>7,}  {why}"
        if entry := first.get(why):
            such = "such as " if times > 1 else ""
            text = cut(entry["text"])
            yield f"           {such}annotation {entry['annotation']} of “{text}”:"
            yield f"           {entry['message']}"
    yield ""


def report_entailment(figures: Figures) -> Iterator[str]:
    yield "Entailment of flat by nested"
    yield f"  {'observed':<14}{number(figures['observed']):>9}"
    yield f"  {'chance':<14}{number(figures['chance']):>9}"
    yield f"  {'pairs':<14}{figures['pairs']:>9,}"
    yield f"  {'texts':<14}{figures['texts']:>9,}"
    yield from reason(figures)
    yield from interval(figures)


def reason(figure: Figures, indent: int = 10) -> Iterator[str]:
    if "reason" in figure:
        yield f"{'':{indent}}{figure['reason']}"


def interval(figure: Figures, indent: int = 10) -> Iterator[str]:
    """Yield the lines below a figure: its interval, and what of it was sampled."""
    if found := figure.get("interval"):
        if found["low"] is None:
            yield f"{'':{indent}}no interval: {found['reason']}"
        else:
            ends = f"{number(found['low'])} to {number(found['high'])}"
            how = f"{found['resamples']:,} resamples of the {found['over']}"
            yield f"{'':{indent}}{found['level']:.0%} from {ends} ({how}, seed {found['seed']})"
    if figure.get("sampled"):
        error = f"{figure['standard_error']:.5f}"
        yield f"{'':{indent}}chance of {figure['sampled_items']:,} long texts is sampled: ± {error}"


def cut(text: str, most: int = LONGEST_TEXT) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.5f}"
