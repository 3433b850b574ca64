"""Items and judgments of a campaign, in batches from a server-side cursor, in a snapshot."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

import orjson
from django.db import connection
from django.db.models.functions import Collate
from psycopg2 import sql

from analysis.reading.extent import Extent, included_in_sql
from analysis.reading.judgment_rows import FIELDS, JudgmentRead, Vector, vector_of
from annotation.models import Campaign, Item, Judgment
from annotation.services.campaigns.fitting import included_items
from midpath.batches import in_batches
from midpath.gold.segmentation_lines import JudgedText

ITEMS_AT_ONCE = 250
NAMES_AT_ONCE = 1000
JUDGMENTS_AT_ONCE = 1000
# One row per item, however many judgments it has: rows cost more than their content.
JUDGED = """
SELECT judged.item_id, judged.enrolments, judged.vectors FROM (
    SELECT hit.item_id, min(judgment.id) AS first,
        string_agg(assignment.enrolment_id::text, ' ' ORDER BY judgment.id)
        AS enrolments, string_agg(array_to_string(judgment.vector, ','), ' ' ORDER BY judgment.id)
        AS vectors
    FROM annotation_judgment judgment
    JOIN annotation_hit hit ON hit.id = judgment.hit_id AND hit.campaign_id = {campaign}
    JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
    WHERE judgment.campaign_id = {campaign} AND judgment.counts GROUP BY hit.item_id
) judged JOIN annotation_item item ON item.id = judged.item_id ORDER BY {order}
"""
POSITION, FIRST = sql.SQL("item.position"), sql.SQL("judged.first")
NAME = sql.SQL('item.text COLLATE "C"')
# The order of code points, as in canonical JSON and in Python.
BY_NAME = Collate("text", "C")
T = TypeVar("T")


def items_by_name(campaign: Campaign) -> Iterator[list[Item]]:
    """Yield the campaign's items in the order of their names."""
    return _items(campaign, BY_NAME)


def _items(campaign: Campaign, order: str | Collate) -> Iterator[list[Item]]:
    items = included_items(campaign).order_by(order)
    yield from in_batches(items.iterator(ITEMS_AT_ONCE), ITEMS_AT_ONCE)


class JudgedItem(NamedTuple):
    """An item with the judgments that count, each with the number of its worker."""

    item: Item
    given: list[tuple[int, Vector]]


def judged_items(campaign: Campaign, order: str | Collate = BY_NAME) -> Iterator[list[JudgedItem]]:
    """Yield the campaign's items in the order of their names or in another order, including those
    without judgments, with their judgments in the order of their numbers."""
    workers = _workers(campaign)
    judged = _judged(campaign, POSITION if order == "position" else NAME)
    following = next(judged, NOBODY)
    for items in _items(campaign, order):
        found = []
        for item in items:
            given = following.by_worker(workers) if following.item == item.pk else []
            if given:
                following = next(judged, NOBODY)
            found.append(JudgedItem(item, given))
        yield found


def judged_in_turn(campaign: Campaign) -> Iterator[list[JudgedItem]]:
    """Yield the items with a judgment that counts, ordered by their first such judgment, with all
    of them in the order of their numbers."""
    workers = _workers(campaign)
    for some in in_batches(_judged(campaign, FIRST), ITEMS_AT_ONCE):
        items = Item.objects.in_bulk([one.item for one in some])
        yield [JudgedItem(items[one.item], one.by_worker(workers)) for one in some]


class _Given(NamedTuple):
    """The judgments of an item that count: their enrolments and vectors, separated by spaces."""

    item: int
    enrolments: str
    vectors: str

    def by_worker(self, workers: Mapping[int, int]) -> list[tuple[int, Vector]]:
        numbers = [workers[int(one)] for one in self.enrolments.split(" ")]
        return list(zip(numbers, map(vector_of, self.vectors.split(" ")), strict=True))


NOBODY = _Given(0, "", "")


def _workers(campaign: Campaign) -> Mapping[int, int]:
    """Return the number of each enrolment's worker."""
    return dict(campaign.enrolments.values_list("pk", "worker__number"))


def _judged(campaign: Campaign, order: sql.Composable) -> Iterator[_Given]:
    """Yield the items that have judgments that count, in their order."""
    query = sql.SQL(JUDGED).format(campaign=sql.Literal(campaign.pk), order=order)
    with connection.chunked_cursor() as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(ITEMS_AT_ONCE):
            yield from map(_Given._make, rows)


# One row per item, however many judgments it has: rows cost more than their content.
ANSWERED = """
SELECT item.position, item.id, answered.vectors FROM (
    SELECT hit.item_id,
        string_agg(array_to_string(judgment.vector, ','), ' ' ORDER BY judgment.id) AS vectors
    FROM annotation_judgment judgment
    JOIN annotation_hit hit ON hit.id = judgment.hit_id AND hit.campaign_id = {campaign}
    WHERE judgment.campaign_id = {campaign} AND judgment.counts AND {found} GROUP BY hit.item_id
) answered JOIN annotation_item item ON item.id = answered.item_id ORDER BY item.position
"""


class Answered(NamedTuple):
    """An item by its position and its number, with the judgments that count, in the order of their
    numbers."""

    position: int
    item: int
    vectors: list[Vector]


def answered_items(extent: Extent) -> Iterator[Answered]:
    """Yield the items that have judgments that count, in their order; call it inside a snapshot."""
    found: sql.Composable = sql.SQL("TRUE")
    if extent.found is not None:
        found = sql.SQL("hit.item_id = ANY({})").format(sql.Literal(list(extent.found)))
    query = sql.SQL(ANSWERED).format(campaign=sql.Literal(extent.campaign.pk), found=found)
    with connection.chunked_cursor() as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(NAMES_AT_ONCE):
            for position, item, vectors in rows:
                yield Answered(position, item, list(map(vector_of, vectors.split(" "))))


def judged_in_order(
    campaign: Campaign, read: Callable[[Item], T]
) -> Iterator[tuple[T, JudgmentRead]]:
    """Yield all judgments in the order of their numbers, each with its item as read by this
    function."""
    judgments = Judgment.objects.filter(campaign=campaign).order_by("pk")
    rows = judgments.values_list(*FIELDS).iterator(JUDGMENTS_AT_ONCE)
    for batch in in_batches((JudgmentRead(*row) for row in rows), JUDGMENTS_AT_ONCE):
        found = Item.objects.in_bulk({one.item_id for one in batch})
        items = {pk: read(item) for pk, item in found.items()}
        for one in batch:
            yield items[one.item_id], one


def names_in_order(campaign: Campaign) -> Iterator[list[tuple[int, str]]]:
    """Yield the number and the name of each item, in the order of `items_by_name`."""
    rows = included_items(campaign).order_by(BY_NAME).values_list("pk", "text")
    yield from in_batches(rows.iterator(NAMES_AT_ONCE), NAMES_AT_ONCE)


# One row per item, however many judgments it has: rows cost more than their content. The order is
# that of code points, as in canonical JSON. Judgments are gathered once: where PostgreSQL counted
# the tables while they were empty, it would gather them again for each item.
TEXTS = """
WITH judged AS MATERIALIZED (
    SELECT hit.item_id, string_agg(assignment.enrolment_id::text, ' ') AS enrolments,
        string_agg(array_to_string(judgment.vector, ','), ' ') AS vectors
    FROM annotation_judgment judgment
    JOIN annotation_hit hit ON hit.id = judgment.hit_id AND hit.campaign_id = {campaign}
    JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
    WHERE judgment.campaign_id = {campaign} AND judgment.counts GROUP BY hit.item_id
)
SELECT item.id, item.text, (item.content -> 'tokens')::text, judged.enrolments, judged.vectors
FROM annotation_item item LEFT JOIN judged ON judged.item_id = item.id
WHERE item.dataset_id = {dataset}
    AND {included}
ORDER BY item.text COLLATE "C"
"""


def judged_texts(campaign: Campaign) -> Iterator[list[JudgedText]]:
    """Yield the texts of a campaign of segmentations in batches, without those that its scheme
    leaves out; call it inside a snapshot."""
    query = sql.SQL(TEXTS).format(
        campaign=sql.Literal(campaign.pk),
        dataset=sql.Literal(campaign.dataset_id),
        included=included_in_sql(campaign),
    )
    with connection.chunked_cursor() as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(ITEMS_AT_ONCE):
            yield [_read(*row) for row in rows]


def _read(pk: int, text: str, words: str, by: str | None, vectors: str | None) -> JudgedText:
    enrolments = [] if by is None else list(map(int, by.split(" ")))
    # The vector of one word is empty, and so is its text.
    answers = [] if vectors is None else [vector_of(one) for one in vectors.split(" ")]
    return JudgedText(pk, text, orjson.loads(words), enrolments, answers)
