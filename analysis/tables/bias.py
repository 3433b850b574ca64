"""Tables of the biases of release files for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

Figures = Mapping[str, Any]


def report_bias(figures: Figures) -> Iterator[str]:
    """Yield the tables; nothing if biases were not asked for."""
    if "bias" not in figures:
        return
    yield "  What annotators prefer"
    yield from _report(figures["bias"])
    for key, worker in figures["bias"].get("workers", {}).items():
        yield f"  Annotator {key}"
        yield from _report(worker)


def _report(bias: Figures) -> Iterator[str]:
    if bias["segments"]:
        yield from _by_length("segments", bias["segments"])
        yield f"    with two or three segments {share(bias['two_or_three'])}"
        yield from _spread(bias)
        yield from _prepositions(bias["prepositions"])
    if bias["heights"]:
        yield from _by_length("height", bias["heights"])
    if not (bias["segments"] or bias["heights"]):
        yield "    There is no annotation of a text of two or more words."
    yield ""


def _by_length(what: str, rows: list[Figures]) -> Iterator[str]:
    titles = f"{'words':>5}{'annotations':>13}{'mean ' + what:>15}{'by chance':>11}"
    yield f"    {titles}   {what}: share"
    for row in rows:
        every = "  ".join(
            f"{value}: {share(times / row['annotations']).strip()}"
            for value, times in row["times"].items()
        )
        chance = "–" if row["expected"] is None else f"{row['expected']:.2f}"
        numbers = f"{row['words']:>5}{row['annotations']:>13,}{row['mean']:>15.2f}{chance:>11}"
        yield f"    {numbers}   {every}"


def _spread(bias: Figures) -> Iterator[str]:
    if "sd_reason" in bias:
        yield f"    {bias['sd_reason']}"
        return
    yield f"    standard deviation of their segments' lengths, on average {bias['sd']['mean']:.2f}"
    for row in bias["sd"]["times"]:
        part = share(row["annotations"] / bias["sd"]["annotations"])
        yield f"      {row['segments']} segments, {row['sd']:.2f}: {part}"


def _prepositions(around: Figures) -> Iterator[str]:
    if around["shares"] is None:
        yield f"    {around['reason']}"
        return
    sides = ", ".join(f"{side} {share(part).strip()}" for side, part in around["shares"].items())
    yield f"    cuts around {around['prepositions']:,} prepositions: {sides}"


def share(part: float) -> str:
    return f"{part:6.1%}"
