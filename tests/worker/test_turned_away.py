"""Refusals on joining: workers read what to do, and what exactly is wrong."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from annotation.models import Campaign, Enrolment
from annotation.services.people.worker_lists import set_list
from tests.helpers.factories import enrol, make_campaign
from tests.helpers.pages import text_of


def join_page(campaign: Campaign) -> str:
    return reverse("worker:join", args=(campaign.code,))


def test_whoever_is_not_let_in_is_shown_what_to_do() -> None:
    campaign = make_campaign()
    user = campaign.dataset.project.memberships.get().user
    set_list(campaign=campaign, user=user, side="out", written="eve")
    answer = Client().post(join_page(campaign), {"worker": "eve"})
    assert answer.status_code == 403
    assert "return your submission there" in text_of(answer)
    assert "contact the researchers" in text_of(answer)
    assert reverse("worker:home") in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "qualifications", "why"),
    [
        ("en", {"countries": ["IN", "NP"]}, "people from India or Nepal, according"),
        ("es", {"countries": ["DE", "ES", "XQ"]}, "Alemania, España o XQ"),
        ("hi", {"countries": ["IN", "NP"]}, "भारत या नेपाल"),
        ("ar", {"countries": ["IN"]}, "الهند"),
        ("en", {"languages": ["hi", "bho"]}, "people who speak Bhojpuri or Hindi, according"),
        ("es", {"languages": ["hin"]}, "hindi"),
    ],
)
def test_countries_and_languages_are_named_in_the_workers_language(
    language: str, qualifications: dict[str, list[str]], why: str
) -> None:
    campaign = make_campaign(qualifications=qualifications)
    browser = Client(headers={"Accept-Language": language})
    answer = browser.post(join_page(campaign), {"worker": "eve"})
    assert answer.status_code == 403
    assert why in text_of(answer)


SENT_BY_PROLIFIC = {"worker": "p 1", "source": "prolific"}
BACK = "https://app.prolific.com/submissions/complete?cc=OUT7"


def test_whom_prolific_sent_goes_back_with_the_screen_out_code() -> None:
    campaign = make_campaign(qualifications={"countries": ["IN"]}, screen_out_code="OUT7")
    answer = Client().post(join_page(campaign), SENT_BY_PROLIFIC)
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "OUT7" in text_of(answer)
    assert f'href="{BACK}"' in page
    assert "Finish on Prolific" in text_of(answer)
    # Entering the code replaces returning the submission, and no one was let in by it.
    assert "return your submission there" not in text_of(answer)
    assert not Enrolment.objects.exists()


@pytest.mark.parametrize("form", [{"name": "Eve"}, {"worker": "eve"}])
def test_whom_no_platform_sent_gets_no_code(form: dict[str, str]) -> None:
    campaign = make_campaign(qualifications={"countries": ["IN"]}, screen_out_code="OUT7")
    assert "OUT7" not in text_of(Client().post(join_page(campaign), form), 403)


def test_without_a_screen_out_code_the_place_is_returned() -> None:
    campaign = make_campaign(qualifications={"countries": ["IN"]}, completion_code="DONE42")
    answer = Client().post(join_page(campaign), SENT_BY_PROLIFIC)
    assert "return your submission there" in text_of(answer)
    assert "DONE42" not in answer.content.decode()


def test_the_address_back_holds_the_visit() -> None:
    address = "https://app.prolific.com/back?c={code}&p={id}&s={study}&v={session}"
    campaign = make_campaign(
        qualifications={"countries": ["IN"]}, screen_out_code="OUT7", return_address=address
    )
    browser = Client()
    sent = {"PROLIFIC_PID": "p 1", "STUDY_ID": "study&1", "SESSION_ID": "visit/1"}
    browser.get(join_page(campaign), sent)
    answer = browser.post(join_page(campaign), SENT_BY_PROLIFIC)
    whole = "https://app.prolific.com/back?c=OUT7&amp;p=p%201&amp;s=study%261&amp;v=visit%2F1"
    assert whole in answer.content.decode()


def test_other_refusals_say_nothing_of_places() -> None:
    answer = Client().put(join_page(make_campaign()))
    assert answer.status_code == 405
    assert "return your submission there" not in text_of(answer)


def shut(campaign: Campaign, how: str) -> None:
    """Close the campaign to new workers in one of the possible ways."""
    rows = Campaign.objects.filter(pk=campaign.pk)
    if how == "full":
        for _ in range(campaign.redundancy):
            enrol(campaign)
        campaign.refresh_from_db()
        rows.update(most_workers=campaign.worker_count)
    elif how == "over":
        rows.update(closes_at=now() - timedelta(seconds=1))
    else:
        rows.update(status=how)


@pytest.mark.parametrize("how", ["full", "over", "closed", "draft"])
class TestClosedCampaign:
    def test_whom_prolific_sent_is_led_back_and_not_prompted_to_join(self, how: str) -> None:
        campaign = make_campaign(redundancy=1, screen_out_code="OUT7")
        shut(campaign, how)
        browser = Client()
        sent = {"PROLIFIC_PID": "p 1", "STUDY_ID": "s", "SESSION_ID": "v"}
        shown = browser.get(join_page(campaign), sent, follow=True)
        refused = browser.post(join_page(campaign), SENT_BY_PROLIFIC)
        assert (shown.status_code, refused.status_code) == (200, 409)
        for answer in (shown, refused):
            page = answer.content.decode()
            assert f'href="{BACK}"' in page
            assert 'name="worker"' not in page
            assert "return your submission there" not in text_of(answer)
        assert not Enrolment.objects.filter(worker__external_id="p 1").exists()

    def test_without_a_code_the_place_is_returned(self, how: str) -> None:
        campaign = make_campaign()
        shut(campaign, how)
        browser = Client()
        shown = browser.get(join_page(campaign), {"PROLIFIC_PID": "p 1"}, follow=True)
        assert "return your submission there" in text_of(shown)
        page = text_of(browser.post(join_page(campaign), SENT_BY_PROLIFIC))
        assert "return your submission there" in page

    def test_whoever_is_in_can_come_back(self, how: str) -> None:
        campaign = make_campaign(redundancy=1, screen_out_code="OUT7")
        Client().post(join_page(campaign), SENT_BY_PROLIFIC)
        shut(campaign, how)
        browser = Client()
        page = browser.get(
            join_page(campaign), {"PROLIFIC_PID": "p 1"}, follow=True
        ).content.decode()
        assert "OUT7" not in page
        if how != "draft":
            assert 'name="worker"' in page
        code = Enrolment.objects.get(worker__external_id="p 1").worker.return_code
        back = browser.post(join_page(campaign), {**SENT_BY_PROLIFIC, "return_code": code})
        assert back.status_code == 302


@pytest.mark.parametrize("limit", ["joins_per_day", "joins_per_address"])
def test_whom_a_crowd_keeps_out_may_wait_or_go_back(limit: str) -> None:
    campaign = make_campaign(redundancy=1, screen_out_code="OUT7")
    Campaign.objects.filter(pk=campaign.pk).update(**{limit: 1})
    assert Client().post(join_page(campaign), {"worker": "first"}).status_code == 302
    answer = Client().post(join_page(campaign), SENT_BY_PROLIFIC)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "Try again in" in text_of(answer)
    assert f'href="{BACK}"' in answer.content.decode()
    named = Client().post(join_page(campaign), {"name": "Eve"})
    assert (named.status_code, "OUT7" in text_of(named)) == (429, False)
    assert int(named["Retry-After"]) > 0


def test_the_join_page_says_when_the_work_begins_until_it_has() -> None:
    campaign = make_campaign(opens_at=now() + timedelta(days=1))
    assert "The work starts on" in text_of(Client().get(join_page(campaign)))
    Campaign.objects.filter(pk=campaign.pk).update(opens_at=now() - timedelta(days=1))
    assert "The work starts on" not in text_of(Client().get(join_page(campaign)))


def test_a_wrong_access_code_leaves_the_name_alone() -> None:
    campaign = make_campaign(access_code="Linden-7")
    answer = Client().post(join_page(campaign), {"name": "Ada", "access_code": "oak"})
    name, code = (
        next(tag for tag in answer.content.decode().split("<input") if f'id="{field}"' in tag)
        for field in ("name", "access-code")
    )
    name, code = name.split(">")[0], code.split(">")[0]
    assert "aria-invalid" not in name
    assert "autofocus" not in name
    assert "autofocus" in code
    assert 'aria-invalid="true"' in code
