"""Database invariants after any test, checked from its rows alone."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce

from agreement.tally import Tally
from annotation.models import (
    HIT,
    AgreementState,
    Assignment,
    AuditEvent,
    Campaign,
    Enrolment,
    EntailmentState,
    Judgment,
)
from annotation.services.campaigns.budget import budget_of, spent_by
from annotation.services.people.refusals import MAX_ANSWER_LENGTH, MAX_ANSWERS
from tasks.recompute import recompute
from tests.helpers.posterior import reaching


def check_serving(campaign: Campaign) -> None:
    """Check that no quota is exceeded, every slot is accounted for, no HIT is short or
    over-requested, nothing is counted twice or for an excluded worker, and the audit log is
    complete."""
    campaign = Campaign.objects.get(pk=campaign.pk)
    leases = _leases(campaign)
    slots = Judgment.objects.filter(hit__campaign=campaign, took_slot=True, repeat=False)
    judgments = Counter(slots.values_list("hit", flat=True))
    lost = Counter(slots.filter(counts=False).values_list("hit", flat=True))
    for hit in HIT.objects.filter(campaign=campaign):
        leased, judged = leases[hit.pk], judgments[hit.pk]
        used = 0 if hit.known else leased + judged
        assert hit.taken == used <= hit.quota, f"{hit}: {leased} leased, {judged} judged"
        assert hit.cap is None or hit.quota <= hit.cap
        _check_quota(campaign, hit, lost[hit.pk])
    _check_extra_judgments(campaign)
    _check_majorities(campaign)
    _check_what_counts(campaign)
    assert not Judgment.objects.filter(
        hit__campaign=campaign, hit__known=True, counts=True
    ).exists()
    twice = (
        Assignment.objects.filter(hit__campaign=campaign)
        .values("hit", "enrolment", "repeat")
        .annotate(n=Count("pk"))
        .filter(n__gt=1)
    )
    assert not twice.exists()
    _check_repeats(campaign)
    submitted = Assignment.objects.filter(
        hit__campaign=campaign, status=Assignment.Status.SUBMITTED
    )
    assert not submitted.exclude(judgment__took_slot=True).exists()
    _check_earnings(campaign)
    check_money(campaign)
    stored = set(Judgment.objects.filter(campaign=campaign).values_list("pk", flat=True))
    audited = AuditEvent.objects.filter(campaign=campaign, verb="judgment.submitted")
    assert audited.count() == len(stored)
    assert set(audited.values_list("object_id", flat=True)) == stored


def check_stored_submissions(judgment: Judgment, sent: Sequence[Mapping[str, Any]]) -> None:
    """Check that all additional submissions of a worker leave a trace: in order, the first few are
    stored, whole or by their beginning with a hash, and the others counted and hashed. Storage is
    bounded, however many and however long they are."""
    written = [json.dumps(payload) for payload in sent]
    of_judgment = AuditEvent.objects.filter(object_id=judgment.pk).order_by("pk")
    stored = of_judgment.filter(verb="judgment.refused")
    for event, one in zip(stored, written[:MAX_ANSWERS], strict=True):
        if len(one) <= MAX_ANSWER_LENGTH:
            assert event.details["payload"] == json.loads(one)
        else:
            assert one.startswith(event.details["beginning"])
            assert event.details["sha256"] == hashlib.sha256(one.encode()).hexdigest()
            assert event.details["characters"] == len(one)
    further = written[MAX_ANSWERS:]
    counted = [event.details for event in of_judgment.filter(verb="judgment.refused_more")]
    digest = ""
    for one in further:
        digest = hashlib.sha256((digest + one).encode()).hexdigest()
    assert counted == ([{"count": len(further), "sha256": digest}] if further else [])
    size = sum(len(json.dumps(event.details)) for event in of_judgment)
    assert size <= (MAX_ANSWERS + 1) * 2 * MAX_ANSWER_LENGTH


def settled(campaign: Campaign) -> set[int]:
    """Return the HITs with at least the required number of counting judgments (set by the campaign
    or for the HIT) on whose answer the campaign's rule agrees."""
    votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
    counting = Judgment.objects.filter(hit__campaign=campaign, counts=True)
    for hit, vector in counting.values_list("hit", "vector"):
        votes[hit][vector[0]] += 1
    least = Campaign.objects.values_list("redundancy", flat=True).get(pk=campaign.pk)
    own = dict(HIT.objects.filter(campaign=campaign).values_list("pk", "at_least"))
    if campaign.settles_by_posterior:
        agreed = reaching(campaign)
    else:
        agreed = {hit for hit, of in votes.items() if 2 * max(of.values()) > of.total()}
    return {hit for hit in agreed if votes[hit].total() >= max(least, own[hit])}


def _leases(campaign: Campaign) -> Counter[int]:
    leased = Assignment.objects.filter(
        hit__campaign=campaign, status=Assignment.Status.OPEN, repeat=False
    )
    return Counter(leased.values_list("hit", flat=True))


def _check_repeats(campaign: Campaign) -> None:
    """Check that a repeated HIT was judged before by the same worker, and is not a gold HIT."""
    again = Assignment.objects.filter(hit__campaign=campaign, repeat=True)
    assert not again.filter(hit__known=True).exists()
    given = Assignment.objects.filter(hit__campaign=campaign, repeat=False, status="submitted")
    first = set(given.values_list("hit", "enrolment"))
    assert first >= set(again.values_list("hit", "enrolment"))
    found = Judgment.objects.filter(campaign=campaign).exclude(repeat=F("assignment__repeat"))
    assert not found.exists()


def _check_quota(campaign: Campaign, hit: HIT, lost: int) -> None:
    """Check that a judgment that took a slot and does not count uses up neither the requested
    number nor the maximum."""
    if hit.known:
        return
    if campaign.most_judgments is None:
        requested = max(hit.taken, max(campaign.redundancy, hit.at_least) + lost)
        assert hit.quota == requested, f"{hit}: {hit.quota} asked, where {requested} would do"
    else:
        most = max(campaign.most_judgments, hit.at_least) + lost
        assert hit.cap == max(hit.quota, most), f"{hit}: {hit.cap}"


def _check_extra_judgments(campaign: Campaign) -> None:
    """Check that the campaign counts the judgments requested for single HITs."""
    own = HIT.objects.filter(campaign=campaign).values_list("at_least", flat=True)
    for counted, of_all in (
        (campaign.asked_beyond, campaign.redundancy),
        (campaign.most_beyond, campaign.most_per_item),
    ):
        assert counted == sum(max(minimum - of_all, 0) for minimum in own)


def _check_what_counts(campaign: Campaign) -> None:
    """Check what counts by its slot, its review and its worker's status; workers who are served
    nothing have no open HIT."""
    judgments = Judgment.objects.filter(campaign=campaign)
    rows = judgments.values_list(
        "counts",
        "took_slot",
        "repeat",
        "review",
        "hit__known",
        *(f"assignment__enrolment__{at}" for at in ("stopped_at", "excluded_at", "withdrawn_at")),
    )
    for counts, took_slot, repeat, review, known, stopped_at, excluded_at, withdrawn_at in rows:
        out = stopped_at is not None and campaign.leave_out_failed
        out = out or bool(excluded_at or withdrawn_at)
        may = took_slot and not (known or repeat) and not out
        assert counts is (may and review not in Judgment.OUT)
    open_ones = Assignment.objects.filter(hit__campaign=campaign, status=Assignment.Status.OPEN)
    ends = ("stopped_at", "excluded_at", "withdrawn_at", "erased_at")
    gone = Q(*((f"enrolment__{at}__isnull", False) for at in ends), _connector=Q.OR)
    assert not open_ones.filter(gone).exists()


def _check_majorities(campaign: Campaign) -> None:
    """Check that each adaptive HIT is settled, at its cap, or still open."""
    adaptive = list(HIT.objects.filter(campaign=campaign, known=False, cap__isnull=False))
    if not adaptive:
        return
    leases, done = _leases(campaign), settled(campaign)
    for hit in adaptive:
        still_open = leases[hit.pk] or hit.taken < hit.quota or hit.quota == hit.cap
        assert still_open or hit.pk in done, f"{hit} is forgotten"


def _check_earnings(campaign: Campaign) -> None:
    wrong = (
        Enrolment.objects.filter(campaign=campaign)
        .annotate(
            stored=Count("assignments__judgment"),
            spent=Coalesce(Sum("assignments__judgment__active_ms"), 0),
            paid=Count(
                "assignments__judgment",
                filter=Q(assignments__judgment__took_slot=True)
                & ~Q(assignments__judgment__review=Judgment.Review.REJECTED),
            ),
        )
        .exclude(submitted=F("stored"), earning=F("paid"), active_ms=F("spent"))
    )
    assert not wrong.exists(), list(wrong.values())


def check_money(campaign: Campaign) -> None:
    """Check that counters match the rows, and that payments stay within the maximum cost of the
    campaign."""
    campaign = Campaign.objects.get(pk=campaign.pk)
    hits = HIT.objects.filter(campaign=campaign)
    assert campaign.worker_count == campaign.enrolments.count()
    assert campaign.known_count == hits.filter(known=True).count()
    budget, spent = budget_of(campaign), spent_by(campaign)
    assert budget.judgments is None or spent.judgments <= budget.judgments
    assert budget.repeats is None or spent.repeats <= budget.repeats
    given = Assignment.objects.filter(enrolment__campaign=campaign)
    known = given.filter(hit__known=True)
    paid, missed, returned, repeated = (
        Counter(some.values_list("enrolment", flat=True))
        for some in (
            known.filter(judgment__took_slot=True),
            known.filter(status__in=("returned", "expired")),
            given.filter(status="returned"),
            given.filter(repeat=True, judgment__took_slot=True),
        )
    )
    for enrolment in campaign.enrolments.all():
        done = enrolment.training_done + enrolment.known_done
        assert done == paid[enrolment.pk] <= budget.known_each
        assert enrolment.training_missed + enrolment.known_missed == missed[enrolment.pk]
        assert enrolment.returned >= returned[enrolment.pk]
        assert enrolment.repeated == repeated[enrolment.pk]
        assert budget.hits_each is None or enrolment.earning <= budget.hits_each


def check_figures(campaign: Campaign) -> None:
    """Check that nothing is pending, and that the stored state equals the one computed from the
    rows."""
    assert not Judgment.objects.unfolded().filter(campaign=campaign).exists()
    right = recompute(campaign)
    state = AgreementState.objects.get(campaign=campaign)
    assert Tally(state.state) == right.tally
    assert state.judgments == Judgment.objects.filter(campaign=campaign, counts=True).count()
    for pk, entailment in right.entailments.items():
        assert Tally(EntailmentState.objects.get(pk=pk).state) == entailment.tally
