"""Workers read who pays their earnings, and how much of them is sent and paid."""

import pytest
from django.test import Client

from annotation.models import Campaign, Enrolment, User
from annotation.services.pay.batches import make_batch, settle_all
from tests.helpers.factories import judge_many, judge_next, make_campaign
from tests.helpers.pages import text_of
from tests.services.paying import accept_all
from tests.worker.browser import Browser

SENT = {"source": "prolific", "worker": "5f1d7a2b", "study": "66aa", "session": "77bb"}


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(
        texts=8,
        redundancy=1,
        reward="0.135",
        currency="USD",
        place_hits=3,
        completion_code="DONE42",
    )


def test_a_platform_pays_the_place_and_researchers_the_rest(campaign: Campaign) -> None:
    browser = Browser(Client(), campaign.code)
    browser.post("join", SENT)
    judge_many(Enrolment.objects.get(campaign=campaign), 5)
    shown = text_of(browser.get("earnings"))
    # 0.675: the platform pays 0.41 of it, a list 0.26, and half a cent is carried over.
    assert "Prolific pays $0.41 when your submission is approved" in shown
    assert "The researchers pay $0.26 as a bonus on Prolific." in shown
    said = "$0.005 is too little to send by itself. It will be added to your next payment."
    assert said in shown
    assert "Sent" not in shown
    accept_all(campaign)
    user = User.objects.create_user("payer")
    batch = make_batch(campaign=campaign, user=user, source="prolific")
    sent = text_of(browser.get("earnings"))
    assert "<dt>Sent</dt><dd>$0.67</dd>" in sent.replace("\n", "")
    assert "<dt>Paid</dt><dd>$0.00</dd>" in sent
    settle_all(batch=batch, user=user, paid=True)
    paid = text_of(browser.get("earnings"))
    assert "<dt>Paid</dt><dd>$0.26</dd>" in paid
    assert "Prolific pays $0.41 when your submission is approved" in paid
    assert "The researchers pay $0.26 as a bonus on Prolific." in paid


def test_without_a_platform_the_researchers_pay(campaign: Campaign) -> None:
    browser = Browser(Client(), campaign.code)
    browser.post("join", {"name": "ada"})
    judge_next(Enrolment.objects.get(campaign=campaign))
    shown = text_of(browser.get("earnings"))
    assert "The researchers pay you directly, not through a platform." in shown
