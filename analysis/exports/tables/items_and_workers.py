"""The items, the workers and the figures of a campaign as tables."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.db.models import Count, DurationField, ExpressionWrapper, F

from agreement.tally import Tally
from analysis.exports.tables.columns import Column, Kind, Row, Table
from analysis.exports.tables.judgments import ITEM, WORDING, judged_batches
from analysis.reading.contexts import contexts_of
from analysis.reading.extent import Extent
from analysis.schemes import analysis_of
from annotation.services.work.time_spent import Median

TOOK = ExpressionWrapper(F("submitted_at") - F("assignment__claimed_at"), DurationField())
NOTHING: Row = {"counting": 0, "took": None, "active": None}
ENROLMENT = "assignment__enrolment"
WORKER = {
    "worker": "worker__number",
    "source": "worker__source",
    "joined_at": "joined_at",
    "submitted": "submitted",
    "paid": "earning",
    "wording": "wording",
}
GONE = ("excluded", "withdrawn", "stopped")


def item_rows(extent: Extent) -> Iterator[Row]:
    for items in extent.items():
        for item in items:
            yield {
                "item": item.position,
                "name": item.text,
                "document": item.document and item.document.text,
                "content": item.content,
            }


def worker_rows(extent: Extent) -> Iterator[Row]:
    judged = {row[ENROLMENT]: row for row in _times(extent)}
    fields = ("pk", *WORKER.values(), *(f"{name}_at" for name in GONE))
    for row in extent.enrolments().order_by("worker__number").values(*fields).iterator():
        given = judged.get(row["pk"], NOTHING)
        yield {
            **{name: row[field] for name, field in WORKER.items()},
            **{name: row[f"{name}_at"] is not None for name in GONE},
            "counting": given["counting"],
            "median_seconds": _seconds(given["took"]),
            "median_active_seconds": given["active"] and given["active"] / 1000,
        }


def figure_rows(extent: Extent) -> Iterator[Row]:
    """Yield the figures of exactly the judgments that count, from their rows."""
    campaign = extent.campaign
    kernel = analysis_of(campaign).kernel
    state = Tally()
    for batch in judged_batches(extent):
        given = {one.item.pk: one.vectors for one in batch if one.vectors}
        contexts = contexts_of(kernel, campaign, given.keys())
        state.shift(kernel.total((given[pk], contexts[pk]) for pk in given), 1)
    yield from _figure_rows(kernel.figures(state), ())


def _figure_rows(found: object, path: tuple[str, ...]) -> Iterator[Row]:
    """Yield a row for each number in nested figures, named by its path."""
    if isinstance(found, Mapping) and "value" in found:
        fields = {name: found.get(name) for name in ("value", "exact", "reason")}
        yield {"figure": " / ".join(path), **fields}
        found = {name: one for name, one in found.items() if name not in fields}
    if isinstance(found, Mapping):
        for name, one in found.items():
            yield from _figure_rows(one, (*path, str(name)))
    elif isinstance(found, int | float) and not isinstance(found, bool):
        yield {"figure": " / ".join(path), "value": found}


def _times(extent: Extent) -> Iterator[Row]:
    """Yield for each enrolment the number of its judgments that count, and their median times."""
    rows = extent.judgments().filter(counts=True).order_by().values(ENROLMENT)
    yield from rows.annotate(
        counting=Count("pk"),
        took=Median(TOOK, output_field=DurationField()),
        active=Median("active_ms"),
    )


def _seconds(time: timedelta | None) -> float | None:
    return None if time is None else time.total_seconds()


ITEMS = Table(
    "items",
    "One row per item of the dataset.",
    (
        *ITEM,
        Column(
            "document",
            Kind.TEXT,
            "For a question or a part of a document: the document’s name.",
        ),
        Column("content", Kind.JSON, "All data of the item in the dataset."),
    ),
    item_rows,
)
WORKERS = Table(
    "workers",
    "One row per worker, identified by number.",
    (
        Column("worker", Kind.WHOLE, "The worker’s number in the project."),
        Column("source", Kind.TEXT, "Where the worker came from."),
        Column("joined_at", Kind.MOMENT, "When the worker joined the campaign."),
        Column("submitted", Kind.WHOLE, "How many judgments the worker submitted in the campaign."),
        Column("paid", Kind.WHOLE, "How many of them earned their reward, paid or not."),
        Column("counting", Kind.WHOLE, "How many of them count."),
        Column("excluded", Kind.CHOICE, "Whether a researcher excluded the worker."),
        Column("withdrawn", Kind.CHOICE, "Whether the worker withdrew."),
        Column("stopped", Kind.CHOICE, "Whether the worker gets no more items."),
        Column("median_seconds", Kind.NUMBER, "The median time of those that count."),
        Column("median_active_seconds", Kind.NUMBER, "The median active time, if reported."),
    ),
    worker_rows,
    (WORDING,),
)
FIGURES = Table(
    "figures",
    "One row per figure of the judgments that count, as on the dashboard.",
    (
        Column("figure", Kind.TEXT, "Its name, preceded by the figure that it is part of."),
        Column("value", Kind.NUMBER, "Its value; empty if undefined."),
        Column("exact", Kind.TEXT, "Its value as a fraction, if it is one."),
        Column("reason", Kind.TEXT, "Why it is undefined, if it is."),
    ),
    figure_rows,
)
