"""Consent in a browser: agreed to, declined, read again."""

import pytest

from annotation.models import Campaign, ConsentAnswer
from annotation.services.campaigns.consent_texts import change_consent
from tests.helpers.factories import judge_next, make_campaign, make_user
from tests.helpers.pages import assert_shows, text_of
from tests.worker.browser import Browse, Browser

AGREE = {"answer": "agree", "version": "1"}
DECLINE = {"answer": "decline", "version": "1"}


@pytest.fixture
def with_consent() -> Campaign:
    return make_campaign(consent="You may *stop* at any time.", reward="0.06")


@pytest.fixture
def ada(with_consent: Campaign, browse: Browse) -> Browser:
    return browse("ada", with_consent)


def test_it_is_the_first_step_and_every_page_leads_there(ada: Browser) -> None:
    for name in ("hit", "done", "instructions"):
        found = ada.client.get(ada.url(name), follow=True).redirect_chain[-1][0]
        assert found == ada.url("consent")
    assert_shows(text_of(ada.get("consent")), "Step 1 of 2", "You may <em>stop</em> at any time.")
    assert not ConsentAnswer.objects.exists()


def test_whoever_agrees_reads_the_instructions_next(ada: Browser) -> None:
    assert ada.post("consent", AGREE).headers["Location"] == ada.url("instructions")
    assert "Step 2 of 2" in text_of(ada.get("instructions"))
    assert ada.post("instructions").headers["Location"] == ada.url("done")
    assert "You are ready" in text_of(ada.get("done"))
    assert ada.post("next").headers["Location"] == ada.url("hit")


def test_what_was_agreed_to_can_be_read_again(ada: Browser) -> None:
    ada.post("consent", AGREE)
    ada.post("instructions")
    assert "What you agreed to" in text_of(ada.get("instructions"))
    page = text_of(ada.get("consent"))
    assert "What you agreed to" in page
    assert "I agree" not in page


def test_whoever_declines_is_informed_and_may_think_again(ada: Browser) -> None:
    assert ada.post("consent", DECLINE).headers["Location"] == ada.url("declined")
    assert "You did not agree" in text_of(ada.get("declined"))
    assert ada.client.post(ada.url("next"), follow=True).redirect_chain[-1][0] == ada.url("consent")
    ada.post("consent", AGREE)
    assert ada.get("declined").headers["Location"] == ada.url("instructions")


def test_a_text_changed_meanwhile_is_shown_again(ada: Browser, with_consent: Campaign) -> None:
    change_consent(campaign=with_consent, user=make_user(), text="Another text.")
    response = ada.post("consent", AGREE)
    assert response.status_code == 409
    assert "Another text." in text_of(response)
    assert not ConsentAnswer.objects.exists()


@pytest.mark.parametrize(
    ("place", "codes", "shown", "said"),
    [
        (1, {}, "DONE42", "Everything you submitted before is saved and will be paid."),
        (
            2,
            {"no_consent_code": "NOCONSENT7"},
            "NOCONSENT7",
            "the code below is not the completion code",
        ),
        (2, {}, "", "Please return your submission on"),
    ],
)
def test_whoever_declines_another_text_is_shown_what_becomes_of_their_work(
    ada: Browser, with_consent: Campaign, place: int, codes: dict[str, str], shown: str, said: str
) -> None:
    Campaign.objects.update(place_hits=place, completion_code="DONE42", **codes)
    ada.post("consent", AGREE)
    ada.post("instructions")
    judge_next(with_consent.enrolments.get())
    change_consent(campaign=with_consent, user=make_user(), text="Another text.")
    ada.post("consent", {"answer": "decline", "version": "2"})
    page = " ".join(text_of(ada.get("declined")).split())
    assert said in page
    assert [code for code in ("DONE42", "NOCONSENT7") if code in page] == ([shown] if shown else [])
    assert ("paid as a bonus, or as the study description says" in page) == (place == 2)


def test_a_changed_text_says_so(ada: Browser, with_consent: Campaign) -> None:
    ada.post("consent", AGREE)
    ada.post("instructions")
    change_consent(campaign=with_consent, user=make_user(), text="Another text.")
    assert_shows(text_of(ada.get("consent")), "changed since you agreed", "Step 1 of 1")


@pytest.mark.parametrize("form", [{}, {"answer": "maybe"}, {**AGREE, "version": "x"}])
def test_an_answer_that_is_none_is_refused(ada: Browser, form: dict[str, str]) -> None:
    assert ada.post("consent", form).status_code == 400


def test_where_nothing_is_required_there_is_no_such_page(browse: Browse) -> None:
    assert browse("ben").get("consent").status_code == 302
