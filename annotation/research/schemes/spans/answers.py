"""The labels of a campaign, each with the frequency of its spans and its agreement."""

from collections.abc import Iterator

from annotation.models import Campaign
from midpath.tables.figures.span_figures import SpanFigures, SpanLabel
from midpath.tables.table import Column, Row, Table, Value, figure

ALONE = (
    "Krippendorff’s α for unitizing (1995), of this label alone: 1 is full agreement on where its "
    "spans start and end, 0 is chance."
)
SHARED = (
    "Of the spans that a worker marks with the label, the share that another worker marks with "
    "it, too: from the same first to the same last word, or at least in part."
)
SETTLED = (
    "The spans that more than half of the workers of a text marked exactly; and the spans of "
    "the words to which more than half gave the label."
)
DEFINITIONS = [
    ("Spans", "The spans given the label in all judgments in the figures."),
    ("α of the label", ALONE),
    ("Exact, partial F1", SHARED),
    ("Settled by votes, by words", SETTLED),
]
NOBODY: SpanLabel = {
    "label": "",
    "spans": 0,
    "share": 0.0,
    "alpha": {"value": None},
    "exact": {"value": None},
    "partial": {"value": None},
    "votes": 0,
    "words": 0,
}
EMPTY = "No judgments yet."


def labels_of(campaign: Campaign) -> Table:
    """Return the table from the live figures; its rows are in the order of the labels."""
    figures: SpanFigures = campaign.agreement.figures
    found = {one["label"]: one for one in figures.get("labels", ())}
    names = [one["label"] for one in campaign.settings["labels"]]
    return Table(
        key="labels",
        title="Labels",
        first="label",
        about="How often each label was given, and how well workers agree on it.",
        columns=[
            Column("spans", "count", ""),
            Column("of all", "share"),
            Column("α of the label", role=""),
            Column("exact F1", "share", ""),
            Column("partial F1", "share", ""),
            Column("settled by votes", "count", ""),
            Column("by words", "count", ""),
        ],
        rows=[Row(name, _values(found.get(name, NOBODY))) for name in names if figures],
        empty=EMPTY,
        readings=list(_readings(figures)),
    )


def definitions_of() -> list[tuple[str, str]]:
    return DEFINITIONS


def _values(one: SpanLabel) -> list[Value]:
    agreed = (one["alpha"], one["exact"], one["partial"])
    return [
        one["spans"],
        one["share"],
        *(figure(found["value"], found.get("reason", "")) for found in agreed),
        one["votes"],
        one["words"],
    ]


def _readings(figures: SpanFigures) -> Iterator[str]:
    """Yield the number of spans per judgment, and the undecided share."""
    if "given" not in figures:
        return
    given, settled = figures["given"], figures["consensus"]
    if given["mean"] is not None:
        yield f"A judgment has {given['mean']:.1f} spans on average; {given['none']:,} have none."
    if settled["undecided"]:
        texts = "text has a span" if settled["undecided"] == 1 else "texts have spans"
        yield f"{settled['undecided']:,} {texts} marked by exactly half of the workers."
