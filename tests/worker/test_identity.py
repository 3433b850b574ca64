"""The identity of a browser is what the server signed, and nothing else."""

from urllib.parse import quote

import pytest
from django.core.signing import Signer
from django.test import Client
from pytest_django import Settings

from annotation.models import Assignment, AuditEvent, Campaign, Enrolment, Worker
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.worker.identity import COOKIE
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.pages import text_of
from tests.worker.browser import Browse, Browser

pytestmark = pytest.mark.long


def test_the_cookie_is_for_this_campaign_and_out_of_reach_of_scripts(ada: Browser) -> None:
    cookie = ada.client.cookies[COOKIE]
    assert cookie["path"] == ada.url("join")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]


def test_behind_https_the_cookie_is_never_sent_in_clear(settings: Settings, browse: Browse) -> None:
    settings.BEHIND_HTTPS = True
    assert browse("ada").client.cookies[COOKIE]["secure"]


@pytest.mark.attack(28)
@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "forged", ["1", "1:x:y", "", "é", "1:" + "A" * 5000, Signer(salt="annotation.worker").sign("1")]
)
def test_a_forged_cookie_is_nobody(ada: Browser, forged: str) -> None:
    assignment = Assignment.objects.get()
    forger = Browser(Client(), ada.code)
    forger.client.cookies[COOKIE] = forged
    assert forger.get("hit")["Location"] == ada.url("join")
    answer = forger.submit(assignment, [0, 0, 0, 0])
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "not_joined"
    assert answer.json()["join"] == ada.url("join")


@pytest.mark.attack(28)
def test_a_cookie_of_another_campaign_is_nobody(ada: Browser) -> None:
    other = Browser(Client(), make_campaign().code)
    other.client.cookies[COOKIE] = ada.client.cookies[COOKIE].value
    assert other.get("hit")["Location"] == other.url("join")
    assert other.submit(1, []).status_code == 403


@pytest.mark.attack(2)
def test_the_work_of_another_is_not_found(ada: Browser, browse: Browse) -> None:
    hers = Assignment.objects.get()
    bob = browse("bob")
    assert bob.submit(hers, [0, 0, 0, 0]).status_code == 404
    assert bob.post("return", None, hers.pk).status_code == 404
    hers.refresh_from_db()
    assert hers.status == Assignment.Status.OPEN


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 10**30])
def test_a_hit_that_is_not_is_not_found(ada: Browser, number: int) -> None:
    assert ada.submit(number, [0, 0, 0, 0]).status_code == 404
    assert ada.post("return", None, number).status_code == 404


def test_an_unknown_campaign_is_not_found(ada: Browser) -> None:
    nowhere = Browser(ada.client, "no-such-code")
    assert nowhere.get("join").status_code == 404
    assert nowhere.post("join", {"name": "Ada"}).status_code == 404
    assert nowhere.get("hit").status_code == 302
    assert nowhere.submit(1, []).status_code == 403


def test_the_id_in_the_link_joins_by_a_button_only(browse: Browse) -> None:
    assert "5f1c" in text_of(browse().follow(PROLIFIC_PID="5f1c"))
    assert not Worker.objects.exists()
    browse("5f1c")
    assert Worker.objects.get().source == Worker.Source.LINK


@pytest.mark.quick
@pytest.mark.parametrize("worker", ["x" * 61, "a\u202eb"])
def test_an_id_that_cannot_be_is_refused_in_words(browse: Browse, worker: str) -> None:
    answer = browse().post("join", {"worker": worker})
    assert answer.status_code == 400
    assert "The id in this link is not valid" in text_of(answer)
    assert not Worker.objects.exists()


def test_a_link_for_someone_else_asks_who_is_here(ada: Browser) -> None:
    assert "You are working here as" in text_of(ada.get("join"))
    assert "You are working here as" in text_of(ada.follow(worker="ada"))
    assert "Your id in this link is" in text_of(ada.follow(worker="bob"))


def test_a_taken_name_needs_its_return_code(browse: Browse) -> None:
    first = browse()
    assert first.post("join", {"name": "Ada"}).status_code == 302
    worker = Worker.objects.get()
    assert worker.return_code in text_of(first.get("instructions"))
    second = browse()
    refused = second.post("join", {"name": "Ada"})
    assert refused.status_code == 409
    assert "enter your return code" in text_of(refused).replace("\n", " ")
    assert second.post("join", {"name": "Ada", "return_code": "wrong"}).status_code == 409
    status = second.post("join", {"name": "Ada", "return_code": worker.return_code}).status_code
    assert status == 302
    assert Enrolment.objects.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b", "a\u202eb", "a\nb", "\ud800"])
def test_a_name_that_cannot_be_is_refused_at_its_field(browse: Browse, name: str) -> None:
    browser = browse()
    form = "name=" + quote(name, errors="surrogatepass")
    answer = browser.client.post(
        browser.url("join"), form, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 400
    assert not Worker.objects.exists()


@pytest.mark.quick
def test_leaving_forgets_the_browser_and_keeps_the_work(ada: Browser) -> None:
    ada.post("leave")
    assert ada.get("hit")["Location"] == ada.url("join")
    assert Assignment.objects.get().status == Assignment.Status.OPEN


@pytest.mark.quick
def test_a_closed_campaign_takes_back_only_its_workers(campaign: Campaign, browse: Browse) -> None:
    ada = browse("ada")
    close_campaign(campaign=campaign, user=make_user())
    assert browse().post("join", {"worker": "bob"}).status_code == 409
    assert ada.post("join", {"worker": "ada"}).status_code == 302
    assert AuditEvent.objects.filter(verb="worker.joined").count() == 1


def test_a_paused_campaign_lets_people_in_and_says_so(campaign: Campaign, browse: Browse) -> None:
    pause_campaign(campaign=campaign, user=make_user())
    assert "paused" in text_of(browse().get("join"))
    bob = browse("bob")
    bob.post("next")
    assert "The work is paused" in text_of(bob.get("done"))


def test_a_draft_has_not_begun(browse: Browse) -> None:
    browser = browse(within=make_campaign(launch=False))
    assert "has not started yet" in text_of(browser.get("join"))
    assert browser.post("join", {"worker": "ada"}).status_code == 409
    assert not Worker.objects.exists()
