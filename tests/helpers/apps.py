"""Apps and pictures to test with."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from annotation.models import Campaign, Dataset, Project
from midpath.schemes.question.settings import PRIVACYQA
from tests.helpers.factories import always, enrol, judge_all_of, make_campaign, store_items

KEEP = "Keep notes on your phone. They follow you to every device, and you can share them."
MAPS = "Find your way on foot and by car.\n\nWith traffic, live."


def make_apps(
    project: Project | None = None, apps: tuple[tuple[str, str], ...] = (("Keep", KEEP),)
) -> Dataset:
    usual: dict[str, Any] = {"category": "Tools", "pictures": []}
    items = [
        (name, {"name": name, "description": description, "policy": name, **usual})
        for name, description in apps
    ]
    return store_items(items, project, "apps")


def picture_bytes(
    kind: str = "PNG",
    size: tuple[int, int] = (40, 60),
    *,
    mode: str = "RGB",
    colour: Any = "teal",
    **saved: Any,
) -> bytes:
    body = BytesIO()
    Image.new(mode, size, colour).save(body, kind, **saved)
    return body.getvalue()


def picture_file(body: bytes | None = None, name: str = "screen.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, picture_bytes() if body is None else body)


QUESTIONS = ["Who can read my notes?", "Are my notes sold?"]


def question_campaign(dataset: Dataset | None = None, **terms: Any) -> Campaign:
    """Ask two questions about each app's privacy."""
    settings = {**PRIVACYQA, "questions": 2, **terms.pop("settings", {})}
    return make_campaign(
        dataset or make_apps(), scheme="question", settings=settings, **{"reward": "2.00", **terms}
    )


def answer_with_questions(campaign: Campaign, *lists: Sequence[str]) -> None:
    """For each list, let a worker ask its questions about every app."""
    for questions in lists:
        judge_all_of(enrol(campaign), always({"questions": list(questions)}))
