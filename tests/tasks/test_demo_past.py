"""The demo's past: what a simulated crowd did before now is stored at once, with its own times."""

from datetime import timedelta
from decimal import Decimal
from itertools import pairwise
from random import Random
from statistics import mean

import pytest
from django.utils import timezone

from annotation.models import HIT, AuditEvent, Campaign, Enrolment, FigurePoint, Judgment
from annotation.services.clock import database_now
from annotation.services.errors import NothingLeft
from annotation.services.work.claim import claim_hit
from tasks import fold
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.figures import fold_past
from tasks.management.demo.past import LENGTH, PastCrowd
from tasks.management.demo.shifts import divide, plan_times
from tasks.management.demo.storing import store_past
from tasks.reconcile import reconcile_campaign
from tests.helpers.factories import make_campaign
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.pairs import YES
from tests.services.known import make_known

VERSIONS = 6
TEXTS = [
    "first aid course",
    "slow cooker bean soup",
    "used bicycle shop near the river",
    "one word",
]


def demo_of(campaign: Campaign, judgments: int, workers: int) -> DemoCampaign:
    return DemoCampaign(
        campaign.scheme,
        campaign.name,
        judgments,
        dataset=lambda project, user: campaign.dataset,
        meant=lambda item, campaign: None,
        workers=workers,
        ended=timedelta(minutes=30),
    )


def given_a_past(campaign: Campaign, judgments: int, workers: int = 4) -> DemoCampaign:
    demo = demo_of(campaign, judgments, workers)
    store_past([(demo, campaign)])
    fold_past(campaign, VERSIONS)
    return demo


@pytest.mark.django_db
def test_it_leaves_the_rows_that_claims_and_submissions_leave() -> None:
    campaign = make_campaign(texts=TEXTS, redundancy=4, seconds_expected=49)
    given_a_past(campaign, 11)
    check_serving(campaign)
    check_figures(campaign)
    assert reconcile_campaign(campaign.pk).equal
    judged = Judgment.objects.filter(campaign=campaign)
    assert judged.count() == 11
    now = database_now()
    for judgment in judged.select_related("assignment"):
        lease = judgment.assignment
        assert lease.ended_at is not None
        assert now - LENGTH < lease.claimed_at < judgment.submitted_at < now - timedelta(minutes=29)
        assert judgment.submitted_at == lease.ended_at < lease.expires_at
        took = (judgment.submitted_at - lease.claimed_at).total_seconds() * 1000
        assert judgment.first_action_ms is not None
        assert judgment.active_ms is not None
        assert 0 < judgment.first_action_ms < judgment.active_ms < took


@pytest.mark.django_db
def test_events_and_judgments_are_in_the_order_of_their_times() -> None:
    campaign = make_campaign(texts=TEXTS, redundancy=4, seconds_expected=49)
    given_a_past(campaign, 12)
    times = Judgment.objects.filter(campaign=campaign).order_by("pk").values_list("submitted_at")
    assert list(times) == sorted(times)
    events = AuditEvent.objects.filter(campaign=campaign).order_by("pk")
    assert [event.at for event in events] == sorted(event.at for event in events)
    assert events.filter(verb="worker.joined").count() == 4
    campaign.refresh_from_db()
    first = Enrolment.objects.filter(campaign=campaign).order_by("joined_at")[0]
    assert campaign.launched_at is not None
    assert campaign.created_at <= campaign.launched_at < first.joined_at
    assert first.cleared_at == first.joined_at
    assert first.worker.created_at <= first.joined_at


@pytest.mark.django_db
def test_workers_go_on_where_the_past_ended() -> None:
    campaign = make_campaign(texts=TEXTS, redundancy=4, seconds_expected=49)
    given_a_past(campaign, 15)
    served = 0
    for enrolment in Enrolment.objects.filter(campaign=campaign):
        try:
            claim_hit(enrolment_id=enrolment.pk)
            served += 1
        except NothingLeft:
            continue
    assert served == 1
    assert not HIT.objects.filter(campaign=campaign, taken__lt=4).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("at_once", [1, 1000])
def test_the_figures_have_a_history(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "MAX_CONCURRENT", at_once)
    campaign = make_campaign(texts=TEXTS, redundancy=4, seconds_expected=49)
    given_a_past(campaign, 16)
    points = list(FigurePoint.objects.filter(campaign=campaign).order_by("version"))
    assert [point.version for point in points][:-1] == list(range(1, VERSIONS))
    assert all(one.judgments < other.judgments for one, other in pairwise(points))
    times = list(
        Judgment.objects.filter(campaign=campaign)
        .order_by("pk")
        .values_list("submitted_at", flat=True)
    )
    assert [point.at for point in points] == [times[point.judgments - 1] for point in points]
    campaign.agreement.refresh_from_db()
    assert (points[-1].version, points[-1].judgments) == (campaign.agreement.version, 16)
    assert points[-1].figures["alpha"] == campaign.agreement.figures["alpha"]


@pytest.mark.django_db
def test_loading_again_changes_nothing() -> None:
    campaign = make_campaign(texts=TEXTS, redundancy=4, seconds_expected=49)
    demo = given_a_past(campaign, 9)
    before = list(AuditEvent.objects.order_by("pk").values())
    store_past([(demo, campaign)])
    fold_past(campaign, VERSIONS)
    assert list(AuditEvent.objects.order_by("pk").values()) == before
    assert FigurePoint.objects.filter(campaign=campaign).count() == VERSIONS


@pytest.mark.django_db
@pytest.mark.parametrize("pass_share", [None, Decimal("0.99")])
def test_gold_answers_are_mixed_in_and_stop_workers(pass_share: Decimal | None) -> None:
    campaign = make_known(12, 6, known_every=2, redundancy=4, pass_share=pass_share, pass_after=2)
    given_a_past(campaign, 24)
    check_serving(campaign)
    check_figures(campaign)
    gold = Judgment.objects.filter(campaign=campaign, hit__known=True)
    assert gold.exists()
    assert not gold.filter(counts=True).exists()
    for enrolment in campaign.enrolments.all():
        of_worker = gold.filter(assignment__enrolment=enrolment)
        right = sum(judgment.vector == [YES] for judgment in of_worker)
        assert (enrolment.known_done, enrolment.known_right) == (of_worker.count(), right)
        last = Judgment.objects.filter(assignment__enrolment=enrolment).latest("submitted_at")
        failed = pass_share is not None and enrolment.known_done >= 2 and right < len(of_worker)
        assert enrolment.stopped_at == (last.submitted_at if failed else None)
    stopped = campaign.enrolments.exclude(stopped_at=None)
    events = AuditEvent.objects.filter(campaign=campaign, verb="worker.stopped")
    assert set(events.values_list("object_id", flat=True)) == set(
        stopped.values_list("pk", flat=True)
    )


def test_a_crowd_that_could_find_full_hits_is_refused() -> None:
    campaign = Campaign(scheme="flat", redundancy=3, name="Small")
    with pytest.raises(ValueError, match="Small"):
        PastCrowd(campaign, demo_of(campaign, 9, 4), timezone.now())


def test_times_are_plausible() -> None:
    end = timezone.now()
    begin, taken = end - timedelta(days=2), []
    for seed in range(30):
        times = plan_times(
            Random(seed), [20, 30, 40] * 15, seconds=49, allotted=600, begin=begin, end=end
        )
        assert begin <= times[0].began_at
        assert times[-1].ended_at <= end + timedelta(milliseconds=1)
        for one, other in pairwise(times):
            assert one.ended_at <= other.began_at + timedelta(milliseconds=1)
        taken += [one.active_ms / 1000 for one in times]
    assert 40 < mean(taken) < 58
    assert 12 < min(taken) < max(taken) < 480


@pytest.mark.parametrize(("judgments", "workers", "most"), [(20, 3, 10), (30, 3, 10), (99, 3, 10)])
def test_work_is_divided(judgments: int, workers: int, most: int) -> None:
    shares = divide(Random(7), judgments, workers, most)
    assert len(shares) == workers
    assert sum(shares) == min(judgments, workers * most)
    assert max(shares) <= most
