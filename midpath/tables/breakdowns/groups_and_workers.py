"""Tables of figures by the length of texts or by a column, and of how much each worker did."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NotRequired, TypedDict

from midpath.breakdowns import LENGTH, Breakdown, Group, Shown, at_path
from midpath.json_types import Figures
from midpath.tables.figures.common import Figure
from midpath.tables.table import Column, Role, Row, Table, Value, figure
from midpath.text.formatting import counted, percent


class LorenzPoint(TypedDict):
    workers: float
    judgments: float


class WorkloadFigures(TypedDict):
    """The distribution of judgments over workers; `reason` says why it is unknown."""

    workers: int
    judgments: int
    few: int
    below: int
    most: int
    gini: Figure
    lorenz: Sequence[LorenzPoint]
    reason: NotRequired[str]


class ThreeFigure(Figure):
    """The pairwise agreement of three random workers per item, and its parts."""

    all: float | None
    two: float | None
    none: float | None
    sd: float | None
    items: int
    left_out: int


VIEWS = {"given": "answers as given", "yes_no": "yes and no"}


def breakdown_table(
    found: Breakdown,
    shown: Sequence[Shown],
    units: str,
    name: Callable[[str], str] = str,
    decimals: int = 3,
) -> Table:
    """Return a row for each group.

    units : the noun for items, such as "texts"
    name : shortens a value
    """
    is_length = found["by"] == LENGTH
    return Table(
        key="breakdown",
        title=f"By {'length' if is_length else found['by']}",
        first="words" if is_length else found["by"],
        columns=[
            Column(units, "count", ""),
            Column("judgments", "count", ""),
            *(figure_column(one, decimals) for one in shown),
        ],
        rows=[Row(name(group["value"]), list(_values(group, shown))) for group in found["groups"]],
        readings=list(_notes(found, shown, units.removesuffix("s"))),
        empty="No judgments yet.",
    )


def _notes(found: Breakdown, shown: Sequence[Shown], unit: str) -> Iterator[str]:
    if found["without"]:
        yield f"Without a value: {counted(found['without'], unit)}."
    if any(_is_empty(group, one) for group in found["groups"] for one in shown):
        yield f"α of one {unit} is left out: it is 0 or undefined, whatever the answers are."


def figure_column(one: Shown, decimals: int) -> Column:
    role: Role = "chance" if one.is_chance else "series" if one.is_drawn else ""
    return Column(
        one.label,
        "share" if one.is_share else "number",
        role,
        decimals=None if one.is_share else decimals,
    )


def _values(group: Group, shown: Sequence[Shown]) -> Iterator[Value]:
    yield from (group["items"], group["judgments"])
    values = zip(shown, figure_values(group["figures"], shown), strict=True)
    yield from (None if _is_empty(group, one) else value for one, value in values)


def _is_empty(group: Group, one: Shown) -> bool:
    """Return whether a figure says nothing: α compares texts, and the group has only one."""
    return group["items"] == 1 and one.label.startswith("α")


def figure_values(figures: Figures, shown: Sequence[Shown]) -> Iterator[Value]:
    """Yield the figures that are shown, in order."""
    for one in shown:
        value = at_path(figures, one.path)
        if isinstance(value, Mapping):
            yield figure(value.get("value"), str(value.get("reason", "")))
        else:
            yield value if isinstance(value, float | int) else None


def workload_table(found: WorkloadFigures) -> Table:
    """Return the Lorenz curve: the share of all judgments that the least active workers did."""
    return Table(
        key="workload",
        title="Workload",
        first="least active workers",
        columns=[
            Column("of all judgments", "share"),
            Column("if all did the same", "share", "chance"),
        ],
        rows=[
            Row(percent(point["workers"], 0), [point["judgments"], point["workers"]])
            for point in found["lorenz"]
        ],
        readings=[*workload_readings(found)],
        empty=found.get("reason") or found["gini"].get("reason", ""),
    )


def workload_readings(found: WorkloadFigures) -> Iterator[str]:
    """Yield in sentences how many workers did how much."""
    gini = found["gini"]["value"]
    if gini is None:
        return
    workers = counted(found["workers"], "worker")
    few = f"{found['few']:,} of them fewer than {found['below']}"
    yield f"{workers} did {counted(found['judgments'], 'judgment')}, {few}."
    yield f"The most active one did {found['most']:,}. Gini coefficient {gini:.3f}."


def three_table(found: Mapping[str, ThreeFigure], units: str) -> Table:
    """Return the agreement of three random workers, on the answers as given and on yes and no."""
    return Table(
        key="three",
        title="Three random workers",
        about="Pairwise agreement if three random votes of each item were kept, to compare crowds "
        "of different sizes (COLING 2014 §2.2). Nothing is drawn: the value is exact, and the "
        "standard deviation is how much it would vary from draw to draw.",
        first="compared",
        columns=[
            Column("pairwise agreement", "share", decimals=2),
            Column("sd of a draw", "share", decimals=2),
            Column("all three agree", "share"),
            Column("two agree", "share"),
            Column("none agree", "share"),
            Column(units, "count"),
            Column("with fewer votes", "count"),
        ],
        rows=[
            Row(
                VIEWS[view],
                [
                    figure(one["value"], one.get("reason", "")),
                    *(one["sd"], one["all"], one["two"], one["none"]),
                    *(one["items"], one["left_out"]),
                ],
            )
            for view, one in found.items()
        ],
    )
