"""Practice in a browser."""

from uuid import uuid4

import pytest

from annotation.models import PracticeTask
from tests.helpers.pages import assert_shows, text_of
from tests.services.test_practice import RIGHT, WRONG, practising
from tests.worker.browser import Browse, Browser


@pytest.fixture
def ada(browse: Browse) -> Browser:
    browser = browse("ada", practising())
    browser.post("instructions")
    return browser


def open_task() -> PracticeTask:
    return PracticeTask.objects.filter(right=None).order_by("number", "place")[0]


def send(ada: Browser, payload: object) -> dict[str, object]:
    body = {"submission_id": str(uuid4()), "payload": payload}
    response = ada.client.post(
        ada.url("check_practice", open_task().pk), body, content_type="application/json"
    )
    assert response.status_code == 200
    found: dict[str, object] = response.json()
    return found


def test_it_is_said_that_it_is_not_paid_before_it_begins(ada: Browser) -> None:
    assert ada.client.get(ada.url("hit"), follow=True).redirect_chain[-1][0] == ada.url("practice")
    page = text_of(ada.get("practice"))
    assert_shows(page, "Step 2 of 2", "You practise on 3 examples")
    assert "You need 2 of 3 correct to continue" in page
    assert "Practice does not count and is not paid." in page
    assert ada.get("practising").headers["Location"] == ada.url("practice")
    assert not PracticeTask.objects.exists()


@pytest.mark.long
def test_the_desk_asks_one_after_the_other_and_shows_each_result(ada: Browser) -> None:
    assert ada.post("practice").headers["Location"] == ada.url("practising")
    page = text_of(ada.get("practising"))
    assert_shows(page, "Practice 1 of 3", '"practice": true')
    assert "why 1" not in page
    first = send(ada, WRONG)
    assert first["progress"] == {"words": "Practice 2 of 3", "done": 1, "total": 3, "earned": ""}
    assert first["receipt"]["feedback"]["right"] is False  # type: ignore[index]
    assert first["hit"]["assignment"] == open_task().pk  # type: ignore[index]
    send(ada, RIGHT)
    assert send(ada, RIGHT)["hit"] is None
    assert_shows(text_of(ada.get("practice")), "Practice completed", "You had 2 of 3 correct.")
    assert ada.post("next").headers["Location"] == ada.url("hit")


@pytest.mark.long
def test_a_failed_try_is_explained_and_can_be_repeated(ada: Browser) -> None:
    ada.post("practice")
    assert "Continue practising" in text_of(ada.get("practice"))
    for payload in (WRONG, WRONG, RIGHT):
        send(ada, payload)
    page = text_of(ada.get("practice"))
    assert "You have 1 try left" in page
    assert page.count("Not correct.") == 2
    assert page.count("Expected answer") == 2
    assert "why 1" in page
    ada.post("practice")
    for _ in range(3):
        send(ada, WRONG)
    assert ada.get("practice").headers["Location"] == ada.url("done")
    assert "Your work here has ended" in text_of(ada.get("done"))


@pytest.mark.long
def test_practice_of_others_is_not_mine(ada: Browser, browse: Browse) -> None:
    ada.post("practice")
    ben = browse("ben", PracticeTask.objects.all()[0].enrolment.campaign)
    body = {"submission_id": str(uuid4()), "payload": RIGHT}
    response = ben.client.post(
        ben.url("check_practice", open_task().pk), body, content_type="application/json"
    )
    assert response.status_code == 404
