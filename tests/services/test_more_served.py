"""More judgments for filtered items: served to workers who have not had them, within the budget."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.models import HIT, Campaign, Judgment
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.campaigns import close_campaign, extend_redundancy
from annotation.services.campaigns.extension import More, foresee_more, found_by
from annotation.services.errors import BudgetUsedUp, NotServing
from annotation.services.items.filters import ItemFilter
from annotation.services.pay.overview import money_of
from annotation.services.work.claim import claim_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.refusals import check_not_served
from tests.services.test_exclusion import make_full
from tests.services.test_more_of_found import SECOND, request_more, second


def make_adaptive(**terms: Any) -> Campaign:
    return make_pair_campaign(make_pairs(2), redundancy=2, most_judgments=3, **terms)


class TestServing:
    @pytest.mark.long
    def test_whoever_had_nothing_left_is_served_and_each_once(self) -> None:
        campaign, workers = make_full()
        waiting = enrol(campaign)
        for worker in (*workers, waiting):
            check_not_served(worker)
        request_more(campaign, 3)
        for worker in workers:
            check_not_served(worker)
        assert claim_hit(enrolment_id=waiting.pk).hit_id == second(campaign).pk
        judge_next(waiting)
        check_not_served(enrol(campaign))
        check_serving(campaign)

    @pytest.mark.long
    def test_they_come_before_new_ones(self) -> None:
        campaign = make_campaign(texts=6, redundancy=1)
        first, other = enrol(campaign), enrol(campaign)
        done = [judge_next(first).judgment_id for _ in range(3)]
        hit = Judgment.objects.get(pk=done[1]).hit
        request_more(campaign, 2, ItemFilter(q=hit.item.text))
        assert claim_hit(enrolment_id=other.pk).hit_id == hit.pk

    @pytest.mark.long
    def test_a_closed_campaign_asks_when_it_is_resumed(self) -> None:
        campaign, _ = make_full()
        close_campaign(campaign=campaign, user=make_user())
        request_more(campaign, 3)
        check_not_served(enrol(campaign), NotServing)


class TestMoney:
    @pytest.mark.long
    def test_it_is_foreseen_and_in_the_most_and_in_what_is_expected(self) -> None:
        campaign, _ = make_full(reward="0.05")
        assert foresee_more(campaign, SECOND, 4) == More(2, 2)
        assert budget_of(campaign).judgments == 6
        request_more(campaign, 4)
        assert budget_of(campaign).judgments == campaign.planned == campaign.most_planned == 8
        [money] = money_of([campaign])
        assert money.forecast == 8 * Decimal("0.05")
        assert foresee_more(campaign, SECOND, 4) == More(0, 0)

    @pytest.mark.long
    def test_nothing_is_handed_out_over_the_budget(self) -> None:
        campaign, _ = make_full(reward="0.05", fee_percent=0, budget="0.35")
        request_more(campaign, 4)
        judge_next(enrol(campaign))
        check_not_served(enrol(campaign), BudgetUsedUp)
        check_serving(campaign)


class TestUntilTheyAgree:
    PAIR = ItemFilter(q="of pair 1.")

    def only(self, campaign: Campaign) -> HIT:
        return campaign.hits.get(item__position=1)

    def judged(self, *indices: int) -> Campaign:
        """Submit these answers to both pairs, each by a new worker."""
        campaign = make_adaptive()
        for index in indices:
            worker = enrol(campaign)
            for _ in range(2):
                answer(worker, index)
        return campaign

    @pytest.mark.long
    def test_those_who_agree_are_included_too_and_no_further(self) -> None:
        campaign = self.judged(YES, YES)
        assert found_by(campaign, self.PAIR).fewest == 2
        assert foresee_more(campaign, self.PAIR, 3) == More(1, 0)
        assert request_more(campaign, 3, self.PAIR) == 1
        assert (self.only(campaign).quota, self.only(campaign).cap) == (3, 3)
        answer(enrol(campaign), YES)
        check_not_served(enrol(campaign))
        check_serving(campaign)

    @pytest.mark.long
    def test_over_the_maximum_of_the_campaign(self) -> None:
        campaign = self.judged(YES, NO, YES)
        assert foresee_more(campaign, self.PAIR, 5) == More(2, 2)
        assert request_more(campaign, 5, self.PAIR) == 2
        hit = self.only(campaign)
        assert (hit.taken, hit.quota, hit.cap) == (3, 5, 5)
        assert (campaign.asked_beyond, campaign.most_beyond) == (3, 2)
        assert sorted(campaign.hits.values_list("quota", "cap")) == [(3, 3), (5, 5)]
        for index in (NO, NO):
            answer(enrol(campaign), index)
        assert self.only(campaign).quota == 5
        check_serving(campaign)

    @pytest.mark.long
    def test_a_rejection_is_requested_again_there_and_taken_back(self) -> None:
        campaign = self.judged(YES, YES)
        request_more(campaign, 4, self.PAIR)
        for _ in range(2):
            answer(enrol(campaign), YES)
        judgment = self.only(campaign).judgments.earliest("pk")
        for review, expected in (("rejected", (5, 5)), ("", (4, 4))):
            review_judgment(judgment=judgment, user=make_user(), review=review, reason="blank")
            assert (self.only(campaign).quota, self.only(campaign).cap) == expected
            check_serving(campaign)

    @pytest.mark.long
    def test_what_was_lost_before_raises_the_cap(self) -> None:
        campaign = self.judged(YES, YES)
        judgment = self.only(campaign).judgments.earliest("pk")
        review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="blank")
        assert found_by(campaign, self.PAIR).most == 2
        assert request_more(campaign, 4, self.PAIR) == 2
        assert (self.only(campaign).quota, self.only(campaign).cap) == (5, 5)

    @pytest.mark.long
    def test_an_extension_keeps_it(self) -> None:
        campaign = self.judged(YES, YES)
        request_more(campaign, 5, self.PAIR)
        campaign = extend_redundancy(campaign=campaign, user=None, redundancy=3)
        assert sorted(campaign.hits.values_list("quota", "cap")) == [(3, 3), (5, 5)]
        assert (campaign.asked_beyond, campaign.most_beyond) == (2, 2)
        check_serving(campaign)

    @pytest.mark.long
    def test_others_are_not_expected_to_be_requested_as_often(self) -> None:
        campaign = make_pair_campaign(
            make_pairs(4), redundancy=2, most_judgments=3, reward="0.05", fee_percent=0
        )
        for index in (YES, YES):
            answer(enrol(campaign), index)
        hit = campaign.hits.get(taken=2)
        request_more(campaign, 6, ItemFilter(q=f"of pair {hit.item.position}."))
        [money] = money_of([campaign])
        assert money.forecast <= (budget_of(campaign).total or 0) == 15 * Decimal("0.05")
        assert money.forecast >= (6 + 3 * 2) * Decimal("0.05")
