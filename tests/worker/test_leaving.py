"""Leaving: how workers withdraw, and how they are erased."""

import pytest

from annotation.models import Assignment, Campaign, Enrolment, Judgment
from annotation.services.people.rate_limit import tempo
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.pages import assert_shows, text_of
from tests.worker.browser import Browse, Browser
from tests.worker.test_money import plain


@pytest.fixture(autouse=True)
def _no_rate_limit() -> None:
    tempo.forget()


def enrolment_of(name: str) -> Enrolment:
    return Enrolment.objects.get(worker__external_id=name)


def test_the_first_yes_explains_and_the_second_acts(ada: Browser, campaign: Campaign) -> None:
    worker = enrolment_of("ada")
    judge_next(worker)
    response = ada.post("withdraw", {"scope": "here"})
    assert response.status_code == 200
    assert "1 of your tasks is removed from the results" in plain(text_of(response))
    assert enrolment_of("ada").withdrawn_at is None
    done = ada.post("withdraw", {"scope": "here", "sure": "yes"})
    assert done.headers["Location"] == ada.url("done")
    assert enrolment_of("ada").withdrawn_at is not None
    assert "You withdrew from this work." in text_of(ada.get("done"))
    assert not Judgment.objects.counting().filter(campaign=campaign).exists()
    ada.post("next")
    assert not Assignment.objects.filter(enrolment=worker, status="open").exists()
    assert "You have withdrawn" in text_of(ada.get("withdraw"))


@pytest.mark.long
def test_of_the_whole_study_or_of_one_work(browse: Browse, campaign: Campaign) -> None:
    other = make_campaign(campaign.dataset, redundancy=2, title="The other half")
    here, there = browse("ada"), enrol(other, "ada")
    bob = enrol(other, "bob")
    for worker in (enrolment_in(campaign), there, bob):
        judge_next(worker)
    assert here.post("withdraw", {"scope": "nowhere", "sure": "yes"}).status_code == 400
    assert "Work The other half" in plain(text_of(here.get("kept")))
    text = plain(text_of(here.post("withdraw", {"scope": "everywhere"})))
    assert "2 of your tasks are removed from the results" in text
    here.post("withdraw", {"scope": "here", "sure": "yes"})
    assert gone() == [(campaign.pk, "ada")]
    here.post("withdraw", {"scope": "everywhere", "sure": "yes"})
    assert gone() == [(campaign.pk, "ada"), (other.pk, "ada")]


def enrolment_in(campaign: Campaign) -> Enrolment:
    return campaign.enrolments.get(worker__external_id="ada")


def gone() -> list[tuple[int, str]]:
    rows = Enrolment.objects.filter(withdrawn_at__isnull=False).order_by("pk")
    return list(rows.values_list("campaign", "worker__external_id"))


@pytest.mark.attack(40)
def test_who_is_erased_gave_their_code_and_said_yes_twice(ada: Browser, browse: Browse) -> None:
    code = enrolment_of("ada").worker.return_code
    refused = ada.post("erase", {"return_code": "abcdefghjk", "sure": "yes"})
    assert refused.status_code == 400
    assert "This return code is not correct." in text_of(refused)
    text = plain(text_of(ada.post("erase", {"return_code": code})))
    assert_shows(text, "Delete your data permanently?", "You cannot join again under this id.")
    assert enrolment_of("ada").erased_at is None
    done = ada.post("erase", {"return_code": code, "sure": "yes"})
    assert "Your data has been deleted" in text_of(done)
    assert "ada" not in plain(text_of(done))
    assert not Enrolment.objects.filter(worker__external_id="ada").exists()
    assert ada.get("done").headers["Location"] == ada.url("join")


def test_another_browser_of_theirs_is_at_the_join_page_too(ada: Browser, browse: Browse) -> None:
    worker = enrolment_of("ada").worker
    other = browse()
    other.post("join", {"worker": "ada", "return_code": worker.return_code})
    assert other.get("done").status_code == 200
    ada.post("erase", {"return_code": worker.return_code, "sure": "yes"})
    for name in ("done", "kept", "hit", "earnings"):
        assert other.get(name).headers["Location"] == other.url("join"), name
    assert other.submit(Assignment.objects.get(enrolment__worker=worker), [0]).status_code == 403
    again = other.post("join", {"worker": "ada", "return_code": worker.return_code})
    assert "cannot be used here again" in text_of(again)


@pytest.mark.long
def test_what_is_due_is_shown_before(ada: Browser) -> None:
    judge_next(enrolment_of("ada"))
    assert "You have not been paid $0.06 yet" in plain(text_of(ada.get("erase")))
