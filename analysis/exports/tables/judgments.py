"""The judgments of a campaign as a table, and their reader by item."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from analysis.exports.tables.columns import Column, Kind, Row, Table
from analysis.reading.extent import Extent
from analysis.reading.judgment_rows import JudgmentRead, judgments_in
from annotation.models import Campaign, Item, Judgment
from annotation.schemes import OWN_WORDS, scheme_of

ITEM = (
    Column("item", Kind.WHOLE, "The item’s position in the dataset, from 1."),
    Column("name", Kind.TEXT, "The item’s text or, for a document or a question, its name."),
)


WORDING = Column(
    "wording",
    Kind.WHOLE,
    "Only with several wordings of the instructions: which one the worker read, from 1.",
)


class Judged(NamedTuple):
    """An item with all its judgments, in the order of their numbers."""

    item: Item
    judgments: list[JudgmentRead]

    @property
    def counting(self) -> list[JudgmentRead]:
        return [one for one in self.judgments if one.counts]

    @property
    def vectors(self) -> list[tuple[int, ...]]:
        """Return the answers that count."""
        return [tuple(one.vector) for one in self.counting]

    @property
    def named(self) -> Row:
        return {"item": self.item.position, "name": self.item.text}


def judged_items(extent: Extent) -> Iterator[Judged]:
    """Yield each item with its judgments."""
    return chain.from_iterable(judged_batches(extent))


def judged_batches(extent: Extent) -> Iterator[list[Judged]]:
    """Yield the items with their judgments, in batches."""
    for items in extent.items():
        rows = Judgment.objects.filter(campaign=extent.campaign, hit__item__in=items)
        found: dict[int, list[JudgmentRead]] = {}
        for one in judgments_in(rows):
            found.setdefault(one.item_id, []).append(one)
        yield [Judged(item, found.get(item.pk, [])) for item in items]


def judgment_rows(extent: Extent) -> Iterator[Row]:
    for judged in judged_items(extent):
        for one in judged.judgments:
            yield judgment_row(extent.campaign, judged.item, one)


def judgment_row(campaign: Campaign, item: Item, one: JudgmentRead) -> Row:
    scheme = scheme_of(campaign)
    return {
        "item": item.position,
        "name": item.text,
        "judgment": one.pk,
        "worker": one.worker,
        "wording": one.wording,
        "answer": scheme.written(one.vector, item, campaign.settings),
        "given": one.payload if scheme.name in OWN_WORDS else scheme.impersonal(one.payload),
        "vector": one.vector,
        **one.status,
        "claimed_at": one.claimed_at,
        "submitted_at": one.submitted_at,
        "seconds": one.milliseconds / 1000,
        **one.reported_times,
        **one.suggestion_fields,
    }


JUDGMENTS = Table(
    "judgments",
    "One row per judgment, item by item, including those that do not count.",
    (
        Column("judgment", Kind.WHOLE, "The judgment’s number."),
        *ITEM,
        Column("worker", Kind.WHOLE, "The worker’s number in the project."),
        Column("answer", Kind.TEXT, "The answer in readable form."),
        Column(
            "given", Kind.JSON, "The answer as submitted, without what is not part of the answer."
        ),
        Column("vector", Kind.NUMBERS, "The answer in the canonical numbers of its scheme."),
        Column("counts", Kind.CHOICE, "Whether it is in the figures."),
        Column("late", Kind.CHOICE, "Whether it came after the time limit."),
        Column("known", Kind.CHOICE, "Whether the item was a check with a gold answer."),
        Column("repeat", Kind.CHOICE, "Whether it is a repeat."),
        Column("review", Kind.TEXT, "A researcher’s review, if any."),
        Column("claimed_at", Kind.MOMENT, "When the worker received the item."),
        Column("submitted_at", Kind.MOMENT, "When the answer came."),
        Column("seconds", Kind.NUMBER, "The time between the two."),
        Column("active_seconds", Kind.NUMBER, "The worker’s active time, if reported."),
        Column("first_action_seconds", Kind.NUMBER, "The time to the first action, if reported."),
        Column("suggested", Kind.CHOICE, "Whether the worker started from a suggestion, if any."),
        Column("as_suggested", Kind.CHOICE, "Whether it is the suggested answer, if there is one."),
    ),
    judgment_rows,
    (WORDING,),
)
