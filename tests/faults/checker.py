"""Compare the history of the clients with the database, after any fault.

Each function below is an invariant of docs/promises.md and yields a sentence for each violation.
They read plain rows, so that no code of the services can hide an error of its own."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from django.db.models import QuerySet

from annotation.models import Assignment, AuditEvent, Campaign, Judgment
from tasks.reconcile import reconcile_campaign
from tests.faults.history import STORED, History
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.queries import run_sql

# Statuses that tell a client to try again later.
LATER = frozenset({429, 502, 503})
ALREADY = "already_submitted"

Violations = Iterator[str]


def check(history: History, *campaigns: Campaign) -> None:
    """Fail with a sentence for each violation of an invariant."""
    found = violations(history, campaigns)
    assert not found, "\n".join(found)
    for campaign in campaigns:
        check_serving(campaign)
        check_figures(campaign)


def violations(history: History, campaigns: Sequence[Campaign]) -> list[str]:
    return [found for invariant in INVARIANTS for found in invariant(history, campaigns)]


def no_quota_is_exceeded(_: History, campaigns: Sequence[Campaign]) -> Violations:
    counted = """
        SELECT hit.id, hit.quota, hit.taken,
               (SELECT count(*) FROM annotation_assignment lease WHERE lease.hit_id = hit.id
                AND lease.status = 'open' AND NOT lease.repeat)
             + (SELECT count(*) FROM annotation_judgment judgment WHERE judgment.hit_id = hit.id
                AND judgment.took_slot AND NOT judgment.repeat)
        FROM annotation_hit hit WHERE hit.campaign_id = ANY(%s) AND NOT hit.known
    """
    for hit, quota, taken, used in run_sql(counted, [_keys(campaigns)]):
        if used > quota:
            yield f"HIT {hit} has {used} judgments and leases, above its quota of {quota}"
        if used != taken:
            yield f"HIT {hit} has {used} judgments and leases, but says {taken}"


def one_live_assignment_per_worker(_: History, campaigns: Sequence[Campaign]) -> Violations:
    doubled = """
        SELECT enrolment_id, hit_id, count(*) FROM annotation_assignment assignment
        JOIN annotation_hit hit ON hit.id = hit_id WHERE hit.campaign_id = ANY(%s)
        GROUP BY enrolment_id, hit_id, repeat HAVING count(*) > 1
    """
    for enrolment, hit, count in run_sql(doubled, [_keys(campaigns)]):
        yield f"Enrolment {enrolment} has {count} assignments of HIT {hit}"
    live = """
        SELECT enrolment_id, count(*) FROM annotation_assignment assignment
        JOIN annotation_hit hit ON hit.id = hit_id
        WHERE hit.campaign_id = ANY(%s) AND status = 'open' GROUP BY 1 HAVING count(*) > 1
    """
    for enrolment, count in run_sql(live, [_keys(campaigns)]):
        yield f"Enrolment {enrolment} has {count} open assignments"


def leases_are_as_told(history: History, campaigns: Sequence[Campaign]) -> Violations:
    rows = Assignment.objects.filter(hit__campaign__in=campaigns)
    owners = dict(rows.values_list("pk", "enrolment"))
    for lease in set(history.leases):
        owner = owners.get(lease.assignment)
        if owner != lease.enrolment:
            was = f"Assignment {lease.assignment} was given to enrolment {lease.enrolment}"
            yield f"{was}, but belongs to {owner}"


def acknowledged_is_stored_once(history: History, campaigns: Sequence[Campaign]) -> Violations:
    stored = defaultdict[str, list[Judgment]](list)
    for judgment in Judgment.objects.filter(campaign__in=campaigns):
        stored[str(judgment.submission_id)].append(judgment)
    created = Counter(one.submission_id for one in history.submissions if one.status == 201)
    for key, times in created.items():
        if times > 1:
            yield f"Submission {key} was acknowledged {times} times as new"
    for one in history.acknowledged():
        rows = stored[one.submission_id]
        if len(rows) != 1:
            yield f"Submission {one.submission_id} was acknowledged and is stored {len(rows)} times"
            continue
        if rows[0].assignment_id != one.assignment or rows[0].payload != one.payload:
            yield f"Submission {one.submission_id} is stored differently"
        receipt = one.answer["receipt"]
        if (receipt["late"], receipt["counts"]) != (rows[0].late, rows[0].took_slot):
            yield f"The receipt of submission {one.submission_id} differs from what is stored"


def nothing_stored_was_not_sent(history: History, campaigns: Sequence[Campaign]) -> Violations:
    sent = {(one.submission_id, one.assignment) for one in history.submissions}
    rows = Judgment.objects.filter(campaign__in=campaigns)
    for key, assignment in rows.values_list("submission_id", "assignment"):
        if (str(key), assignment) not in sent:
            yield f"Nobody sent submission {key} of assignment {assignment}"
    for assignment, count in Counter(rows.values_list("assignment", flat=True)).items():
        if count > 1:
            yield f"Assignment {assignment} has {count} judgments"


def nothing_sent_is_dropped(history: History, campaigns: Sequence[Campaign]) -> Violations:
    for one in history.unanswered():
        yield f"Submission {one.submission_id} was never acknowledged: {one.status} {one.code}"
    refused = AuditEvent.objects.filter(campaign__in=campaigns, verb="judgment.refused")
    logged = set(refused.values_list("details__submission_id", flat=True))
    for one in history.submissions:
        if one.code == ALREADY and one.submission_id not in logged:
            yield f"The second answer {one.submission_id} was dropped"


def refusals_have_a_reason(history: History, _: Sequence[Campaign]) -> Violations:
    for one in history.submissions:
        known = one.status is None or one.status in STORED | LATER or one.code == ALREADY
        if not known:
            yield f"Submission {one.submission_id} got the status {one.status} ({one.code})"


def figures_equal_a_recomputation(_: History, campaigns: Sequence[Campaign]) -> Violations:
    for campaign in campaigns:
        for name in reconcile_campaign(campaign.pk).differing:
            yield f"Figures of campaign {campaign.pk} differ: {name}"


def nothing_is_stuck(_: History, campaigns: Sequence[Campaign]) -> Violations:
    for key in Judgment.objects.unfolded().filter(campaign__in=campaigns).values_list("pk"):
        yield f"Judgment {key[0]} waits to be folded"
    overdue = """
        SELECT lease.id FROM annotation_assignment lease JOIN annotation_hit hit ON hit.id = hit_id
        WHERE hit.campaign_id = ANY(%s) AND lease.status = 'open'
          AND lease.expires_at < statement_timestamp() - interval '10 seconds'
    """
    for (assignment,) in run_sql(overdue, [_keys(campaigns)]):
        yield f"Assignment {assignment} expired and still takes a slot"


def the_audit_is_complete(_: History, campaigns: Sequence[Campaign]) -> Violations:
    events = AuditEvent.objects.filter(campaign__in=campaigns)
    stored = Judgment.objects.filter(campaign__in=campaigns)
    yield from _differences(
        "judgment.submitted", events, Counter(stored.values_list("pk", flat=True))
    )
    ended = Assignment.objects.filter(hit__campaign__in=campaigns)
    for status in (Assignment.Status.EXPIRED, Assignment.Status.RELEASED):
        found = ended.filter(status=status).values_list("pk", flat=True)
        late = ended.filter(judgment__late=True).values_list("pk", flat=True)
        yield from _differences(f"hit.{status}", events, Counter(found), allowed=set(late))


def _differences(
    verb: str,
    events: QuerySet[AuditEvent],
    wanted: Counter[int],
    allowed: AbstractSet[int] = frozenset(),
) -> Violations:
    logged = Counter(events.filter(verb=verb).values_list("object_id", flat=True))
    for key in {one for one in logged if one is not None} | wanted.keys():
        if logged[key] != wanted[key] and not (key in allowed and logged[key] == 1):
            yield f"{verb} of {key} is in the audit {logged[key]} times instead of {wanted[key]}"


def _keys(campaigns: Sequence[Campaign]) -> list[int]:
    return [campaign.pk for campaign in campaigns]


# What waits to be folded is looked for before a reconciliation, which folds it.
INVARIANTS: tuple[Callable[[History, Sequence[Campaign]], Violations], ...] = (
    no_quota_is_exceeded,
    one_live_assignment_per_worker,
    leases_are_as_told,
    acknowledged_is_stored_once,
    nothing_stored_was_not_sent,
    nothing_sent_is_dropped,
    refusals_have_a_reason,
    nothing_is_stuck,
    figures_equal_a_recomputation,
    the_audit_is_complete,
)
