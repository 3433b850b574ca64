"""The way out: when a place on a platform is complete, which code is told then, and to whom none is
told."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.campaigns.people_terms import set_people_terms
from annotation.services.errors import Invalid, NothingLeft, UsedUp
from annotation.services.pay.budgets import set_budget, set_project_money
from annotation.services.people.arrivals import let_in
from annotation.services.people.identity import Identity
from annotation.services.people.place import fills_place_now
from annotation.services.people.screening import turn_away_workers
from annotation.services.people.way_out import way_out
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import stop_worker
from annotation.services.work.release import return_hit
from annotation.services.work.skip import skip_hit
from tests.api.studies import API
from tests.helpers.factories import (
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
)
from tests.worker.browser import Browser
from tests.worker.browser import text_of as raw_text_of

CODES = {
    "completion_code": "DONE42",
    "screen_out_code": "OUT7",
    "no_consent_code": "NOCONSENT",
}
PLACE: dict[str, Any] = {**CODES, "place_hits": 2}


def text_of(response: Any) -> str:
    return " ".join(raw_text_of(response).split())


def in_hand() -> int:
    return Assignment.objects.get(status=Assignment.Status.OPEN).pk


def campaign_of(**terms: Any) -> Campaign:
    return make_campaign(make_dataset(numbered_texts(4)), **{**PLACE, **terms})


def sent(
    campaign: Campaign,
    source: str = "prolific",
    session: str = "session/1",
    known: Enrolment | None = None,
) -> Enrolment:
    who = Identity(source, "p 1", "study&1", session)
    workers = [known.worker_id] if known else []
    return let_in(campaign=campaign, who=who, address="192.0.2.1", known=workers)


def sent_as(campaign: Campaign, name: str) -> Enrolment:
    who = Identity("prolific", name, "study&1", f"session of {name}")
    return let_in(campaign=campaign, who=who, address="192.0.2.1")


def limit(campaign: Campaign, budget: str, *, of_project: bool = False) -> None:
    if not of_project:
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(budget))
        return
    set_project_money(
        project=campaign.dataset.project,
        user=make_user(),
        budget=Decimal(budget),
        least_hourly=None,
        currency="USD",
    )


def browser_of(campaign: Campaign, enrolment: Enrolment, client: Any) -> Browser:
    desk = Browser(client, campaign.code)
    code = enrolment.worker.return_code
    form = {"worker": "p 1", "source": enrolment.worker.source, "return_code": code}
    assert desk.post("join", form).status_code == 302
    return desk


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_of()


@pytest.fixture
def enrolment(campaign: Campaign) -> Enrolment:
    return sent(campaign)


@pytest.fixture
def desk(campaign: Campaign, enrolment: Enrolment, client: Any) -> Browser:
    return browser_of(campaign, enrolment, client)


def test_no_page_holds_a_code_before_the_place_is_complete(desk: Browser) -> None:
    pages = ["join", "instructions", "done"]
    shown = [desk.get(page).content for page in pages]
    desk.post("next")
    shown += [desk.get(page).content for page in [*pages, "hit"]]
    receipt = desk.submit(in_hand(), [0, 0, 0, 0])
    shown += [receipt.content, *(desk.get(page).content for page in pages)]
    for body in shown:
        for code in (*CODES.values(), "app.prolific.com"):
            assert code.encode() not in body


def test_the_last_task_of_a_place_leads_to_the_code_and_back_to_prolific(
    desk: Browser, enrolment: Enrolment
) -> None:
    desk.post("next")
    first = desk.submit(in_hand(), [0, 0, 0, 0]).json()
    assert "you have done 1" in text_of(desk.get("done")) or first["hit"]
    last = desk.submit(first["hit"]["assignment"], [0, 0, 0, 0]).json()
    assert (last["hit"], last["over"]["code"]) == (None, "complete")
    page = desk.get("done").content.decode()
    assert "DONE42" in page
    assert 'href="https://app.prolific.com/submissions/complete?cc=DONE42" rel="noreferrer"' in page
    assert "OUT7" not in page
    # The way back is the one primary thing, and before all else.
    main = page.partition("<main")[2]
    assert main.count('"button primary"') + main.count('class="primary"') == 1
    assert main.index("DONE42") < main.index("Finish on Prolific") < main.index('class="terms"')
    assert "Next task" not in page
    assert "Do another task all the same" in page
    # They may go on; the code is told again, and no further place begins.
    assert desk.post("next")["Location"] == desk.url("hit")
    assert "DONE42" not in desk.get("done").content.decode()
    onward = desk.submit(in_hand(), [0, 0, 0, 0]).json()
    assert onward["hit"] is not None


def test_whoever_can_get_no_more_gets_the_code_and_is_told_how_it_stands(
    desk: Browser, campaign: Campaign, enrolment: Enrolment
) -> None:
    judge_next(enrolment)
    close_campaign(campaign=campaign, user=make_user())
    page = text_of(desk.get("done"))
    assert "DONE42" in page
    assert "You did 1 task; 2 make a whole place" in page


def test_without_an_address_the_code_itself_is_what_to_take(db: None, client: Any) -> None:
    campaign = campaign_of()
    desk = browser_of(campaign, sent(campaign, "link"), client)
    judge_next(enrolment := Enrolment.objects.get())
    judge_next(enrolment)
    main = desk.get("done").content.decode().partition("<main")[2]
    primary = [part.split(">")[0] for part in main.split("<")[1:] if 'primary"' in part]
    assert len(primary) == 1
    assert 'id="copy"' in primary[0]


def test_without_any_work_there_is_no_code(desk: Browser, campaign: Campaign) -> None:
    close_campaign(campaign=campaign, user=make_user())
    page = text_of(desk.get("done"))
    assert "DONE42" not in page
    assert "return your place there" in page


def test_a_pause_completes_nothing(desk: Browser, campaign: Campaign, enrolment: Enrolment) -> None:
    judge_next(enrolment)
    pause_campaign(campaign=campaign, user=make_user())
    assert "DONE42" not in text_of(desk.get("done"))


def test_whoever_is_stopped_with_work_done_gets_the_code(
    desk: Browser, enrolment: Enrolment
) -> None:
    judge_next(enrolment)
    stop_worker(enrolment=enrolment, user=make_user())
    page = text_of(desk.get("done"))
    assert "Your work here has ended" in page
    assert "DONE42" in page


def test_whoever_is_stopped_before_any_work_gets_the_other_code(
    desk: Browser, enrolment: Enrolment
) -> None:
    stop_worker(enrolment=enrolment, user=make_user())
    page = text_of(desk.get("done"))
    assert ("OUT7" in page, "DONE42" in page) == (True, False)


def test_a_place_may_be_minutes_of_active_work(db: None) -> None:
    campaign = campaign_of(place_hits=None, place_minutes=1)
    enrolment = sent(campaign)
    for spent, complete in ((30_000, False), (None, False), (29_999, False), (1, True)):
        receipt = judge_next(enrolment)
        Judgment.objects.filter(pk=receipt.judgment_id).update(active_ms=spent)
        enrolment = Enrolment.objects.select_related("campaign", "worker").get(pk=enrolment.pk)
        enrolment.nothing_left_at = None
        assert (way_out(enrolment) is not None) == complete


def test_whoever_is_turned_away_gets_the_other_code(campaign: Campaign, client: Any) -> None:
    set_people_terms(campaign=campaign, user=make_user(), screened=True)
    campaign.refresh_from_db()
    enrolment = sent(campaign)
    desk = browser_of(campaign, enrolment, client)
    assert "OUT7" not in text_of(desk.get("waiting"))
    turn_away_workers(campaign=campaign, user=make_user(), enrolments=[enrolment.pk])
    page = desk.get("waiting").content.decode()
    assert "https://app.prolific.com/submissions/complete?cc=OUT7" in page
    assert "DONE42" not in page


def test_an_address_of_ones_own_is_filled_in(campaign: Campaign) -> None:
    address = "https://my.sona-systems.com/c?x={id}&s={study}&t={session}&c={code}"
    set_people_terms(campaign=campaign, user=make_user(), return_address=address, place_hits=1)
    campaign.refresh_from_db()
    enrolment = sent(campaign, "sona")
    judge_next(enrolment)
    enrolment = Enrolment.objects.select_related("campaign", "worker").get(pk=enrolment.pk)
    out = way_out(enrolment)
    assert out is not None
    filled = "https://my.sona-systems.com/c?x=p%201&s=study%261&t=session%2F1&c=DONE42"
    assert (out.address, out.platform) == (filled, "SONA")


@pytest.mark.parametrize(
    "address",
    [
        *("https://evil.example/", "http://app.prolific.com/", "javascript:alert(1)", "//x"),
        *("https://app.prolific.com@evil.example/", "https://app.prolific.com.evil.example/"),
        *("https://u:p@app.prolific.com/", "https://app.prolific.com:99/", "https://[::1"),
        *(
            "https://sona-systems.com/",
            "https://evilsona-systems.com/",
            "https://app.prolific.com/ x",
        ),
        "https://evil.example/?x=app.prolific.com",
    ],
)
def test_nobody_is_led_to_where_no_platform_is(campaign: Campaign, address: str) -> None:
    with pytest.raises(Invalid):
        set_people_terms(campaign=campaign, user=make_user(), return_address=address)


@pytest.mark.parametrize(
    "address", ["https://app.prolific.com/a?cc={code}", "https://a.sona-systems.com/"]
)
def test_the_platforms_that_are_known_are_led_to(campaign: Campaign, address: str) -> None:
    changed = set_people_terms(campaign=campaign, user=make_user(), return_address=address)
    assert changed.return_address == address


@pytest.mark.parametrize(
    "terms",
    [
        {"completion_code": "two words"},
        {"completion_code": "a/b"},
        {"completion_code": "x" * 41},
        {"completion_code": "OUT7"},
        {"place_hits": 0},
        {"place_minutes": 1_441},
        {"link_trust": "blindly"},
        {"platform_study": "66aa"},
        {"link_version": 9},
        {"reward": 5},
    ],
)
def test_terms_that_cannot_be_are_refused(campaign: Campaign, terms: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        set_people_terms(campaign=campaign, user=make_user(), **terms)


def skip(enrolment: Enrolment, *, later: bool = False) -> None:
    held = claim_hit(enrolment_id=enrolment.pk)
    skip_hit(enrolment=enrolment, assignment_id=held.pk, later=later)


def skip_all(enrolment: Enrolment) -> None:
    """Skip all that there is, as "not for me", until nothing is left."""
    had = enrolment.assignments.count()
    for _ in range(enrolment.campaign.hit_count - had):
        skip(enrolment)
    with pytest.raises(NothingLeft):
        skip(enrolment)


def kind_of(enrolment: Enrolment) -> str | None:
    out = way_out(Enrolment.objects.select_related("campaign", "worker").get(pk=enrolment.pk))
    return out.kind if out else None


class TestNothingMoreCanCome:
    """Whoever has done something and gets no more for reasons of the work gets the code."""

    def test_when_the_time_of_the_work_is_over(
        self, desk: Browser, campaign: Campaign, enrolment: Enrolment
    ) -> None:
        judge_next(enrolment)
        assert kind_of(enrolment) is None
        Campaign.objects.filter(pk=campaign.pk).update(closes_at=Now() - timedelta(seconds=1))
        page = text_of(desk.get("done"))
        assert "DONE42" in page
        assert "This work is over" in page
        assert "You did 1 task; 2 make a whole place" in page

    def test_when_they_did_as_much_in_the_study_as_one_person_may(self, db: None) -> None:
        campaign = campaign_of(most_project_hits=1)
        enrolment = sent(campaign)
        assert kind_of(enrolment) is None
        judge_next(enrolment)
        assert kind_of(enrolment) == "completed"

    def test_not_while_their_hands_are_full_elsewhere(self, db: None) -> None:
        campaign = campaign_of(most_at_once=1)
        enrolment = sent(campaign)
        judge_next(enrolment)
        texts = make_dataset(numbered_texts(4), campaign.dataset.project)
        elsewhere = sent(make_campaign(texts), known=enrolment)
        claim_hit(enrolment_id=elsewhere.pk)
        assert kind_of(enrolment) is None

    @pytest.mark.parametrize("of_project", [False, True])
    def test_when_there_is_no_money_for_one_more(
        self, client: Any, db: None, of_project: bool
    ) -> None:
        campaign = campaign_of(reward="0.05", currency="USD")
        enrolment = sent(campaign)
        desk = browser_of(campaign, enrolment, client)
        judge_next(enrolment)
        held = claim_hit(enrolment_id=enrolment.pk)
        limit(campaign, "0.10", of_project=of_project)
        # What they hold is paid for: it comes first.
        assert kind_of(enrolment) is None
        return_hit(enrolment=enrolment, assignment_id=held.pk)
        assert kind_of(enrolment) is None
        other = sent_as(campaign, "p 2")
        claim_hit(enrolment_id=other.pk)
        with pytest.raises(UsedUp):
            claim_hit(enrolment_id=enrolment.pk)
        # The one that they gave back is still open: that is theirs.
        assert kind_of(enrolment) is None
        Assignment.objects.filter(pk=held.pk).update(status="expired")
        assert kind_of(enrolment) == "completed"
        page = text_of(desk.get("done"))
        assert "There is no money left for more tasks now" in page
        assert "DONE42" in page
        assert "Do another task all the same" not in page

    def test_when_what_others_give_back_is_nothing_for_them(self, db: None) -> None:
        campaign = make_campaign(make_dataset(numbered_texts(1)), **PLACE)
        enrolment = sent(campaign)
        judge_next(enrolment)
        with pytest.raises(NothingLeft):
            claim_hit(enrolment_id=enrolment.pk)
        other = sent_as(campaign, "p 2")
        return_hit(enrolment=other, assignment_id=claim_hit(enrolment_id=other.pk).pk)
        assert kind_of(enrolment) == "completed"

    def test_a_pause_is_no_end_for_want_of_money_either(self, db: None) -> None:
        campaign = campaign_of(reward="0.05", currency="USD")
        enrolment = sent(campaign)
        judge_next(enrolment)
        limit(campaign, "0.05")
        assert kind_of(enrolment) == "completed"
        pause_campaign(campaign=campaign, user=make_user())
        assert kind_of(enrolment) is None


class TestSkippedTasks:
    """A place is not completed by skipping."""

    def test_one_task_and_all_others_skipped_is_no_place(
        self, desk: Browser, enrolment: Enrolment
    ) -> None:
        judge_next(enrolment)
        skip_all(enrolment)
        page = text_of(desk.get("done"))
        assert "DONE42" not in page
        assert "You skipped 3 tasks that are still to be done" in page
        assert "Return your place on the page that sent you" in page
        assert "What you submitted is kept." in page

    def test_once_others_have_done_them_nothing_is_held_against_anybody(
        self, campaign: Campaign, enrolment: Enrolment
    ) -> None:
        judge_next(enrolment)
        skip_all(enrolment)
        HIT.objects.filter(campaign=campaign).update(taken=F("quota"))
        assert kind_of(enrolment) == "completed"

    def test_whoever_does_five_may_skip_one_that_nobody_can_do(self, db: None) -> None:
        campaign = make_campaign(make_dataset(numbered_texts(7)), **{**PLACE, "place_hits": 9})
        enrolment = sent(campaign)
        for _ in range(4):
            judge_next(enrolment)
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

    def test_it_is_said_before_and_after(self, desk: Browser, enrolment: Enrolment) -> None:
        desk.post("next")
        said = "A skipped task does not count for your place"
        assert said in text_of(desk.get("hit"))
        desk.post("return", {"when": "never"}, in_hand())
        assert "A task that you skip does not count." in text_of(desk.get("done"))

    def test_where_there_is_no_place_nothing_is_said_of_one(self, client: Any, db: None) -> None:
        campaign = make_campaign()
        desk = browser_of(campaign, sent(campaign), client)
        desk.post("next")
        assert "your place" not in text_of(desk.get("hit"))
        desk.post("return", {"when": "never"}, in_hand())
        assert "does not count" not in text_of(desk.get("done"))


class TestWithdrawing:
    def withdraw(self, desk: Browser) -> str:
        sure = text_of(desk.post("withdraw", {"scope": "here"}))
        desk.post("withdraw", {"scope": "here", "sure": "yes"})
        return sure

    def test_one_task_and_gone_is_no_place(self, desk: Browser, enrolment: Enrolment) -> None:
        judge_next(enrolment)
        sure = self.withdraw(desk)
        assert "It ends without the completion code." in sure
        assert "You get another code for that page." in sure
        page = text_of(desk.get("done"))
        assert ("DONE42" in page, "NOCONSENT" in page) == (False, True)

    def test_a_full_place_stays_complete(self, desk: Browser, enrolment: Enrolment) -> None:
        judge_next(enrolment)
        judge_next(enrolment)
        assert "you keep the completion code" in self.withdraw(desk)
        page = text_of(desk.get("done"))
        assert ("DONE42" in page, "NOCONSENT" in page) == (True, False)

    def test_without_a_code_they_return_their_place(self, client: Any, db: None) -> None:
        campaign = campaign_of(no_consent_code="")
        enrolment = sent(campaign)
        desk = browser_of(campaign, enrolment, client)
        judge_next(enrolment)
        assert "Return your place there." in self.withdraw(desk)
        page = text_of(desk.get("done"))
        assert "DONE42" not in page
        assert "Return your place on the page that sent you" in page

    def test_whoever_has_a_code_that_would_go_is_told_to_use_it_first(
        self, desk: Browser, campaign: Campaign, enrolment: Enrolment
    ) -> None:
        judge_next(enrolment)
        close_campaign(campaign=campaign, user=make_user())
        assert "Finish on the page that sent you first" in self.withdraw(desk)


class TestASecondPlace:
    """A platform that sends somebody again asks for another place of work."""

    @pytest.fixture
    def again(self, campaign: Campaign, enrolment: Enrolment) -> Enrolment:
        judge_next(enrolment)
        judge_next(enrolment)
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
        assert "You have done no task for this place" in page

    def test_minutes_begin_anew_too(self, campaign: Campaign, again: Enrolment) -> None:
        Campaign.objects.filter(pk=campaign.pk).update(place_hits=None, place_minutes=1)
        Judgment.objects.update(active_ms=60_000)
        third = sent(campaign, session="session/3", known=again)
        assert third.platform_sessions.last().ms_before == 120_000  # type: ignore[union-attr]
        for spent, complete in ((59_999, None), (1, "completed")):
            receipt = judge_next(again)
            Judgment.objects.filter(pk=receipt.judgment_id).update(active_ms=spent)
            assert kind_of(again) == complete
        visit = again.platform_sessions.latest("pk")
        campaign.refresh_from_db()
        assert fills_place_now(campaign, visit, 3, 4)
        assert not fills_place_now(campaign, again.platform_sessions.earliest("pk"), 3, 4)


def test_a_program_reads_the_way_out_and_no_code_before(campaign: Campaign) -> None:
    join = {"external_id": "p 1", "sent_by": "prolific", "study": "s", "session": "t"}
    worker = API(API().post(f"campaigns/{campaign.code}/join", join).json()["token"])
    path = f"campaigns/{campaign.code}/way-out"
    assert worker.get(path).json() == {"kind": None, "code": "", "address": ""}
    enrolment = campaign.enrolments.get()
    for _ in range(2):
        judge_next(enrolment)
    out = worker.get(path).json()
    assert (out["kind"], out["code"]) == ("completed", "DONE42")
    assert out["address"].endswith("?cc=DONE42")


def test_a_shown_page_asks_as_many_queries_as_before_for_its_tasks(
    desk: Browser, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_max_num_queries(9):
        desk.get("done")
