"""Workers read their own wording of the instructions, and no other."""

import pytest

from annotation.models import Enrolment
from annotation.services.dry_runs.dry_runs import start_dry_run
from tests.helpers.pages import assert_hides, assert_shows, text_of
from tests.services.test_wordings import worded
from tests.worker.browser import Browse

# By wording: its text, and its name.
TEXTS = {1: "Cut the text.", 2: "<p>Cut.", 3: "Please cut the text."}
NAMES = ("Short", "Polite")
PAGES = ("join", "instructions", "done")


@pytest.mark.quick
def test_each_worker_sees_one_wording(browse: Browse) -> None:
    campaign = worded()
    for name in ("ada", "bob", "cem"):
        browser = browse(name, campaign)
        own = Enrolment.objects.get(campaign=campaign, worker__external_id=name).wording or 0
        others = [text for number, text in TEXTS.items() if number != own]
        for wanted in ("", "1", "2", "3"):
            page = text_of(browser.get("instructions", wording=wanted), 200)
            assert_shows(page, TEXTS[own])
            assert_hides(page, *others, *NAMES)
        for other in PAGES:
            assert_hides(text_of(browser.get(other)), *others, *NAMES)


@pytest.mark.quick
def test_a_dry_run_shows_each(browse: Browse) -> None:
    campaign = worded()
    dry_run = start_dry_run(campaign=campaign, user=campaign.dataset.project.members.get())
    browser = browse("ada", dry_run)
    for number, text in TEXTS.items():
        page = text_of(browser.get("instructions", wording=str(number)), 200)
        assert_shows(page, text, *NAMES)
    assert_shows(text_of(browser.get("instructions", wording="9")), *NAMES)
