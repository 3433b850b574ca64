"""Questions on documents to test with, made through the real services."""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from annotation.models import Campaign, Dataset, Project
from annotation.services.datasets import import_dataset
from tests.factories import make_campaign, make_project

_numbers = itertools.count(1)
PLAIN: dict[str, Any] = {"preset": "plain"}
SENTENCES = (
    "We ask for your name and your e-mail address.",
    "Your address is never sold.",
    "The server keeps a log for ten days.",
    "Only two people can read the log.",
    "Write to us if you have questions.",
)
OUTLINE = (("What we collect", 0), ("How long we keep it", 2))
QUESTION = "How long do you keep logs?"


def document(name: str = "house", sentences: Sequence[str] = SENTENCES, **more: Any) -> str:
    line = {"type": "document", "document": name, "sentences": list(sentences), **more}
    return json.dumps(line)


def sections(outline: Sequence[tuple[str, int]] = OUTLINE) -> list[dict[str, Any]]:
    return [{"title": title, "start": start} for title, start in outline]


def question(text: str = QUESTION, name: str = "house", **more: Any) -> str:
    line = {"type": "question", "document": name, "question": text, "answers": {}, **more}
    return json.dumps(line)


def import_lines(*lines: str, project: Project | None = None, name: str = "") -> Dataset:
    return import_dataset(
        project=project or make_project(),
        user=None,
        name=name or f"Questions {next(_numbers)}",
        filename="evidence.jsonl",
        body="\n".join(lines).encode(),
    )


def evidence_campaign(*lines: str, settings: Mapping[str, Any] = PLAIN, **terms: Any) -> Campaign:
    """On one document with sections and one question, where no lines are given."""
    dataset = import_lines(*(lines or (document(sections=sections()), question())))
    return make_campaign(
        dataset, scheme="evidence", settings=dict(settings), **{"reward": "0.25", **terms}
    )
