"""The labels of a campaign, each with its frequency and agreement."""

from collections.abc import Iterator

from annotation.models import Campaign
from annotation.research.common.charts import Chart, drawn
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import codes
from midpath.schemes.label.settings import ANY, SCALE
from midpath.tables.figures.label_figures import Chosen, LabelFigures
from midpath.tables.table import Column, Row, Table, Value, figure
from midpath.text.formatting import signed

CHOSEN = "The share of all judgments in the figures that chose the label."
ALONE = (
    "Krippendorff’s nominal α of this label against all others: 1 is full agreement on whether "
    "it fits, 0 is chance."
)
SETTLED = {
    False: "The texts for which most workers chose the label; ties count for no label.",
    True: "The texts for which more than half of the workers chose the label.",
}
NOBODY: Chosen = {"judgments": 0, "share": 0.0, "alpha": {"value": None}, "consensus": 0}
EMPTY = "No judgments yet."


def labels_of(campaign: Campaign) -> Table:
    """Return the table from the live figures; its rows are in the order of the labels."""
    figures: LabelFigures = campaign.agreement.figures
    settings = campaign.settings
    found = {one["label"]: one for one in figures.get("labels", ())}
    names = [one["label"] for one in settings["labels"]]
    rows = [
        Row(_name(settings, place, name), _values(found.get(code, NOBODY)))
        for place, (code, name) in enumerate(zip(codes(settings), names, strict=True), 1)
        if found
    ]
    return Table(
        key="labels",
        title="Labels",
        first="label",
        about="How often each label was chosen, and how well workers agree on it.",
        columns=[
            Column("times chosen", "count", ""),
            Column("of judgments", "share"),
            Column("α of the label", role=""),
            Column("texts settled so", "count", ""),
        ],
        rows=rows,
        empty=EMPTY,
        readings=list(_readings(figures)),
    )


def definitions_of(campaign: Campaign) -> list[tuple[str, str]]:
    return [
        ("Of judgments", CHOSEN),
        ("α of the label", ALONE),
        ("Texts settled so", SETTLED[campaign.settings["kind"] == ANY]),
    ]


def labels_chart(campaign: Campaign) -> list[Chart]:
    """Return the table as a bar chart, if there are judgments."""
    table = labels_of(campaign)
    return [drawn(table, "bar", up="share of judgments")] if table.rows else []


def _name(settings: Settings, place: int, name: str) -> str:
    return f"{place} {name}" if settings["kind"] == SCALE else name


def _values(one: Chosen) -> list[Value]:
    alpha = one["alpha"]
    return [
        one["judgments"],
        one["share"],
        figure(alpha["value"], alpha.get("reason", "")),
        one["consensus"],
    ]


def _readings(figures: LabelFigures) -> Iterator[str]:
    """Yield the figures only scales have: the median, and α without the order."""
    if "median" in figures and figures["median"]["value"] is not None:
        middle, mean = figures["median"]["value"], figures["mean"]["value"]
        yield f"The median place is {middle:g}, the mean {mean:.2f}."
    if "nominal" in figures and figures["nominal"]["value"] is not None:
        yield (
            f"α without the order of the places (nominal): {signed(figures['nominal']['value'])}."
        )
