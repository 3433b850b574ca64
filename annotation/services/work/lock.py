"""Lock an assignment with its worker's enrolment, for the most frequent request."""

from annotation.models import HIT, Assignment, Enrolment, Item, KnownAnswer
from annotation.services.prepared import fetch_one

ASSIGNMENT_FIELDS = ("id", "hit_id", "enrolment_id", "status", "claimed_at", "repeat", "suggested")
HIT_FIELDS = ("id", "campaign_id", "item_id", "cap", "known", "answer_id")
ANSWER_FIELDS = ("id", "vector", "why")
ENROLMENT_FIELDS = (
    "id",
    "campaign_id",
    "worker_id",
    "submitted",
    "active_ms",
    "of_program",
    "training_done",
    "training_right",
    "training_missed",
    "known_done",
    "known_right",
    "known_missed",
    "trained_at",
    "stopped_at",
    "restored_at",
    "excluded_at",
    "withdrawn_at",
)
TABLES = {
    "assignment": ASSIGNMENT_FIELDS,
    "hit": HIT_FIELDS,
    "answer": ANSWER_FIELDS,
    "enrolment": ENROLMENT_FIELDS,
}
COLUMNS = ", ".join(f"{table}.{name}" for table, names in TABLES.items() for name in names)
LOCK = f"""
SELECT {COLUMNS}
FROM annotation_assignment assignment
JOIN annotation_enrolment enrolment ON enrolment.id = assignment.enrolment_id
JOIN annotation_hit hit ON hit.id = assignment.hit_id
LEFT JOIN annotation_knownanswer answer ON answer.id = hit.answer_id
WHERE assignment.id = %s AND assignment.enrolment_id = %s
FOR NO KEY UPDATE OF enrolment, assignment
"""  # noqa: S608 - the names of columns are written above


def lock_assignment(*, enrolment_id: int, assignment_id: int, item: Item) -> Assignment | None:
    """Lock and return an assignment with its HIT and enrolment; None if the worker has no such
    assignment.

    If the same answer is sent twice at once, the second waits here and then finds the first. The
    worker's row is locked before the HIT's, as in a claim. This reads only the columns that a
    submission needs, without the ORM's time to build the query. Others are fetched when read."""
    row = fetch_one(LOCK, (assignment_id, enrolment_id))
    return None if row is None else _assignment(row, item)


def _assignment(row: tuple[object, ...], item: Item) -> Assignment:
    parts, first = [], 0
    for names in TABLES.values():
        parts.append(row[first : first + len(names)])
        first += len(names)
    own, of_hit, of_answer, of_enrolment = parts
    assignment = Assignment.from_db(None, ASSIGNMENT_FIELDS, own)
    assignment.hit = HIT.from_db(None, HIT_FIELDS, of_hit)
    assignment.hit.item = item
    if assignment.hit.answer_id is not None:
        assignment.hit.answer = KnownAnswer.from_db(None, ANSWER_FIELDS, of_answer)
    assignment.enrolment = Enrolment.from_db(None, ENROLMENT_FIELDS, of_enrolment)
    return assignment
