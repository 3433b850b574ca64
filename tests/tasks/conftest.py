"""A flat and a nested campaign on the papers' own examples, and folds without pauses."""

import pytest

from annotation.models import Campaign
from config.celery import app as celery_app
from tasks import fold
from tests.helpers.factories import make_campaign, make_dataset

TEXTS = (
    "apply first aid course on line",
    "barbie dress up games",
    "major league baseball salary cap",
    "wind beneath my wings sheet music",
)


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold, "REST_SECONDS", 0.0)


@pytest.fixture
def flat() -> Campaign:
    return make_campaign(make_dataset(TEXTS), scheme="flat", redundancy=10)


@pytest.fixture
def nested(flat: Campaign) -> Campaign:
    return make_campaign(flat.dataset, scheme="nested", redundancy=10)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | int, ...]]:
    """Collect the messages that would wake a Celery process; they are dropped."""
    messages: list[tuple[str | int, ...]] = []

    def note(name: str, args: tuple[str | int, ...], **_: object) -> None:
        messages.append((name, *args))

    monkeypatch.setattr(celery_app, "send_task", note)
    return messages


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Carry out messages that request reports and comparisons at once; drop the others."""

    def run(name: str, args: tuple[str | int, ...], **_: object) -> None:
        if name in {"tasks.report", "tasks.compare"}:
            celery_app.tasks[name](*args)

    monkeypatch.setattr(celery_app, "send_task", run)
