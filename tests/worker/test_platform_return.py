"""The return to the platform: when a submission is complete, which code is shown then, and who sees
none."""

from typing import Any

import pytest

from annotation.models import Campaign, Enrolment
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.campaigns.people_terms import set_people_terms
from annotation.services.errors import Invalid
from annotation.services.people.platform_return import return_link
from annotation.services.people.screening import decline_workers
from annotation.services.work.quality import stop_worker
from tests.api.studies import API
from tests.helpers.factories import judge_many, judge_next, make_user
from tests.helpers.pages import assert_shows
from tests.helpers.queries import assert_max_queries
from tests.worker.browser import Browser
from tests.worker.platform_return import (
    CODES,
    browser_of,
    campaign,
    campaign_of,
    desk,
    enrolment,
    in_hand,
    sent,
    spend,
    text_of,
)

pytestmark = pytest.mark.long
__all__ = ["campaign", "desk", "enrolment"]


@pytest.mark.quick
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


@pytest.mark.quick
def test_the_last_task_leads_to_the_code_and_back(desk: Browser, enrolment: Enrolment) -> None:
    desk.post("next")
    first = desk.submit(in_hand(), [0, 0, 0, 0]).json()
    assert "you have done 1" in text_of(desk.get("done")) or first["hit"]
    last = desk.submit(first["hit"]["assignment"], [0, 0, 0, 0]).json()
    assert (last["hit"], last["over"]["code"]) == (None, "complete")
    page = desk.get("done").content.decode()
    assert "DONE42" in page
    assert 'href="https://app.prolific.com/submissions/complete?cc=DONE42" rel="noreferrer"' in page
    assert "OUT7" not in page
    # The return link is the one primary action, and comes first.
    main = page.partition("<main")[2]
    assert main.count('"button primary"') + main.count('class="primary"') == 1
    assert main.index("DONE42") < main.index("Finish on Prolific") < main.index('class="terms"')
    assert "Next task" not in page
    assert "Do more tasks" in page
    # They may continue; the code is shown again, and no further submission begins.
    assert desk.post("next")["Location"] == desk.url("hit")
    assert "DONE42" not in desk.get("done").content.decode()
    assert desk.submit(in_hand(), [0, 0, 0, 0]).json()["hit"] is not None


def test_whoever_can_get_no_more_gets_the_code_and_is_shown_how_it_stands(
    desk: Browser, campaign: Campaign, enrolment: Enrolment
) -> None:
    judge_next(enrolment)
    close_campaign(campaign=campaign, user=make_user())
    assert_shows(text_of(desk.get("done")), "DONE42", "although you did 1 task of 2")


def test_without_an_address_the_code_itself_is_what_to_take(client: Any) -> None:
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
    assert "return your submission there" in page


def test_a_pause_completes_nothing(desk: Browser, campaign: Campaign, enrolment: Enrolment) -> None:
    judge_next(enrolment)
    pause_campaign(campaign=campaign, user=make_user())
    assert "DONE42" not in text_of(desk.get("done"))


def test_who_is_stopped_with_work_done_gets_the_code(desk: Browser, enrolment: Enrolment) -> None:
    judge_next(enrolment)
    stop_worker(enrolment=enrolment, user=make_user())
    assert_shows(text_of(desk.get("done")), "Your work here has ended", "DONE42")


def test_who_is_stopped_before_work_gets_another_code(desk: Browser, enrolment: Enrolment) -> None:
    stop_worker(enrolment=enrolment, user=make_user())
    page = text_of(desk.get("done"))
    assert ("OUT7" in page, "DONE42" in page) == (True, False)


def test_a_place_may_be_minutes_of_active_work() -> None:
    enrolment = sent(campaign_of(place_hits=None, place_minutes=1))
    for spent, complete in ((30_000, False), (None, False), (29_999, False), (1, True)):
        spend(judge_next(enrolment).judgment_id, spent)
        enrolment = Enrolment.objects.select_related("campaign", "worker").get(pk=enrolment.pk)
        enrolment.nothing_left_at = None
        assert (return_link(enrolment) is not None) == complete


def test_whoever_is_turned_away_gets_the_other_code(campaign: Campaign, client: Any) -> None:
    set_people_terms(campaign=campaign, user=make_user(), screened=True)
    campaign.refresh_from_db()
    enrolment = sent(campaign)
    desk = browser_of(campaign, enrolment, client)
    assert "OUT7" not in text_of(desk.get("waiting"))
    decline_workers(campaign=campaign, user=make_user(), enrolments=[enrolment.pk])
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
    out = return_link(enrolment)
    assert out is not None
    filled = "https://my.sona-systems.com/c?x=p%201&s=study%261&t=session%2F1&c=DONE42"
    assert (out.address, out.platform) == (filled, "SONA")


@pytest.mark.quick
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


@pytest.mark.quick
@pytest.mark.parametrize(
    "address", ["https://app.prolific.com/a?cc={code}", "https://a.sona-systems.com/"]
)
def test_the_platforms_that_are_known_are_led_to(campaign: Campaign, address: str) -> None:
    changed = set_people_terms(campaign=campaign, user=make_user(), return_address=address)
    assert changed.return_address == address


@pytest.mark.attack(34)
@pytest.mark.quick
@pytest.mark.few(1)
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


@pytest.mark.quick
def test_a_program_reads_the_platform_return_and_no_code_before(campaign: Campaign) -> None:
    join = {"external_id": "p 1", "sent_by": "prolific", "study": "s", "session": "t"}
    worker = API(API().post(f"campaigns/{campaign.code}/join", join).json()["token"])
    path = f"campaigns/{campaign.code}/way-out"
    assert worker.get(path).json() == {"kind": None, "code": "", "address": ""}
    judge_many(campaign.enrolments.get(), 2)
    out = worker.get(path).json()
    assert (out["kind"], out["code"]) == ("completed", "DONE42")
    assert out["address"].endswith("?cc=DONE42")


def test_a_shown_page_asks_as_many_queries_as_before_for_its_tasks(desk: Browser) -> None:
    with assert_max_queries(9):
        desk.get("done")
