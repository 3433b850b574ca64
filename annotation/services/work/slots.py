"""Take one slot of a campaign, in one statement whose cost does not grow with the campaign."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from annotation.models import HIT, Assignment, Item, Suggestion
from annotation.services.pay.purse import AFFORD, DRAW
from annotation.services.prepared import fetch_one
from annotation.services.work.worker_state import LAST_OF_ALL, Stretch, WorkerState

# On `tenths` of each ten HITs in the order, a worker starts with a suggestion: on the first ones
# after shuffling the ten by the campaign's seed, separately for each worker and each ten.
ARM = """(
    SELECT count(*) FROM generate_series(0, 9) other,
        concat_ws(':', %(seed)s::bigint, %(enrolment)s::bigint, 'arm', (took.position - 1) / 10) ten
    WHERE md5(concat_ws(':', ten, other)) < md5(concat_ws(':', ten, (took.position - 1) %% 10))
) < %(tenths)s"""
# A HIT without a suggestion is in neither arm.
SUGGESTED = f"""
    CASE WHEN EXISTS (SELECT FROM annotation_suggestion suggestion
                      WHERE suggestion.hit_id = took.id)
         THEN {ARM} END"""
IN_NO_ARM = "NULL::boolean"

# Each HIT takes its share of a minute, counted from the end of the last HIT's share or from now.
PACE = """
    paced_at = greatest(enrolment.paced_at, statement_timestamp())
        + make_interval(secs => %(pace)s)
"""

LEASE = """
    INSERT INTO annotation_assignment
        (hit_id, enrolment_id, status, claimed_at, expires_at, later, repeat, suggested)
    SELECT took.id, %(enrolment)s, 'open', statement_timestamp(),
           statement_timestamp() + make_interval(secs => %(seconds)s), false, %(repeat)s,
           {suggested}
    FROM took
    RETURNING id, claimed_at, expires_at, suggested
"""

# A postponed HIT keeps its assignment.
LEASE_AGAIN = """
    UPDATE annotation_assignment again
    SET status = 'open', later = false, ended_at = NULL, claimed_at = statement_timestamp(),
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s)
    FROM mine WHERE again.id = mine.id
    RETURNING again.id, again.claimed_at, again.expires_at, again.suggested
"""

ANSWER = """
SELECT leased.id, leased.claimed_at, leased.expires_at, leased.suggested, suggestion.payload::text,
       took.id, took.position, item.id,
       item.dataset_id, item.position, item.text, item.content::text, item.document_id
FROM leased CROSS JOIN took JOIN annotation_item item ON item.id = took.item_id
LEFT JOIN annotation_suggestion suggestion ON leased.suggested AND suggestion.hit_id = took.id
"""

# `passed` is the first HIT before the slot that is still open and that the worker has not had.
# Another claim had locked it, so the worker's place stays before it and the next claim tries it
# again. OFFSET 0 keeps the planner from hashing everything the worker has done. Only the stretch of
# the order from `reached` to `last` is searched; `shift` converts its places to the worker's own.
TAKE_NEXT = """
WITH {afford}slot AS (
    SELECT hit.id, hit.{order} AS place
    FROM annotation_hit hit
    WHERE hit.campaign_id = %(campaign)s AND hit.{order} > %(reached)s AND hit.{order} <= %(last)s
      {in_pilot} {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s OFFSET 0)
    ORDER BY hit.{order}
    LIMIT 1
    FOR NO KEY UPDATE OF hit {wait}
), took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + 1 FROM slot WHERE hit.id = slot.id
    RETURNING hit.id, hit.item_id, hit.position
), leased AS ({lease}), passed AS (
    SELECT min(hit.{order}) AS place
    FROM annotation_hit hit, slot
    WHERE hit.campaign_id = %(campaign)s
      AND hit.{order} > %(reached)s AND hit.{order} < slot.place
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s OFFSET 0)
), moved AS (
    UPDATE annotation_enrolment enrolment
    SET {reached} = coalesce((SELECT place - 1 FROM passed), slot.place) + %(shift)s, {pace}
    FROM slot WHERE enrolment.id = %(enrolment)s
)
"""

TAKE_NAMED = """
WITH {afford}took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + (NOT hit.known)::integer
    WHERE hit.id = %(hit)s AND hit.campaign_id = %(campaign)s
      AND (hit.taken < hit.quota OR hit.known) {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s)
    RETURNING hit.id, hit.item_id, hit.position
), leased AS ({lease})
"""

# Each worker gets the gold HITs in their own shuffled order, which nobody else can predict.
TAKE_KNOWN = """
WITH {afford}took AS (
    SELECT hit.id, hit.item_id, hit.position FROM annotation_hit hit
    WHERE hit.campaign_id = %(campaign)s AND hit.known {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s)
    ORDER BY md5(%(seed)s || ':' || %(enrolment)s || ':' || hit.position)
    LIMIT 1
), leased AS ({lease}), paced AS (
    UPDATE annotation_enrolment enrolment SET {pace} FROM took WHERE enrolment.id = %(enrolment)s
)
"""

# A postponed HIT is the same assignment again, so its draft is still there. The one postponed first
# comes first.
TAKE_PUT_OFF = """
WITH {afford}mine AS (
    SELECT mine.id, mine.hit_id FROM annotation_assignment mine
    JOIN annotation_hit hit ON hit.id = mine.hit_id
    WHERE mine.enrolment_id = %(enrolment)s AND mine.later AND hit.taken < hit.quota {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_judgment judged WHERE judged.assignment_id = mine.id)
    ORDER BY mine.ended_at
    LIMIT 1
    FOR NO KEY UPDATE OF mine, hit
), took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + 1 FROM mine WHERE hit.id = mine.hit_id
    RETURNING hit.id, hit.item_id, hit.position
), leased AS ({lease}), paced AS (
    UPDATE annotation_enrolment enrolment SET {pace} FROM took WHERE enrolment.id = %(enrolment)s
)
"""

# `recent` are the last HITs that the worker submitted. A repeat was submitted before all of these,
# and was no gold HIT. A postponed HIT keeps its old assignment, so the times are compared. Both
# walk back along the index of a worker's assignments: with an equality for one worker, the planner
# may walk back over everybody's.
TAKE_REPEAT = """
WITH {afford}recent AS (
    SELECT id, ended_at FROM annotation_assignment
    WHERE enrolment_id >= %(enrolment)s AND (enrolment_id, id) < (%(enrolment)s, %(beyond)s)
      AND status = 'submitted'
    ORDER BY enrolment_id DESC, id DESC LIMIT %(apart)s
), edge AS (
    SELECT min(id) AS id, min(ended_at) AS ended_at FROM recent HAVING count(*) = %(apart)s
), took AS (
    SELECT hit.id, hit.item_id, hit.position
    FROM annotation_assignment mine JOIN annotation_hit hit ON hit.id = mine.hit_id
    WHERE mine.enrolment_id >= %(enrolment)s
      AND (mine.enrolment_id, mine.id) < (%(enrolment)s, (SELECT id FROM edge))
      AND mine.ended_at <= (SELECT ended_at FROM edge)
      AND mine.status = 'submitted' AND NOT mine.repeat AND NOT hit.known {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment again
                      WHERE again.hit_id = hit.id AND again.enrolment_id = %(enrolment)s
                        AND again.repeat OFFSET 0)
    ORDER BY mine.enrolment_id DESC, mine.id DESC
    LIMIT 1
), leased AS ({lease}), paced AS (
    UPDATE annotation_enrolment enrolment SET {pace} FROM took WHERE enrolment.id = %(enrolment)s
)
"""


def take_next_slot(worker: WorkerState, stretch: Stretch, *, wait: bool) -> Assignment | None:
    """Take the first open HIT of a stretch that the worker has not had. Without `wait`, locked HITs
    are skipped."""
    order = stretch.order
    words = {"order": order.column, "reached": order.reached, "pace": PACE, "in_pilot": ""}
    places = {"reached": stretch.after, "last": stretch.last, "shift": stretch.shift}
    if worker.pilot is not None:
        words["in_pilot"] = "AND hit.position <= %(pilot)s"
        places["pilot"] = worker.pilot
    if worker.tenths is not None:
        words["suggested"] = SUGGESTED
        places |= {"seed": worker.seed, "tenths": worker.tenths}
    return _take(TAKE_NEXT, worker, words, wait=wait, **places)


def take_named_slot(worker: WorkerState, hit_id: int) -> Assignment | None:
    """Take a slot of this HIT; None if it is full or the worker has had it."""
    return _take(TAKE_NAMED, worker, {}, wait=True, hit=hit_id)


def take_known(worker: WorkerState) -> Assignment | None:
    """Take a gold HIT that the worker has not had; None if they have had them all."""
    return _take(TAKE_KNOWN, worker, {"pace": PACE}, wait=True, seed=worker.seed)


def take_repeat(worker: WorkerState) -> Assignment | None:
    """Repeat an earlier HIT of the worker; None if none lies far enough back."""
    words, apart = {"pace": PACE}, worker.repeat_apart
    return _take(
        TAKE_REPEAT, worker, words, wait=True, apart=apart, repeat=True, beyond=LAST_OF_ALL
    )


def take_put_off(worker: WorkerState) -> Assignment | None:
    """Take a postponed HIT again; None if none is still needed."""
    return _take(TAKE_PUT_OFF, worker, {"pace": PACE, "own_lease": LEASE_AGAIN}, wait=True)


def _take(
    statement: str,
    worker: WorkerState,
    words: Mapping[str, str],
    *,
    wait: bool,
    **places: int,
) -> Assignment | None:
    """Take a slot within the budgets. An unpaid judgment draws on none."""
    lock = "" if wait else "SKIP LOCKED"
    own_lease = words.get("own_lease", LEASE)
    own_lease = own_lease.format(suggested=words.get("suggested", IN_NO_ARM))
    paid = bool(worker.unit)
    statement = statement.format(
        afford=f"{AFFORD.format(wait=lock)}, " if paid else "",
        afforded="AND EXISTS (SELECT FROM afforded)" if paid else "",
        lease=f"{own_lease}), {DRAW.removesuffix(')').rstrip()}" if paid else own_lease,
        wait=lock,
        **words,
    )
    row = fetch_one(
        statement + ANSWER,
        {
            "campaign": worker.campaign_id,
            "enrolment": worker.enrolment_id,
            "seconds": worker.seconds_allotted,
            "pace": worker.pace,
            "project": worker.project_id,
            "unit": worker.unit,
            "repeat": False,
            **places,
        },
    )
    return _assignment(worker, row) if row else None


def _assignment(worker: WorkerState, row: tuple[Any, ...]) -> Assignment:
    """Return the rows that the statement wrote as models."""
    assignment_id, claimed_at, expires_at, suggested, draft, hit_id, place, *columns = row
    item = item_from(columns)
    hit = HIT.from_db(
        None,
        ("id", "campaign_id", "item_id", "position"),
        (hit_id, worker.campaign_id, item.pk, place),
    )
    hit.item = item
    if suggested:
        hit.suggestion = Suggestion(hit=hit, payload=json.loads(draft))
    assignment = Assignment(
        id=assignment_id,
        hit=hit,
        enrolment_id=worker.enrolment_id,
        claimed_at=claimed_at,
        expires_at=expires_at,
        suggested=suggested,
    )
    assignment._state.adding = False
    assignment.read_at = claimed_at
    return assignment


def item_from(columns: Sequence[Any]) -> Item:
    """Return an item from its columns in the order of the model, with its content as JSON text."""
    item_id, dataset_id, position, text, content, document_id = columns
    return Item(item_id, dataset_id, position, text, json.loads(content), document_id)
