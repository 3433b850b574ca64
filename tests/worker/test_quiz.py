"""The quiz in a browser."""

import pytest

from annotation.models import QuizTry
from annotation.services.campaigns.quiz_questions import read_quiz
from tests.helpers.factories import make_campaign
from tests.helpers.pages import assert_shows, text_of
from tests.services.test_quiz import TEXT
from tests.worker.browser import Browse, Browser

pytestmark = pytest.mark.long
RIGHT = {"q0": "1", "q1": ["0", "1"]}
WRONG = {"q0": "0", "q1": ["0", "1"]}


@pytest.fixture
def ada(browse: Browse) -> Browser:
    browser = browse("ada", make_campaign(quiz=read_quiz(TEXT), quiz_tries=2))
    browser.post("instructions")
    return browser


def test_they_are_the_last_step(ada: Browser) -> None:
    assert ada.client.get(ada.url("hit"), follow=True).redirect_chain[-1][0] == ada.url("quiz")
    page = text_of(ada.get("quiz"))
    assert "Step 2 of 2" in page
    assert 'type="radio" name="q0"' in page.replace("\n", "").replace("  ", " ")
    assert "Choose all correct answers." in page
    assert "Parts stay whole." not in page


def test_each_question_is_reported_of_and_can_be_tried_again(ada: Browser) -> None:
    assert ada.post("quiz", WRONG | {"number": "1"}).headers["Location"] == ada.url("quiz")
    page = text_of(ada.get("quiz"))
    assert_shows(page, "You answered 1 of 2 correctly", "1 try left", "Not correct.")
    assert "Parts stay whole." in page
    ada.post("quiz", RIGHT | {"number": "2"})
    assert "You know the instructions" in text_of(ada.get("quiz"))
    assert ada.post("next").headers["Location"] == ada.url("hit")


def test_failing_the_last_try_ends_on_a_page_that_says_so(ada: Browser) -> None:
    for number, second in (("1", ["0", "1"]), ("2", ["2"])):
        ada.post("quiz", WRONG | {"number": number, "q1": second})
    assert ada.get("quiz").headers["Location"] == ada.url("done")
    page = text_of(ada.get("done"))
    assert_shows(page, "Your work here has ended", "In your last try you answered 0 of 2 questions")


@pytest.mark.quick
def test_another_try_needs_another_answer(ada: Browser) -> None:
    """Wrong answers are cleared, and resending the same answers uses up no try."""
    ada.post("quiz", WRONG | {"number": "1"})
    page = " ".join(text_of(ada.get("quiz")).split())
    assert page.count(" checked>") == len(WRONG["q1"])
    assert 'name="q0" value="0" checked' not in page
    assert ("Check my answers" in page, "Try again" in page) == (True, False)
    response = ada.post("quiz", WRONG | {"number": "2"})
    page = " ".join(text_of(response).split())
    assert response.status_code == 400
    assert "did not count as a try" in page
    assert ("Parts stay whole." in page, page.count(" checked>")) == (True, len(WRONG["q1"]))
    assert QuizTry.objects.count() == 1
    ada.post("quiz", RIGHT | {"number": "2"})
    assert "You know the instructions" in text_of(ada.get("quiz"))


def test_a_passed_try_is_shown_as_it_was_sent(browse: Browse) -> None:
    bob = browse("bob", make_campaign(quiz=read_quiz(TEXT), quiz_pass=1))
    bob.post("instructions")
    bob.post("quiz", WRONG | {"number": "1"})
    page = " ".join(text_of(bob.get("quiz")).split())
    assert_shows(page, "You know the instructions", 'name="q0" value="0" checked')


@pytest.mark.quick
def test_a_question_left_out_keeps_the_other_answers(ada: Browser) -> None:
    response = ada.post("quiz", {"number": "1", "q0": "1", "q1": "x"})
    assert response.status_code == 400
    assert_shows(" ".join(text_of(response).split()), "Answer every question.", 'value="1" checked')
    assert not QuizTry.objects.exists()
