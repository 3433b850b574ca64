"""The texts of a campaign with their judgments that count, read in the order of the texts."""

from collections.abc import Iterator
from typing import NamedTuple

import orjson
from django.db import connection
from psycopg2 import sql

from analysis.reading.extent import included_in_sql
from analysis.reading.judgment_rows import Vector, vector_of
from annotation.models import Campaign

AT_ONCE = 250
# One row per item, however many judgments it has: rows cost more than their content. The order is
# that of code points, as in canonical JSON.
TEXTS = """
SELECT item.id, item.text, (item.content -> 'tokens')::text, judged.enrolments, judged.vectors
FROM annotation_item item LEFT JOIN (
    SELECT hit.item_id, string_agg(assignment.enrolment_id::text, ' ') AS enrolments,
        string_agg(array_to_string(judgment.vector, ','), ' ') AS vectors
    FROM annotation_judgment judgment
    JOIN annotation_hit hit ON hit.id = judgment.hit_id
    JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
    WHERE judgment.campaign_id = {campaign} AND judgment.counts GROUP BY hit.item_id
) judged ON judged.item_id = item.id
WHERE item.dataset_id = {dataset}
    AND {included}
ORDER BY item.text COLLATE "C"
"""


class JudgedText(NamedTuple):
    """A text with its words, and the judgments that count, each by an enrolment."""

    pk: int
    text: str
    words: list[str]
    enrolments: list[int]
    vectors: list[Vector]


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
        while rows := cursor.fetchmany(AT_ONCE):
            yield [_read(*row) for row in rows]


def _read(pk: int, text: str, words: str, by: str | None, vectors: str | None) -> JudgedText:
    enrolments = [] if by is None else list(map(int, by.split(" ")))
    # The vector of one word is empty, and so is its text.
    answers = [] if vectors is None else [vector_of(one) for one in vectors.split(" ")]
    return JudgedText(pk, text, orjson.loads(words), enrolments, answers)
