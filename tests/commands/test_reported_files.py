"""Files that users of other programs reported as read wrongly, each with its correct result.

The tests of each reader have these cases, and others of their kind, without the files."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from tests.commands.running import SHARED, run

CASES = SHARED / "cases3"
pytestmark = [
    pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not here"),
    pytest.mark.long,
]

ORDINAL = ("--level", "ordinal")
# The file, the options, the value of alpha (None: undefined), and how many judgments and items.
READ: dict[str, tuple[tuple[str, ...], float | None, int, int]] = {
    "labels-nfc-nfd.csv": (("--labels",), None, 2, 1),
    "items-nfc-nfd.csv": (("--labels",), 0, 4, 2),
    "labels-zero-width.csv": (("--labels",), 1, 4, 2),
    "prodigy-answers.jsonl": (("--spans",), None, 1, 1),
    "label-studio-ratings.json": (("--labels", *ORDINAL), -0.27451, 6, 3),
    "brat-two-annotators.zip": (("--spans",), 1, 2, 1),
    "missing.csv": (("--labels",), 1, 7, 3),
    "long-cell.csv": (("--labels",), None, 2, 1),
}
# The file, the options, and words that its refusal has.
REFUSED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "workers-nfc-nfd.csv": (("--labels",), ("row 3", "row 2")),
    "label-studio-two-questions.json": (("--labels",), ("sentiment", "topic", "--control")),
    "label-studio-pictures.json": (("--spans",), ("rectanglelabels",)),
    "second-answers.csv": (("--labels",), ("row 3", "--repeats first")),
}
# The form is read; figures follow from that. Of doccano, its name in a refusal is enough.
FORMS: dict[str, tuple[str, ...]] = {
    "doccano-spans.jsonl": ("--spans",),
    "doccano-labels.jsonl": ("--labels",),
    "prodigy-two-annotators.jsonl": ("--spans",),
    "matrix.csv": ("--labels", *ORDINAL),
    "mturk-batch.csv": ("--labels",),
    "synonyms.csv": ("--labels",),
}


def score(name: str, kind: str, *options: str) -> dict[str, Any]:
    path: Path = CASES / name
    found: dict[str, Any] = json.loads(run("score", kind, str(path), *options, "--json"))
    return found


@pytest.mark.parametrize("name", READ)
def test_it_is_read(name: str) -> None:
    options, alpha, judgments, items = READ[name]
    found = score(name, *options)
    assert (found["judgments"], found["items"]) == (judgments, items)
    assert found["alpha"]["value"] == (None if alpha is None else pytest.approx(alpha, abs=1e-5))


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_with_what_to_do(name: str) -> None:
    options, words = REFUSED[name]
    with pytest.raises(CommandError) as refused:
        score(name, *options)
    assert [word for word in words if word not in str(refused.value)] == []


@pytest.mark.parametrize("name", FORMS)
def test_its_form_is_known(name: str) -> None:
    assert score(name, *FORMS[name])["judgments"]
