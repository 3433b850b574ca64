"""How far nested annotations agree at each level of their trees, as the dashboard shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotation.models import Campaign
from annotation.research.numbers import percent

SCHEME = "nested"
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


def levels_of(campaign: Campaign) -> Levels | None:
    """None where the scheme has no levels."""
    if campaign.scheme != SCHEME:
        return None
    figures = campaign.agreement.figures
    groups, levels = figures.get("bracketing", {}), figures.get("levels", [])
    notes = [groups.get("reason", "")] if groups else [NOT_COUNTED if figures else ""]
    notes += [level.get("chance_reason", "") for level in levels[:MOST_SHOWN]]
    if len(levels) > MOST_SHOWN:
        notes.append(f"There are {len(levels) - MOST_SHOWN:,} more levels below.")
    rows = [_groups(groups), *map(_level, levels[:MOST_SHOWN])] if groups.get("pairs") else []
    return Levels(rows, [note for note in dict.fromkeys(notes) if note])


def level_name(level: int) -> str:
    return f"level {level}" + (", the root" if level == 1 else "")


def _groups(found: Mapping[str, Any]) -> LevelRow:
    return LevelRow(
        "groups: precision, recall, F",
        _share(found["value"]),
        _share(found["chance"]),
        f"{found['groups']:,} groups",
    )


def _level(found: Mapping[str, Any]) -> LevelRow:
    return LevelRow(
        level_name(found["level"]),
        _share(found["value"]),
        _share(found["chance"]),
        f"{found['splits']:,} cuts",
    )


def _share(value: float | None) -> str:
    return "–" if value is None else percent(value)
