"""Documents for sampling pairs."""

import json
from pathlib import Path
from typing import Any

from annotation.models import Dataset, Project
from annotation.services.datasets.datasets import import_dataset
from tests.helpers.factories import make_project

SENTENCES = (
    "We collect your name and your e-mail address when you open an account with us",
    "We share your name with partners who send letters on our behalf and with nobody else",
    "Cookies are small files that your browser keeps for us so that we know you again",
    "You may write to us at any time and ask what we keep about you and have it removed",
)


def policies(how_many: int = 6) -> list[dict[str, Any]]:
    """Return documents of two categories; neighbours share sentences, and each has a short one."""
    return [
        {
            "document": f"site-{number}.example",
            "category": "News" if number % 2 else "Shops",
            "sections": [
                {
                    "title": f"Part {part}",
                    "text": f"{SENTENCES[part]}.\n{SENTENCES[(part + number) % 4]}, says {number}.",
                }
                for part in range(3)
            ]
            + ["Return to top"],
        }
        for number in range(how_many)
    ]


def lines(documents: list[dict[str, Any]]) -> bytes:
    return "\n".join(map(json.dumps, documents)).encode()


def write_policies(path: Path, how_many: int = 6) -> Path:
    path.write_bytes(lines(policies(how_many)))
    return path


def import_documents(
    documents: list[dict[str, Any]], project: Project | None = None, name: str = "Policies"
) -> Dataset:
    return import_dataset(
        project=project or make_project(),
        user=None,
        name=name,
        filename="policies.jsonl",
        body=lines(documents),
    )


def make_documents(
    project: Project | None = None, how_many: int = 6, name: str = "Policies"
) -> Dataset:
    return import_documents(policies(how_many), project, name)
