"""The same writes as one loop of a worker, by PostgreSQL alone: a statement for the submission and
one for the claim, in a transaction each, without a web server and without Django."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from uuid import uuid4

import psycopg2
from psycopg2.extras import Json

from annotation.models import Enrolment
from annotation.services.work.claim import claim_hit
from bench.site.server import cpu_of_family, postmaster

SUBMIT = """
WITH stored AS (
    INSERT INTO annotation_judgment (assignment_id, campaign_id, hit_id, submission_id, payload,
        vector, late, took_slot, review, counts, folded, repeat, submitted_at, active_ms)
    SELECT id, %(campaign)s, hit_id, %(submission)s, %(payload)s, %(vector)s, false, true, '', true,
        false, false, statement_timestamp(), 1000
    FROM annotation_assignment WHERE id = %(assignment)s
    RETURNING id, submitted_at
), ended AS (
    UPDATE annotation_assignment SET status = 'submitted', ended_at = statement_timestamp()
    WHERE id = %(assignment)s
), credited AS (
    UPDATE annotation_enrolment SET submitted = submitted + 1, earning = earning + 1,
        active_ms = active_ms + 1000
    WHERE id = %(enrolment)s
)
INSERT INTO annotation_auditevent (at, verb, campaign_id, worker_id, object_id, details)
SELECT submitted_at, 'judgment.submitted', %(campaign)s, %(worker)s, id, '{}' FROM stored
"""
CLAIM = """
WITH worker AS (
    SELECT id, position_reached FROM annotation_enrolment WHERE id = %(enrolment)s FOR NO KEY UPDATE
), hit AS (
    UPDATE annotation_hit SET taken = taken + 1 WHERE id = (
        SELECT hit.id FROM annotation_hit hit, worker
        WHERE hit.campaign_id = %(campaign)s AND hit.taken < hit.quota
            AND hit.position > worker.position_reached
        ORDER BY hit.position LIMIT 1)
    RETURNING id, position
), moved AS (
    UPDATE annotation_enrolment SET position_reached = (SELECT position FROM hit)
    WHERE id = %(enrolment)s
)
INSERT INTO annotation_assignment (hit_id, enrolment_id, status, claimed_at, expires_at)
SELECT id, %(enrolment)s, 'open', statement_timestamp(),
    statement_timestamp() + interval '30 minutes' FROM hit
RETURNING id
"""


class Raw:
    """A connection that does what a worker's loop writes. Its cost is that of this process and of
    PostgreSQL."""

    def __init__(self, enrolment: Enrolment, payload: object, vector: list[int]) -> None:
        self._connection = psycopg2.connect(os.environ["DATABASE_URL"])
        self._assignment = claim_hit(enrolment_id=enrolment.pk).pk
        self._known = {
            "campaign": enrolment.campaign_id,
            "enrolment": enrolment.pk,
            "worker": enrolment.worker_id,
            "payload": Json(payload),
            "vector": vector,
        }

    def once(self) -> None:
        given = self._known | {"assignment": self._assignment, "submission": str(uuid4())}
        with self._connection, self._connection.cursor() as cursor:
            cursor.execute(SUBMIT, given)
        with self._connection, self._connection.cursor() as cursor:
            cursor.execute(CLAIM, given)
            row = cursor.fetchone()
        assert row is not None, "no task is left"
        [self._assignment] = row

    def cpu_seconds(self) -> float:
        return process_time() + cpu_of_family(postmaster())

    def close(self) -> None:
        self._connection.close()


@contextmanager
def raw(enrolment: Enrolment, payload: object, vector: list[int]) -> Iterator[Raw]:
    found = Raw(enrolment, payload, vector)
    try:
        yield found
    finally:
        found.close()
