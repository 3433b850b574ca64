"""The agreement of nested annotations at each level of their trees, for the dashboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Campaign
from annotation.numbers import percent
from annotation.plurals import counted
from annotation.research.common.charts import Chart
from annotation.research.lab.studied import Studied
from annotation.tables.table import Column, Row, Value

MOST_SHOWN = 8
NOT_COUNTED = "It is counted with the next judgment, or when the campaign is reconciled."
BRACKETING = (
    "Of the groups of words in one worker’s tree, the share that another’s tree of the same text "
    "has too, over all pairs of workers. The whole text, a group of every tree, is left out. All "
    "trees over a text have as many groups, so precision, recall and F are one number."
)
LEVEL = (
    "The root, level 1, is where a tree is cut first; its parts that are cut again are level 2, "
    "and so on. Two trees share a cut where they cut the same words at the same place. Twice the "
    "shared cuts over the cuts of both, over all pairs of workers."
)
CHANCE = "What two random trees over the same words would give, all binary trees alike."


@dataclass(frozen=True)
class LevelRow:
    """`of` says over how many."""

    name: str
    value: str
    chance: str
    of: str


@dataclass(frozen=True)
class Levels:
    """`notes` say why something is missing."""

    rows: list[LevelRow]
    notes: list[str]
    definitions: tuple[tuple[str, str], ...] = (
        ("Groups", BRACKETING),
        ("Levels", LEVEL),
        ("By chance", CHANCE),
    )


def levels_of(campaign: Campaign) -> Levels:
    figures = campaign.agreement.figures
    groups, levels = figures.get("bracketing", {}), figures.get("levels", [])
    notes = [groups.get("reason", "")] if groups else [NOT_COUNTED if figures else ""]
    notes += [level.get("chance_reason", "") for level in levels[:MOST_SHOWN]]
    if len(levels) > MOST_SHOWN:
        more = len(levels) - MOST_SHOWN
        are = "is" if more == 1 else "are"
        notes.append(f"There {are} {counted(more, 'more level')} below.")
    rows = [_groups(groups), *map(_level, levels[:MOST_SHOWN])] if groups.get("pairs") else []
    return Levels(rows, [note for note in dict.fromkeys(notes) if note])


def level_chart(nesteds: Sequence[Studied]) -> Chart:
    """The dashboard's figures side by side, all levels, with what they are over."""
    found = [(one.name, one.campaign.agreement.figures) for one in nesteds]
    found = [(name, figures) for name, figures in found if _told(figures)]
    alone, columns = len(found) == 1, []
    for name, _ in found:
        columns += [
            Column(name, "share"),
            Column("by chance" if alone else f"{name}, by chance", "share", "chance"),
            Column("of" if alone else f"{name}, of", "count", ""),
        ]
    told = [dict(_told(figures)) for _, figures in found]
    nothing: tuple[Value, ...] = (None, None, None)
    return Chart(
        key="levels",
        title="Agreement, level by level",
        about="How much two workers’ trees of a text have in common: their groups (bracketing "
        "precision, recall and F, which are one number), their first cut, their cuts one level "
        "below, and so on; and what random trees would, for four levels. The table says of how "
        f"many. Levels beyond the {MOST_SHOWN}th are in the API’s figures.",
        kind="bar",
        first="both have the same",
        across="",
        up="",
        columns=columns,
        rows=[
            Row(label, [value for one in told for value in one.get(label, nothing)])
            for label in max(told, key=len, default={})
        ],
        empty="No nested campaign that is chosen has two judgments of a text of three words yet.",
    )


def level_name(level: int) -> str:
    return f"level {level}" + (", the root" if level == 1 else "")


def _groups(found: Mapping[str, Any]) -> LevelRow:
    return LevelRow(
        "groups: precision, recall, F",
        _share(found["value"]),
        _share(found["chance"]),
        counted(found["groups"], "group"),
    )


def _level(found: Mapping[str, Any]) -> LevelRow:
    return LevelRow(
        level_name(found["level"]),
        _share(found["value"]),
        _share(found["chance"]),
        counted(found["splits"], "cut"),
    )


def _share(value: float | None) -> str:
    return "–" if value is None else percent(value)


def _told(figures: Mapping[str, Any]) -> list[tuple[str, tuple[Value, ...]]]:
    """Value, chance and of how many, of the groups and of each level."""
    groups = figures.get("bracketing", {})
    if not groups.get("pairs"):
        return []
    levels = [
        (level_name(one["level"]), (one["value"], one["chance"], one["splits"]))
        for one in figures["levels"][:MOST_SHOWN]
    ]
    return [("groups", (groups["value"], groups["chance"], groups["groups"])), *levels]
