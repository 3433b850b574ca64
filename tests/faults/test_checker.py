"""The checker finds each kind of damage: a healthy database is damaged in one way each time."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db.models.functions import Now

from annotation.models import Assignment, Campaign, Enrolment
from annotation.services.errors import AlreadySubmitted
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue
from tasks.fold import fold_all
from tests.faults.checker import check, violations
from tests.faults.history import History, Lease, Submission
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.queries import run_sql

pytestmark = pytest.mark.django_db

ANSWERS = ([0, 0, 1, 0], [1, 0, 0, 0])
NO_RULES = """
SET CONSTRAINTS ALL IMMEDIATE;
DO $$ DECLARE rule record; BEGIN
    FOR rule IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
        WHERE contype IN ('c', 'u') AND conrelid IN ('annotation_hit'::regclass,
            'annotation_assignment'::regclass, 'annotation_judgment'::regclass)
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', rule.of_table, rule.conname);
    END LOOP;
END $$;
DROP INDEX one_open_assignment_per_worker_and_campaign;
"""
COPY_OF_JUDGMENT = """
CREATE TEMPORARY TABLE copied ON COMMIT DROP AS
SELECT * FROM annotation_judgment ORDER BY id LIMIT 1;
UPDATE copied SET id = id + 1000{changed};
INSERT INTO annotation_judgment SELECT * FROM copied;
"""
OPEN_LEASE = """
INSERT INTO annotation_assignment
(hit_id, enrolment_id, status, claimed_at, expires_at, repeat, later)
SELECT hit_id, enrolment_id, 'open', now(), now() + interval '1 hour', false, false
FROM annotation_assignment WHERE status = 'open';
UPDATE annotation_hit SET taken = taken + 1, quota = quota + 1
WHERE id IN (SELECT hit_id FROM annotation_assignment WHERE status = 'open');
"""
DAMAGE = {
    "above its quota": "UPDATE annotation_hit SET quota = 1 WHERE taken = 2",
    "but says": "UPDATE annotation_hit SET taken = 0 WHERE taken = 2",
    "2 assignments of HIT": OPEN_LEASE,
    "2 open assignments": OPEN_LEASE,
    "but belongs to": "UPDATE annotation_assignment SET enrolment_id = "
    "(SELECT max(id) FROM annotation_enrolment) WHERE status = 'open'",
    "acknowledged and is stored 0 times": "DELETE FROM annotation_judgment",
    "acknowledged and is stored 2 times": COPY_OF_JUDGMENT.format(changed=""),
    "is stored differently": """UPDATE annotation_judgment SET payload = '{"boundaries": []}'""",
    "differs from what is stored": "UPDATE annotation_judgment SET late = NOT late",
    "Nobody sent": COPY_OF_JUDGMENT.format(changed=", submission_id = gen_random_uuid()"),
    "has 2 judgments": COPY_OF_JUDGMENT.format(changed=", submission_id = gen_random_uuid()"),
    "second answer": "DELETE FROM annotation_auditevent WHERE verb = 'judgment.refused'",
    "waits to be folded": "UPDATE annotation_judgment SET folded = false",
    "still takes a slot": "UPDATE annotation_assignment SET expires_at = now() - interval '1 hour'",
    "differ: state": "UPDATE annotation_agreementstate SET judgments = judgments + 1",
    "differ: figures": """UPDATE annotation_agreementstate SET figures = '{}'""",
    "differ: summary of HIT": "DELETE FROM annotation_itemsummary",
    "judgment.submitted of": "DELETE FROM annotation_auditevent WHERE verb = 'judgment.submitted'",
    "hit.expired of": """
        INSERT INTO annotation_auditevent (at, verb, campaign_id, object_id, details)
        SELECT at, verb, campaign_id, object_id, details FROM annotation_auditevent
        WHERE verb = 'hit.expired'""",
}


def submit_recorded(history: History, enrolment: Enrolment, boundaries: list[int]) -> Submission:
    """Submit by the service, and record it as a client would."""
    assignment = claim_hit(enrolment_id=enrolment.pk)
    key, payload = uuid4(), {"boundaries": boundaries}
    receipt = submit(enrolment, assignment, payload, key)
    answer = {"receipt": {"late": receipt.late, "counts": receipt.counts}}
    history.add(Lease(enrolment.pk, assignment.pk))
    sent = Submission(enrolment.pk, assignment.pk, str(key), payload, 201, answer)
    history.add(sent)
    return sent


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=2, redundancy=2)


@pytest.fixture
def history(campaign: Campaign) -> History:
    """Record two answers to one HIT, a second answer, an expired lease and an open one."""
    recorded, enrolments = History(), [enrol(campaign) for _ in ANSWERS]
    for enrolment, boundaries in zip(enrolments, ANSWERS, strict=True):
        first = submit_recorded(recorded, enrolment, boundaries)
    other = replace(first, submission_id=str(uuid4()), payload={"boundaries": [1, 1, 1, 1]})
    lease = Assignment.objects.get(pk=first.assignment)
    with pytest.raises(AlreadySubmitted):
        submit(enrolments[-1], lease, other.payload, UUID(other.submission_id))
    refusal = {"error": {"code": "already_submitted"}}
    recorded.add(replace(other, status=409, answer=refusal))
    claim_hit(enrolment_id=enrolments[0].pk)
    Assignment.objects.filter(status="open").update(expires_at=Now() - timedelta(seconds=1))
    expire_overdue()
    recorded.add(Lease(enrolments[1].pk, claim_hit(enrolment_id=enrolments[1].pk).pk))
    fold_all(campaign.pk)
    enrol(campaign)
    return recorded


def test_a_healthy_database_has_no_violation(campaign: Campaign, history: History) -> None:
    check(history, campaign)


@pytest.mark.few(6)
@pytest.mark.parametrize("found", DAMAGE)
def test_each_kind_of_damage_is_found(campaign: Campaign, history: History, found: str) -> None:
    run_sql(NO_RULES)
    run_sql(DAMAGE[found])
    assert found in "\n".join(violations(history, [campaign]))


@pytest.mark.parametrize(
    ("status", "found"),
    [(None, "never acknowledged"), (503, "never acknowledged"), (500, "got the status 500")],
)
def test_an_answer_that_was_never_acknowledged_is_found(
    campaign: Campaign, history: History, status: int | None, found: str
) -> None:
    [first, *_] = history.submissions
    history.add(replace(first, submission_id=str(uuid4()), status=status, answer={}))
    assert found in "\n".join(violations(history, [campaign]))


def test_an_answer_acknowledged_twice_as_new_is_found(campaign: Campaign, history: History) -> None:
    history.add(history.submissions[0])
    assert "2 times as new" in "\n".join(violations(history, [campaign]))
