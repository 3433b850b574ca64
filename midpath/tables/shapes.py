"""The two forms of most tables of biases: by the length of texts, and shares that add up to 1."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NotRequired, TypedDict, Unpack

from midpath.tables.figures.bias_figures import OfLength
from midpath.tables.table import Column, Row, Table

BY_CHANCE = "by chance"


class About(TypedDict):
    """The words of a table."""

    key: str
    title: str
    about: str
    empty: str


class AboutShares(About):
    first: str
    readings: NotRequired[Sequence[str]]


def by_length(lines: Sequence[tuple[str, Sequence[OfLength]]], **about: Unpack[About]) -> Table:
    """Return a column of means for each name, and the value by chance at each length."""
    chance: dict[int, float | None] = {}
    means: list[dict[int, float]] = []
    for _, rows in lines:
        means.append({row["words"]: row["mean"] for row in rows})
        chance |= {row["words"]: row["expected"] for row in rows}
    return Table(
        first="words",
        columns=[*(Column(name) for name, _ in lines), Column(BY_CHANCE, role="chance")],
        rows=[
            Row(str(words), [*(mean.get(words) for mean in means), chance[words]])
            for words in sorted(chance)
        ],
        **about,
    )


def distribution(
    counts: Iterable[tuple[str, Mapping[int, int]]],
    *,
    label: Callable[[int], str] = str,
    chance: Mapping[int, float] | None = None,
    **about: Unpack[AboutShares],
) -> Table:
    """Return shares that add up to 1 for each name."""
    known = [(name, count, sum(count.values())) for name, count in counts if sum(count.values())]
    keys = {key for _, count, _ in known for key, times in count.items() if times}
    columns = [Column(name, "share") for name, _, _ in known]
    if chance:
        columns.append(Column(BY_CHANCE, "share", "chance"))
        keys |= {key for key, share in chance.items() if share >= 0.001}
    return Table(
        columns=columns,
        rows=[
            Row(
                label(key),
                [
                    *(count.get(key, 0) / total for _, count, total in known),
                    *([chance.get(key, 0.0)] if chance else []),
                ],
            )
            for key in (range(min(keys), max(keys) + 1) if keys else ())
        ],
        **about,
    )
