"""A worker enters on their page of pay where to pay them."""

import pytest
from django.test import Client

from annotation.models import Campaign, Worker
from tests.helpers.factories import make_campaign
from tests.helpers.pages import text_of
from tests.worker.browser import Browser


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=2, reward="0.05")


@pytest.fixture
def ada(campaign: Campaign) -> Browser:
    browser = Browser(Client(), campaign.code)
    browser.post("join", {"name": "ada"})
    return browser


def pay_to() -> str:
    return Worker.objects.get(external_id="ada").pay_to


@pytest.mark.long
def test_they_set_it_change_it_and_remove_it(ada: Browser) -> None:
    assert "You have not entered where you are paid yet." in text_of(ada.get("earnings"))
    for written in ("ada@example.org", "DE02 1203 0000 0000 2020 51"):
        answer = ada.post("earnings", {"pay_to": written})
        assert (answer.status_code, answer.headers["Location"]) == (302, ada.url("earnings"))
        assert pay_to() == written
        shown = text_of(ada.get("earnings"))
        assert f'value="{written}"' in shown
        assert "You have not entered" not in shown
        assert written in text_of(ada.get("kept"))
    assert ada.post("earnings", {"pay_to": "elsewhere", "remove": "yes"}).status_code == 302
    assert pay_to() == ""


def test_what_is_refused_stays_on_the_page(ada: Browser) -> None:
    answer = ada.post("earnings", {"pay_to": "ada\u200b@example.org"})
    assert answer.status_code == 400
    assert "This contains an invisible character." in text_of(answer)
    assert "ada\u200b@example.org" in text_of(answer)
    assert pay_to() == ""


@pytest.mark.long
def test_they_change_their_own_and_nobody_elses(ada: Browser, campaign: Campaign) -> None:
    bob = Browser(Client(), campaign.code)
    bob.post("join", {"name": "bob"})
    bob.post("earnings", {"pay_to": "bob@example.org"})
    assert pay_to() == ""
    stranger = Browser(Client(), campaign.code)
    assert stranger.post("earnings", {"pay_to": "mine@example.org"}).status_code == 302
    assert set(Worker.objects.values_list("pay_to", flat=True)) == {"", "bob@example.org"}


@pytest.mark.long
def test_whom_a_platform_pays_gets_no_questions(ada: Browser) -> None:
    assert "Pay me at" in text_of(ada.get("earnings"))
    Worker.objects.update(source=Worker.Source.PROLIFIC)
    assert "Pay me at" not in text_of(ada.get("earnings"))
    assert ada.post("earnings", {"pay_to": "ada@example.org"}).status_code == 409
    assert pay_to() == ""
