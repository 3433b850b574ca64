"""Tables of segmentations: the levels of trees, and annotators' agreement with the others."""

from collections.abc import Iterator, Sequence
from typing import cast

from midpath.tables.figures.segmentation_figures import (
    Groups,
    LabelAlpha,
    LabelledFigures,
    Level,
    LevelFigures,
    PeerAgreement,
)
from midpath.tables.table import Column, Row, Table, Value, figure
from midpath.text.formatting import counted, signed

ONE_NUMBER = "precision, recall, F"
LEVELS_DEFINITIONS = tuple(
    {
        "Groups": "Of the groups of words in one worker’s tree, the share that another worker’s "
        "tree of the same text also has, over all pairs of workers. The whole text, a group of "
        "every tree, is left out. All binary trees of a text have the same number of groups, so "
        "precision, recall and F are equal; otherwise the figure is F.",
        "Levels": "The root, level 1, is where a tree is cut first; its parts that are cut again "
        "are level 2, and so on. Two trees share a cut if they cut the same words at the same "
        "place. The figure is twice the shared cuts divided by the cuts of both, over all pairs "
        "of workers.",
        "By chance": "The value for two random trees over the same words, if all trees that "
        "workers can build are equally likely.",
    }.items()
)


def levels_table(
    figures: LevelFigures, most: int | None = None, decimals: int | None = None
) -> Table:
    """Return what two trees of a text have in common: groups, and cuts at each level.

    most : the maximum number of levels listed; all by default
    """
    groups, levels = figures.get("bracketing"), figures.get("levels", [])
    more = len(levels[most:]) if most is not None else 0
    return Table(
        key="levels",
        title="Agreement, level by level",
        first="both have the same",
        columns=[
            Column("agreement", "share", decimals=decimals),
            Column("by chance", "share", "chance", decimals=decimals),
            Column("of", "count", "", head="of groups or cuts"),
        ],
        rows=[
            *(_levels(groups, levels[:most]) if groups and groups["pairs"] else ()),
            *_labelled(cast(LabelledFigures, figures)),
        ],
        empty=groups.get("reason", "") if groups else "",
        readings=list(_readings(cast(LabelledFigures, figures), more)),
        definitions=LEVELS_DEFINITIONS,
    )


def _levels(groups: Groups, levels: Sequence[Level]) -> Iterator[Row]:
    value = figure(groups["value"], groups.get("reason", ""))
    yield Row("groups", [value, groups["chance"], groups["groups"]], about=ONE_NUMBER)
    for one in levels:
        chance = figure(one["chance"], one.get("chance_reason", ""))
        yield Row(level_name(one["level"]), [one["value"], chance, one["splits"]])


def _readings(figures: LabelledFigures, more: int) -> Iterator[str]:
    if more:
        yield f"There {'is' if more == 1 else 'are'} {counted(more, 'more level')} below."
    if "label_alpha" in figures:
        yield label_note(figures["label_alpha"], 3)


def _labelled(figures: LabelledFigures) -> Iterator[Row]:
    if "labelled" not in figures:
        return
    found = figures["labelled"]
    value = figure(found["value"], found.get("reason", ""))
    yield Row("groups with their labels", [value, None, found["groups"]])


def label_note(found: LabelAlpha, decimals: int) -> str:
    """Return α of labels as a sentence."""
    if found["value"] is None:
        return f"α of labels is undefined: {found.get('reason', '')}"
    groups = counted(found["units"], "group")
    return f"α of labels: {signed(found['value'], decimals)}, over {groups} of two trees or more."


def level_name(level: int) -> str:
    return f"level {level}" + (", the root" if level == 1 else "")


def agreement_columns(decimals: int | None = None) -> list[Column]:
    """Return the columns on an annotator's agreement with the others on the same texts."""
    return [
        Column("texts shared", "count", ""),
        Column("S, d1", role="x", decimals=decimals),
        Column("S by chance", role="", decimals=decimals),
        Column("α, d1", role="y", decimals=decimals),
    ]


def agreement_values(found: PeerAgreement) -> list[Value]:
    """Return the values of these columns; None if they are missing in an earlier version's
    report."""
    alpha, s = found.get("alpha", {}), found.get("S", {})
    return [found.get("texts"), s.get("value"), s.get("chance"), alpha.get("value")]
