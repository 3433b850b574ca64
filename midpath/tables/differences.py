"""The table of differences between two sides, item by item."""

from collections.abc import Sequence

from midpath.json_types import Results
from midpath.tables.table import Column, Row, Table, Value
from midpath.text.formatting import UNDEFINED, percent, signed

ABOUT = (
    "Means over the items with a value on both sides. The interval resamples items for both "
    "sides at once, so their correlation is kept. “Higher” counts items. The sign test checks "
    "whether one side is higher on more items than a fair coin would give; if all values are "
    "yes or no, this is McNemar’s test. The permutation test also weighs the size of the "
    "differences, over all ways to assign signs to them. Both are exact and two-sided."
)


def differences_table(results: Results, decimals: int | None = None) -> Table:
    return Table(
        key="differences",
        title="In what the two differ",
        about=ABOUT,
        first="mean of",
        columns=[
            Column("crowd", "text", ""),
            Column("gold", "text", ""),
            Column("difference", "text", ""),
            Column(f"{_level(results['differences'])} interval", "text", ""),
            Column("crowd higher", "count", "", "items", "crowd higher"),
            Column("gold higher", "count", "", "items", "gold higher"),
            Column("of", "count", "", "items", "of"),
            Column("p, sign test", "text", "", "p", "sign test"),
            Column("p, permutation test", "text", "", "p", "permutation"),
        ],
        rows=[
            Row(one["name"], _values(one, decimals), notes=_notes(one))
            for one in results["differences"]
        ],
        empty="No item has a value on both sides.",
    )


def interval_text(found: Results, *, share: bool = False) -> str:
    """Format the interval of a figure; empty if it has none."""
    interval = found.get("interval")
    if interval is None or interval["low"] is None:
        return ""
    return format_interval(interval, share=share)


def format_interval(interval: Results, *, share: bool = False, decimals: int = 3) -> str:
    """Format an interval for people; a dash if it is undefined.

    >>> format_interval({"low": -0.1, "high": 0.25})
    '−0.100 to 0.250'
    """
    ends = interval["low"], interval["high"]
    if None in ends:
        return UNDEFINED
    return " to ".join(_share(end) if share else signed(end, decimals) for end in ends)


def format_p(p: float | None, *, mcnemar: bool = False) -> str:
    """Format a p-value for people.

    >>> format_p(0.0004), format_p(0.0411), format_p(1.0, mcnemar=True), format_p(None)
    ('< .001', '.041', '1.000 (McNemar)', '–')
    """
    if p is None:
        return UNDEFINED
    written = "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
    return f"{written} (McNemar)" if mcnemar else written


def _values(one: Results, decimals: int | None) -> list[Value]:
    many = 3 if decimals is None else decimals
    means = [one[part] for part in ("crowd", "gold", "difference")]
    return [
        *(_share(mean) if one["share"] else signed(mean, many) for mean in means),
        format_interval(one["interval"], share=one["share"], decimals=many),
        one["crowd_higher"],
        one["gold_higher"],
        one["items"],
        format_p(one["p_sign"], mcnemar=one["mcnemar"]),
        format_p(one["p_all_signs"]),
    ]


def _level(found: Sequence[Results]) -> str:
    return f"{found[0]['interval']['level']:.0%}" if found else "95%"


def _share(value: float) -> str:
    return percent(value).replace("-", "−")


def _notes(one: Results) -> list[str]:
    return [one["reason"]] if "reason" in one else []
