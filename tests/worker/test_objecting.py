"""Rejections on workers' pages: which text, why, and one click to object."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from annotation.models import Campaign, Enrolment, Judgment, Message, Rejection
from annotation.services.pay.compensation import compensate_worker
from annotation.services.people.questions import answer_question
from annotation.services.people.sessions import keep_session
from annotation.services.work.choosing import Chosen
from annotation.services.work.review import review_judgment
from annotation.services.work.reviews import review_judgments
from tests.helpers.factories import judge_many, make_campaign, make_user
from tests.helpers.pages import assert_shows, text_of
from tests.helpers.queries import assert_max_queries, assert_queries
from tests.services.test_compensation import failing
from tests.worker.browser import Browser

WHY = "Nothing is cut, and <both> parts are plain."
BUTTON = ">Object<"


def own(name: str = "ada") -> Enrolment:
    return Enrolment.objects.select_related("campaign", "worker").get(worker__external_id=name)


def reject(number: int = 0, name: str = "ada", why: str = WHY) -> Judgment:
    judgments = Judgment.objects.filter(assignment__enrolment__worker__external_id=name)
    judgment = judgments.select_related("hit__item").order_by("pk")[number]
    review_judgment(judgment=judgment, user=make_user(), review="rejected", reason=why)
    return judgment


def home_of(browser: Browser) -> str:
    return text_of(browser.client.get(reverse("worker:home")))


@pytest.fixture
def worked(ada: Browser) -> Browser:
    """Return a worker who has judged two texts."""
    judge_many(own(), 2)
    return ada


def test_it_says_which_text_and_why_and_one_press_objects(worked: Browser) -> None:
    judgment, text = reject(), ""
    text = judgment.hit.item.text
    for page in (text_of(worked.get("earnings")), home_of(worked)):
        assert_shows(page, text, escape(WHY), BUTTON)
    answer = worked.post("object", {"judgment": judgment.pk})
    assert answer.headers["Location"] == worked.url("earnings")
    page = text_of(worked.get("earnings"))
    assert "You objected; you will find the answer under Messages" in page
    assert BUTTON not in page
    assert BUTTON not in home_of(worked)
    thread = text_of(worked.get("questions"))
    assert_shows(thread, text, escape(WHY), "I object to the decision not to accept this task.")
    answer_question(enrolment=own(), user=make_user(), text="Read it again.", key=uuid4())
    assert "You objected; the decision has not changed" in text_of(worked.get("earnings"))
    review_judgment(judgment=judgment, user=make_user(), review="accepted")
    for name in ("earnings", "questions"):
        assert "Approved after review" in text_of(worked.get(name)), name


def test_the_page_of_all_work_objects_to_one_decision(worked: Browser) -> None:
    judgment = reject()
    entry = Rejection.objects.get().entry_id
    # The browser knows its workers, even without the campaign's cookie.
    del worked.client.cookies["midpath_worker"]
    press = {"as": own().pk, "decision": entry}
    assert worked.post("object", press).headers["Location"] == reverse("worker:home")
    assert Message.objects.get().rejections.get().judgment == judgment
    assert "You objected" in home_of(worked)


def test_nobody_objects_as_another(worked: Browser, client: Client) -> None:
    judgment = reject()
    stranger = Browser(client, worked.code)
    for press in ({"as": own().pk}, {"judgment": judgment.pk}, {}):
        assert stranger.post("object", press).headers["Location"] == stranger.url("join")
    stranger.post("join", {"worker": "eve"})
    assert stranger.post("object", {"as": own().pk}).status_code == 302
    assert stranger.post("object", {"judgment": judgment.pk}).status_code == 404
    for wrong in ("x", "-1", "9" * 30, ""):
        assert stranger.post("object", {"judgment": wrong}).status_code == 404
    assert worked.get("object").status_code == 405
    assert not Message.objects.exists()


def test_one_press_objects_to_all(worked: Browser) -> None:
    review_judgments(
        campaign=own().campaign, user=make_user(), review="rejected", chosen=Chosen(), reason=WHY
    )
    assert "Object to all 2 decisions" in text_of(worked.get("earnings"))
    worked.post("object")
    assert Message.objects.get().rejections.count() == 2
    assert_shows(text_of(worked.get("questions")), "about 2 tasks", "these 2 tasks")


class TestTheCountOfThePlace:
    def test_a_rejected_task_is_shown_as_rejected(self, worked: Browser) -> None:
        worked.post("next")
        assert "not accepted" not in text_of(worked.get("hit"))
        reject()
        assert ">1 not accepted</a>" in text_of(worked.get("hit"))
        page = text_of(worked.get("done"))
        assert ">1 not accepted</a>" in page
        assert "<dt>Not paid</dt>" not in page

    def test_one_of_an_earlier_place_is_not_in_this_one(self) -> None:
        campaign = make_campaign(redundancy=2, reward="0.06", place_hits=2)
        browser = Browser(Client(), campaign.code)
        browser.follow(PROLIFIC_PID="ada", STUDY_ID="s", SESSION_ID="one")
        browser.post("join", {"worker": "ada", "source": "prolific"})
        judge_many(own(), 2)
        reject(why="x" * 100)
        assert "2 of 2, <a" in text_of(browser.get("done"))
        keep_session(enrolment=own(), study="s", session="two")
        browser.post("next")
        assert "not accepted" not in text_of(browser.get("hit"))

    def test_it_costs_a_query_only_where_something_is_not_paid(self, worked: Browser) -> None:
        worked.post("next")
        with assert_max_queries(20) as without:
            worked.get("hit")
        reject()
        with assert_queries(len(without) + 1):
            worked.get("hit")


def test_many_rejections_come_page_by_page(
    worked: Browser, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.worker.earnings.MAX_REJECTIONS", 1)
    first, second = reject(0), reject(1)
    page = text_of(worked.get("earnings"))
    section = page.partition('id="not-accepted"')[2].partition("</section>")[0]
    assert second.hit.item.text in section
    assert first.hit.item.text not in section
    last = Rejection.objects.latest("pk").pk
    assert f"?before={last}#not-accepted" in section
    assert first.hit.item.text in text_of(worked.get("earnings", before=str(last)))
    for wrong in ("x", "9" * 40):
        assert worked.get("earnings", before=wrong).status_code == 200


def test_who_was_screened_out_reads_what_they_are_given() -> None:
    campaign, worker = failing()
    browser = Browser(Client(), campaign.code)
    form = {"worker": worker.worker.external_id, "return_code": worker.worker.return_code}
    browser.post("join", form)
    assert "Compensation" not in text_of(browser.get("done"))
    compensate_worker(
        enrolment=worker, user=make_user(), amount=Decimal("0.50"), reason="for your practice"
    )
    assert "<dt>Compensation</dt>\n<dd>$0.50</dd>" in text_of(browser.get("done"))
    for page in (text_of(browser.get("earnings")), home_of(browser)):
        assert "Compensation for your time" in page
        assert "for your practice" in page
    assert "$0.50" in home_of(browser)
    assert "Compensation for your time" in text_of(browser.get("kept"))
