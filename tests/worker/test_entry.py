"""Joining in a browser, if a campaign only requires reading the instructions."""

from tests.helpers.pages import text_of
from tests.worker.browser import Browse


def test_without_steps_the_instructions_lead_to_a_task(browse: Browse) -> None:
    ada = browse("ada")
    page = text_of(ada.get("instructions"))
    assert "Start</button>" in page
    assert "Step 1" not in page
    assert ada.post("next").headers["Location"].endswith("/hit/")
