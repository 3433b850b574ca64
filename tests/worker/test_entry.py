"""The way in at a browser: each page leads to the step that is missing, and says how many there
are."""

from collections.abc import Callable

import pytest

from annotation.models import Enrolment
from annotation.services.people import entry
from annotation.services.people.entry import INSTRUCTIONS, Step
from tests.worker.browser import Browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    step = Step("gate", "Gate", "pass", lambda campaign: True, lambda enrolment: True)
    monkeypatch.setattr(entry, "REQUIRED", (step,))
    monkeypatch.setattr(entry, "STEPS", (step, INSTRUCTIONS))


def test_without_steps_the_instructions_lead_to_the_first_task(
    browse: Callable[..., Browser],
) -> None:
    page = text_of(browse("ada").get("instructions"))
    assert "Start</button>" in page
    assert "Step 1" not in page


@pytest.mark.usefixtures("asked")
def test_every_page_leads_to_the_step_that_is_missing(browse: Callable[..., Browser]) -> None:
    ada = browse("ada")
    step = ada.url("instructions")
    for name in ("hit", "done"):
        assert ada.client.get(ada.url(name), follow=True).redirect_chain[-1][0] == step
    assert ada.client.post(ada.url("next"), follow=True).redirect_chain[-1][0] == step
    page = text_of(ada.get("instructions"))
    assert "Step 2 of 2" in page
    assert "I have read them, go on" in page


@pytest.mark.usefixtures("asked")
def test_whoever_has_read_them_goes_on_to_the_first_task(browse: Callable[..., Browser]) -> None:
    ada = browse("ada")
    assert ada.get("instructions").status_code == 200
    assert Enrolment.objects.get().read_at is None
    assert ada.post("instructions").headers["Location"] == ada.url("done")
    page = text_of(ada.get("done"))
    assert "You are ready" in page
    assert '<button class="primary">Start</button>' in page
    assert ada.post("next").headers["Location"] == ada.url("hit")
    assert "Step" not in text_of(ada.get("instructions"))
