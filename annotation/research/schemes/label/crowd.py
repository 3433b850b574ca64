"""The workers of a label campaign and their consensus, for the page of the crowd."""

from collections.abc import Mapping, Sequence
from typing import Literal

from annotation.models import Campaign
from annotation.research.common.charts import Chart
from annotation.research.common.names import pseudonym
from annotation.research.results.crowd_charts import confusion_chart, time_chart, workers_chart
from annotation.research.schemes.label.labels import labels_chart
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import codes
from midpath.schemes.label.settings import ANY, SCALE
from midpath.tables.figures.crowd_figures import CrowdFigures, CrowdLine
from midpath.tables.table import Column, Row
from midpath.text.formatting import percent

NOUN = "text"
NONE_FITS = "none fits"
Way = Literal["majority", "absolute_majority", "dawid_skene", "gold"]
LISTS: tuple[Way, ...] = ("majority", "absolute_majority", "dawid_skene", "gold")


def charts_of(campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
    """Return the chart of labels from the live figures, and the report's charts."""
    charts = labels_chart(campaign)
    if results is None:
        return charts
    labels = codes(campaign.settings)
    confusion = (
        _hits_chart(results, labels)
        if campaign.settings["kind"] == ANY
        else confusion_chart(results, labels, NOUN)
    )
    return [
        *charts,
        workers_chart(results, NOUN),
        confusion,
        time_chart(results["time"], "all texts shown", NOUN),
    ]


def line_of(campaign: Campaign, line: CrowdLine) -> dict[str, object]:
    settings = campaign.settings
    names = dict(zip(codes(settings), (one["label"] for one in settings["labels"]), strict=True))
    votes = {_named(code, names, settings): count for code, count in line["votes"].items()}
    if settings["kind"] != ANY:
        settled: dict[str, str | None] = {key: _named(line[key], names, settings) for key in LISTS}
        chance = percent(line["posterior"][line["dawid_skene"]])
        return {**line, **settled, "votes": votes, "chance": chance}
    settled = {
        key: None if line[key] is None else ", ".join(line[key]) or NONE_FITS for key in LISTS
    }
    if line["ties"]:
        settled["majority"] = None
    return {**line, **settled, "votes": votes, "chance": ""}


def _named(code: str | None, names: Mapping[str, str], settings: Settings) -> str | None:
    if code is None:
        return None
    return f"{code} {names[code]}" if settings["kind"] == SCALE else names[code]


def _hits_chart(results: CrowdFigures, labels: Sequence[str]) -> Chart:
    """Return the chart of how often each worker chooses a label that fits, and omits one that does
    not."""
    known = [label for label in labels if label in results["dawid_skene"]["prior"]]
    columns = [
        column
        for number, label in enumerate(known)
        for column in (
            Column(f"“{label}” omitted where it does not fit", "share", "" if number else "x"),
            Column(f"“{label}” chosen where it fits", "share", "" if number else "y"),
        )
    ]
    return Chart(
        key="confusion",
        title="Confusion between labels",
        about="From Dawid–Skene, run on each label separately: how often each worker chooses "
        "the label where it is estimated to fit, and how often they omit it where it is not.",
        kind="points",
        first="worker",
        across=columns[0].name if columns else "",
        up=columns[1].name if columns else "",
        columns=columns,
        rows=[
            Row(
                pseudonym(one["worker"]),
                [
                    (one["confusion"] or {})[label].get(side, {}).get(side)
                    for label in known
                    for side in ("no", "yes")
                ],
                "workers",
            )
            for one in results["worker_agreement"]["workers"]
        ],
        empty=results["dawid_skene"].get("reason", "No worker has judged enough texts yet."),
    )
