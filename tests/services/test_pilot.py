"""Pilots: their items come first, and their judgments leave the figures and come back exactly."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from analysis.exports.terms import terms_of
from annotation.models import AgreementState, Campaign, CampaignReport, Enrolment, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.campaigns.pilot import REASON, count_pilot, end_pilot
from annotation.services.errors import Conflict, Invalid, NothingLeft
from annotation.services.work.choosing import in_pilot
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.helpers.factories import answer_for, enrol, judge_rest, make_campaign, make_user, submit
from tests.helpers.figures import make_figures
from tests.helpers.invariants import check_figures, check_money, check_serving
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db


def places(enrolment: Enrolment) -> list[int]:
    return [assignment.hit.position for assignment in judge_rest(enrolment)]


def ended(campaign: Campaign, **given: Any) -> Campaign:
    return end_pilot(campaign=campaign, user=None, **given)


def counting(campaign: Campaign) -> int:
    return campaign.judgments.filter(in_pilot(campaign), counts=True).count()


def test_only_the_pilot_is_served_until_it_ends() -> None:
    campaign = make_campaign(texts=6, redundancy=1, pilot_items=2)
    first, second = enrol(campaign), enrol(campaign)
    assert places(first) == [1, 2]
    assert places(second) == []
    extend_redundancy(campaign=campaign, user=None, redundancy=2)
    assert sorted(places(second)) == [1, 2]
    campaign = ended(campaign)
    assert sorted(places(first)) == sorted(places(second)) == [3, 4, 5, 6]
    check_serving(campaign)


def test_without_a_pause_the_others_follow() -> None:
    campaign = make_campaign(texts=4, redundancy=1, pilot_items=2, pilot_pauses=False)
    assert places(enrol(campaign)) == [1, 2, 3, 4]


def test_the_wording_of_the_pilot_is_kept() -> None:
    campaign = make_campaign(pilot_items=1, instructions="Cut.")
    assert terms_of(campaign)["pilot"] == {"items": 1, "ended_at": None}
    campaign = ended(campaign, instructions="Cut where you would pause.")
    assert campaign.instructions == "Cut where you would pause."
    pilot: Any = terms_of(campaign)["pilot"]
    assert pilot["instructions"] == campaign.pilot_instructions == "Cut."
    with pytest.raises(Conflict, match="has ended already"):
        ended(campaign)
    with pytest.raises(Conflict, match="has no pilot"):
        ended(make_campaign())
    assert "pilot" not in terms_of(make_campaign())


def test_a_pilot_is_walked_together() -> None:
    with pytest.raises(Invalid, match="must all start from the first task"):
        make_campaign(pilot_items=1, walk="own")
    campaign = make_campaign(pilot_items=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(walk="own")


def test_what_is_left_out_is_paid_and_asked_again_and_comes_back() -> None:
    user = make_user()
    campaign = make_campaign(texts=3, redundancy=2, pilot_items=2, reward="0.05")
    for worker in (first := enrol(campaign), enrol(campaign)):
        judge_rest(worker)
    fold_all(campaign.pk)
    with pytest.raises(Conflict, match="has not ended"):
        count_pilot(campaign=campaign, user=user, counts=False)
    before = AgreementState.objects.get(campaign=campaign).state
    campaign = ended(campaign)
    for counts, many in ((False, 0), (False, 0), (True, 4), (True, 4), (False, 0)):
        count_pilot(campaign=campaign, user=user, counts=counts)
        fold_all(campaign.pk)
        check_figures(campaign)
        check_serving(campaign)
        assert counting(campaign) == many
        after = AgreementState.objects.get(campaign=campaign).state
        assert (after == before) is counts
    first.refresh_from_db()
    assert first.earning == 2
    assert set(campaign.judgments.values_list("review", flat=True)) == {"set_aside"}
    assert sorted(places(enrol(campaign))) == [1, 2, 3]
    count_pilot(campaign=campaign, user=user, counts=False)
    assert campaign.judgments.filter(counts=True).count() == 3
    check_money(campaign)


@pytest.mark.parametrize("seed", range(by_tier(quick=1, long=20)))
def test_any_course_of_a_pilot_can_be_recounted(seed: int) -> None:
    luck, user = Random(seed), make_user()
    campaign = make_campaign(texts=5, redundancy=2, pilot_items=2, reward="0.05")
    workers = [enrol(campaign) for _ in range(5)]
    for _ in range(by_tier(quick=25, long=60)):
        campaign.refresh_from_db()
        with suppress(Conflict, NothingLeft):
            act(luck, campaign, workers, user)
        check_serving(campaign)
    fold_all(campaign.pk)
    check_figures(campaign)
    check_money(campaign)
    if campaign.pilot_ended_at:
        count_pilot(campaign=campaign, user=user, counts=False)
        fold_all(campaign.pk)
        check_figures(campaign)
        assert counting(campaign) == 0


def act(luck: Random, campaign: Campaign, workers: list[Enrolment], user: Any) -> None:
    worker = luck.choice(workers)
    match luck.choice(("judge",) * 6 + ("end", "out", "in", "fold", "review", "exclude")):
        case "judge":
            assignment = claim_hit(enrolment_id=worker.pk)
            cuts = len(answer_for(assignment)["boundaries"])
            submit(worker, assignment, {"boundaries": [luck.randrange(2) for _ in range(cuts)]})
        case "end":
            ended(campaign)
        case "out" | "in" as which:
            count_pilot(campaign=campaign, user=user, counts=which == "in")
        case "fold":
            fold_all(campaign.pk)
        case "review":
            if judgment := campaign.judgments.order_by("?").first():
                review_judgment(judgment=judgment, user=user, review="set_aside", reason="Why.")
        case "exclude":
            exclude_worker(enrolment=worker, user=user, reason="Why.")


def test_the_report_keeps_both_parts_apart() -> None:
    user = make_user()
    campaign = make_campaign(texts=["a b c", "d e f", "g h i"], redundancy=2, pilot_items=2)
    for worker in (enrol(campaign), enrol(campaign)):
        judge_rest(worker)
    make_figures(campaign)
    alone = AgreementState.objects.get(campaign=campaign).figures["alpha"]["d1"]
    campaign = ended(campaign)
    count_pilot(campaign=campaign, user=user, counts=False)
    judge_rest(enrol(campaign))
    make_figures(campaign)
    results = CampaignReport.objects.get(campaign=campaign, kind="pilot").results
    pilot, rest = results["pilot"], results["rest"]
    assert (pilot["items"], pilot["judgments"], pilot["counted"]) == (2, 4, 0)
    assert (rest["items"], rest["judgments"], rest["counted"]) == (3, 3, 3)
    assert pilot["agreement"]["value"] == alone["value"]
    assert pilot["agreement"].get("reason") == alone.get("reason")
    assert Judgment.objects.filter(campaign=campaign, review="set_aside").count() == 4
    assert REASON.startswith("This task was part of a pilot.")
