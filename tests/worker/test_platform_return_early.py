"""The return to the platform when work ends early: no more tasks, skipped tasks, withdrawals or
second visits."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F, Sum
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.errors import NothingLeft, UsedUp
from annotation.services.people.platform_quota import fills_place_now
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from tests.helpers.factories import judge_many, judge_next, make_campaign, make_dataset, make_user
from tests.helpers.pages import assert_shows
from tests.worker.browser import Browser
from tests.worker.platform_return import (
    PLACE,
    browser_of,
    campaign,
    campaign_of,
    desk,
    enrolment,
    in_hand,
    kind_of,
    limit,
    sent,
    sent_as,
    skip,
    skip_all,
    spend,
    submit_after,
    text_of,
)

__all__ = ["campaign", "desk", "enrolment"]


class TestNothingMoreCanCome:
    """A worker with some work who gets no more because no work is left gets the code."""

    def test_after_the_end(self, desk: Browser, campaign: Campaign, enrolment: Enrolment) -> None:
        judge_next(enrolment)
        assert kind_of(enrolment) is None
        Campaign.objects.filter(pk=campaign.pk).update(closes_at=Now() - timedelta(seconds=1))
        page = text_of(desk.get("done"))
        assert_shows(page, "DONE42", "This work has ended", "although you did 1 task of 2")

    def test_when_they_did_as_much_in_the_study_as_one_person_may(self) -> None:
        enrolment = sent(campaign_of(most_project_hits=1))
        assert kind_of(enrolment) is None
        judge_next(enrolment)
        assert kind_of(enrolment) == "completed"

    def test_not_while_their_hands_are_full_elsewhere(self) -> None:
        campaign = campaign_of(most_at_once=1)
        enrolment = sent(campaign)
        judge_next(enrolment)
        texts = make_dataset(4, campaign.dataset.project)
        claim_hit(enrolment_id=sent(make_campaign(texts), known=enrolment).pk)
        assert kind_of(enrolment) is None

    @pytest.mark.parametrize("of_project", [False, True])
    def test_when_the_money_has_run_out(self, client: Any, of_project: bool) -> None:
        campaign = campaign_of(reward="0.05", currency="USD")
        enrolment = sent(campaign)
        desk = browser_of(campaign, enrolment, client)
        judge_next(enrolment)
        assignment = claim_hit(enrolment_id=enrolment.pk)
        limit(campaign, "0.10", of_project=of_project)
        # Their open HIT is paid: it comes first.
        assert kind_of(enrolment) is None
        return_hit(enrolment=enrolment, assignment_id=assignment.pk)
        assert kind_of(enrolment) is None
        claim_hit(enrolment_id=sent_as(campaign, "p 2").pk)
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=enrolment.pk)
        # The HIT that they returned is still open: that was their choice.
        assert kind_of(enrolment) is None
        Assignment.objects.filter(pk=assignment.pk).update(status="expired")
        assert kind_of(enrolment) == "completed"
        page = text_of(desk.get("done"))
        assert_shows(page, "The budget has run out for now", "DONE42")
        assert "Do more tasks" not in page

    def test_when_what_others_give_back_is_nothing_for_them(self) -> None:
        campaign = make_campaign(texts=1, **PLACE)
        enrolment = sent(campaign)
        judge_next(enrolment)
        with pytest.raises(NothingLeft):
            claim_hit(enrolment_id=enrolment.pk)
        other = sent_as(campaign, "p 2")
        return_hit(enrolment=other, assignment_id=claim_hit(enrolment_id=other.pk).pk)
        assert kind_of(enrolment) == "completed"

    def test_a_pause_is_no_end_for_want_of_money_either(self) -> None:
        campaign = campaign_of(reward="0.05", currency="USD")
        enrolment = sent(campaign)
        judge_next(enrolment)
        limit(campaign, "0.05")
        assert kind_of(enrolment) == "completed"
        pause_campaign(campaign=campaign, user=make_user())
        assert kind_of(enrolment) is None


class TestSkippedTasks:
    """Skipping does not complete a submission."""

    @pytest.mark.long
    def test_one_task_and_skips_make_no_place(self, desk: Browser, enrolment: Enrolment) -> None:
        judge_next(enrolment)
        skip_all(enrolment)
        page = text_of(desk.get("done"))
        assert "DONE42" not in page
        assert "You skipped 3 tasks that are still open" in page
        assert "Please return your submission on Prolific" in page
        assert "Everything you submitted is saved." in page

    @pytest.mark.long
    def test_once_others_have_done_them_nothing_is_counted_against_anyone(
        self, campaign: Campaign, enrolment: Enrolment
    ) -> None:
        judge_next(enrolment)
        skip_all(enrolment)
        HIT.objects.filter(campaign=campaign).update(taken=F("quota"))
        assert kind_of(enrolment) == "completed"

    @pytest.mark.long
    def test_whoever_does_five_may_skip_one_that_nobody_can_do(self) -> None:
        enrolment = sent(make_campaign(texts=7, **{**PLACE, "place_hits": 9}))
        judge_many(enrolment, 4)
        skip(enrolment)
        judge_next(enrolment)
        skip(enrolment)
        with pytest.raises(NothingLeft):
            claim_hit(enrolment_id=enrolment.pk)
        assert kind_of(enrolment) is None
        first = HIT.objects.filter(assignments__status="returned").first()
        assert first is not None
        HIT.objects.filter(pk=first.pk).update(taken=F("quota"))
        assert kind_of(enrolment) == "completed"

    @pytest.mark.long
    def test_it_is_said_before_and_after(self, desk: Browser, enrolment: Enrolment) -> None:
        desk.post("next")
        assert "A skipped task does not count towards your submission" in text_of(desk.get("hit"))
        desk.post("return", {"when": "never"}, in_hand())
        assert "Skipped tasks do not count." in text_of(desk.get("done"))

    @pytest.mark.long
    def test_where_there_is_no_place_nothing_is_said_of_one(self, client: Any) -> None:
        campaign = make_campaign()
        desk = browser_of(campaign, sent(campaign), client)
        desk.post("next")
        assert "your submission" not in text_of(desk.get("hit"))
        desk.post("return", {"when": "never"}, in_hand())
        assert "does not count" not in text_of(desk.get("done"))


class TestWithdrawing:
    def withdraw(self, desk: Browser) -> str:
        sure = text_of(desk.post("withdraw", {"scope": "here"}))
        desk.post("withdraw", {"scope": "here", "sure": "yes"})
        return sure

    @pytest.mark.long
    def test_one_task_and_gone_is_no_place(self, desk: Browser, enrolment: Enrolment) -> None:
        judge_next(enrolment)
        sure = self.withdraw(desk)
        assert "It ends without the completion code." in sure
        assert "You get a different code." in sure
        page = text_of(desk.get("done"))
        assert ("DONE42" in page, "NOCONSENT" in page) == (False, True)

    @pytest.mark.long
    def test_a_full_place_stays_complete(self, desk: Browser, enrolment: Enrolment) -> None:
        judge_many(enrolment, 2)
        assert "you keep the completion code" in self.withdraw(desk)
        page = text_of(desk.get("done"))
        assert ("DONE42" in page, "NOCONSENT" in page) == (True, False)

    @pytest.mark.long
    def test_without_a_code_they_return_their_place(self, client: Any) -> None:
        campaign = campaign_of(no_consent_code="")
        enrolment = sent(campaign)
        desk = browser_of(campaign, enrolment, client)
        judge_next(enrolment)
        assert "Please return your submission there." in self.withdraw(desk)
        page = text_of(desk.get("done"))
        assert "DONE42" not in page
        assert "Please return your submission on Prolific" in page

    @pytest.mark.long
    def test_whoever_has_a_code_that_would_go_is_advised_to_use_it_first(
        self, desk: Browser, campaign: Campaign, enrolment: Enrolment
    ) -> None:
        judge_next(enrolment)
        close_campaign(campaign=campaign, user=make_user())
        assert "Finish on Prolific first" in self.withdraw(desk)


class TestASecondPlace:
    """A platform that sends a worker again requests another submission's work."""

    @pytest.fixture
    def again(self, campaign: Campaign, enrolment: Enrolment) -> Enrolment:
        judge_many(enrolment, 2)
        assert kind_of(enrolment) == "completed"
        return sent(campaign, session="session/2", known=enrolment)

    def test_it_begins_with_nothing_done(self, desk: Browser, again: Enrolment) -> None:
        assert kind_of(again) is None
        page = text_of(desk.get("done"))
        assert "DONE42" not in page
        assert "after 2 tasks; you have done 0" in page
        desk.post("next")
        first = desk.submit(in_hand(), [0, 0, 0, 0]).json()
        assert first["hit"] is not None
        assert "DONE42" not in desk.get("done").content.decode()
        last = desk.submit(first["hit"]["assignment"], [0, 0, 0, 0]).json()
        assert (last["hit"], last["over"]["code"]) == (None, "complete")
        assert kind_of(again) == "completed"

    def test_the_same_link_again_begins_none(self, campaign: Campaign, again: Enrolment) -> None:
        judge_next(again)
        for session in ("session/2", "session/1"):
            sent(campaign, session=session, known=again)
        judge_next(again)
        assert kind_of(again) == "completed"
        visits = again.platform_sessions.values_list("session", "done_before")
        assert list(visits) == [("session/1", 0), ("session/2", 2)]

    def test_where_nothing_is_left_for_it_there_is_no_code(
        self, desk: Browser, campaign: Campaign, again: Enrolment
    ) -> None:
        close_campaign(campaign=campaign, user=make_user())
        page = text_of(desk.get("done"))
        assert "DONE42" not in page
        assert "You have not done a task for this submission" in page

    def test_minutes_begin_again_too(self, campaign: Campaign, again: Enrolment) -> None:
        Campaign.objects.filter(pk=campaign.pk).update(place_hits=None, place_minutes=1)
        for own in Judgment.objects.all():
            spend(own.pk, 60_000)
        third = sent(campaign, session="session/3", known=again)
        assert third.platform_sessions.last().ms_before == 120_000  # type: ignore[union-attr]
        for spent, complete in ((59_999, None), (1, "completed")):
            spend(judge_next(again).judgment_id, spent)
            assert kind_of(again) == complete
        visit = again.platform_sessions.latest("pk")
        campaign.refresh_from_db()
        earliest = again.platform_sessions.earliest("pk")
        assert fills_place_now(campaign, visit, (3, 4), (179_999, 180_000))
        assert not fills_place_now(campaign, visit, (3, 4), (180_000, 190_000))
        assert not fills_place_now(campaign, earliest, (3, 4), (179_999, 180_000))

    def test_its_minutes_count(self, desk: Browser, campaign: Campaign, again: Enrolment) -> None:
        """The stored sum equals the one that a submit compares."""
        Campaign.objects.filter(pk=campaign.pk).update(place_hits=None, place_minutes=1)
        spend(Judgment.objects.earliest("pk").pk, 60_000)
        third = sent(campaign, session="session/3", known=again)
        assert third.platform_sessions.latest("pk").ms_before == 60_000
        desk.post("next")
        first = submit_after(desk, in_hand(), 59_999)
        assert first["hit"] is not None
        last = submit_after(desk, first["hit"]["assignment"], 1)
        assert (last["hit"], last["over"]["code"]) == (None, "complete")
        again.refresh_from_db()
        total = Judgment.objects.aggregate(ms=Sum("active_ms"))["ms"]
        assert again.active_ms == total == 120_000
