"""Lines of JSON written by PostgreSQL, copied from one moment of the database.

A campaign's workers, items and judgments are identified by numbers, and no row contains more about
a worker. Answers contain only choices, except those in the worker's own words.
"""

from collections.abc import Callable

from django.db import connection
from psycopg2 import sql

from analysis.exports.export import Sink
from analysis.reading.extent import Extent, included_in_sql
from annotation.models import Campaign
from annotation.schemes import OWN_WORDS, scheme_of

ITEMS = """
SELECT item.position AS item, item.text, document.text AS document, item.content
FROM annotation_item item LEFT JOIN annotation_item document ON document.id = item.document_id
WHERE item.dataset_id = {dataset} AND {included} AND {found} ORDER BY item.position
"""
DOCUMENTS = """
SELECT document.text AS document, document.content
FROM annotation_item document WHERE document.id IN (
    SELECT item.document_id FROM annotation_item item
    WHERE item.dataset_id = {dataset} AND {included} AND {found})
ORDER BY document.id
"""
WORKERS = """
SELECT worker.number AS worker, worker.source, enrolment.joined_at, enrolment.submitted,
    enrolment.earning AS paid, enrolment.excluded_at IS NOT NULL AS excluded,
    enrolment.withdrawn_at IS NOT NULL AS withdrawn,
    enrolment.stopped_at IS NOT NULL AS stopped{wording}
FROM annotation_enrolment enrolment JOIN annotation_worker worker ON worker.id = enrolment.worker_id
WHERE enrolment.campaign_id = {campaign} AND {judged} ORDER BY worker.number
"""
# Every judgment, including those that do not count. What is the same for many judgments is joined
# first: PostgreSQL would otherwise join each judgment with the items and workers of all campaigns.
JUDGMENTS = """
WITH judged AS MATERIALIZED (
    SELECT hit.id, hit.known, item.position
    FROM annotation_hit hit JOIN annotation_item item ON item.id = hit.item_id
    WHERE hit.campaign_id = {campaign} AND {found}
), judge AS MATERIALIZED (
    SELECT enrolment.id, enrolment.wording, worker.number
    FROM annotation_enrolment enrolment
    JOIN annotation_worker worker ON worker.id = enrolment.worker_id
    WHERE enrolment.campaign_id = {campaign}
)
SELECT judgment.id AS judgment, judged.position AS item, judge.number AS worker,
    {answer} AS answer, judgment.vector, judgment.counts, judgment.late,
    judgment.took_slot, judged.known,
    judgment.repeat, judgment.review, assignment.claimed_at, judgment.submitted_at,
    trunc(extract(epoch FROM judgment.submitted_at - assignment.claimed_at), 3) AS seconds,
    trunc(judgment.active_ms / 1000.0, 3) AS active_seconds,
    trunc(judgment.first_action_ms / 1000.0, 3) AS first_action_seconds,
    judgment.suggested, judgment.as_suggested{wording_of_judge}
FROM annotation_judgment judgment
JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
JOIN judged ON judged.id = judgment.hit_id
JOIN judge ON judge.id = assignment.enrolment_id
WHERE judgment.campaign_id = {campaign} ORDER BY judgment.id
"""
# Only workers who judged one of the items found.
JUDGED = """enrolment.id IN (
    SELECT assignment.enrolment_id FROM annotation_assignment assignment
    JOIN annotation_judgment judgment ON judgment.assignment_id = assignment.id
    JOIN annotation_hit hit ON hit.id = judgment.hit_id
    JOIN annotation_item item ON item.id = hit.item_id
    WHERE judgment.campaign_id = {campaign} AND {found})"""
# Most payloads contain only choices.
CHOICES = """CASE WHEN judgment.payload - {names} = '{{}}' THEN judgment.payload ELSE
    coalesce((SELECT jsonb_object_agg(key, value) FROM jsonb_each(judgment.payload)
        WHERE key = ANY ({names})), '{{}}') END"""
# Files of campaigns with one wording only stay as they always were.
WORDING = ", {}.wording"
BLOCK_BYTES = 1 << 17
# JSON contains neither of the two characters, so no line is quoted or escaped.
COPY = (
    "COPY (SELECT row_to_json(line) FROM ({query}) line) TO STDOUT "
    "(FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')"
)


def _answer(campaign: Campaign) -> sql.Composable:
    """Return the SQL expression for an answer without anything that `Scheme.impersonal` drops."""
    scheme = scheme_of(campaign)
    if scheme.name in OWN_WORDS:
        return sql.SQL("judgment.payload")
    return sql.SQL(CHOICES).format(names=sql.Literal(list(scheme.choices_in)))


def copy_lines(lines: str, extent: Extent, sink: Sink) -> int:
    """Write the rows of one of these queries, one line each, and return their number."""
    campaign = sql.Literal(extent.campaign.pk)
    found: sql.Composable = sql.SQL("TRUE")
    judged = found
    if extent.found is not None:
        found = sql.SQL("item.id = ANY({})").format(sql.Literal(list(extent.found)))
        judged = sql.SQL(JUDGED).format(campaign=campaign, found=found)
    query = sql.SQL(lines).format(
        campaign=campaign,
        dataset=sql.Literal(extent.campaign.dataset_id),
        answer=_answer(extent.campaign),
        found=found,
        included=included_in_sql(extent.campaign),
        judged=judged,
        wording=_wording(extent.campaign, "enrolment"),
        wording_of_judge=_wording(extent.campaign, "judge"),
    )
    blocks = _Blocks(sink)
    with connection.cursor() as cursor:
        cursor.copy_expert(sql.SQL(COPY).format(query=query), blocks)
        blocks.pass_on()
        return int(cursor.rowcount)


def _wording(campaign: Campaign, table: str) -> sql.Composable:
    if not campaign.wordings:
        return sql.SQL("")
    return sql.SQL(WORDING).format(sql.Identifier(table))


class _Blocks:
    """A sink that passes rows on in blocks: psycopg2 writes each row by itself."""

    def __init__(self, sink: Sink) -> None:
        self._sink, self._rows, self._size = sink, list[bytes](), 0

    def write(self, row: bytes) -> None:
        self._rows.append(row)
        self._size += len(row)
        if self._size >= BLOCK_BYTES:
            self.pass_on()

    def pass_on(self) -> None:
        rows, self._rows, self._size = self._rows, [], 0
        self._sink.write(b"".join(rows))


class LineCounter:
    """A sink that counts lines."""

    def __init__(self, sink: Sink, progress: Callable[[int], None]) -> None:
        self._sink, self._progress, self.lines = sink, progress, 0

    def write(self, data: bytes) -> int:
        self._sink.write(data)
        self.lines += data.count(b"\n")
        self._progress(self.lines)
        return len(data)
