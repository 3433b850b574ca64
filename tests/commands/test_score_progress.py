"""Progress of resampling and of reading: shown at a terminal, and nowhere else."""

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from agreement import bootstrap
from tests.helpers.evidence import document, question

ROWS = [
    f"{worker},t{n},{'ab'[n % 2 if worker != 'cy' else 0]}"
    for n in range(9)
    for worker in ("ann", "bob", "cy")
]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def labels(tmp_path: Path) -> str:
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(["worker,item,label", *ROWS]))
    return str(path)


def scored(labels: str) -> tuple[str, str]:
    printed, errors = StringIO(), StringIO()
    options = ("--labels", labels, "--interval", "--resamples", "100", "--json")
    call_command("score", *options, stdout=printed, stderr=errors)
    return printed.getvalue(), errors.getvalue()


def test_long_resampling_is_reported_at_a_terminal(
    labels: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    short, errors = scored(labels)
    assert "resamples" not in errors, "it is one block"
    monkeypatch.setattr(bootstrap, "CELLS", 90)  # ten resamples of nine items
    printed, errors = scored(labels)
    assert json.loads(printed).keys() == json.loads(short).keys()
    assert "  9% of 109 resamples" in errors
    assert "100% of 109 resamples" in errors


def test_reading_evidence_is_reported_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, errors = tmp_path / "evidence.jsonl", StringIO()
    path.write_text(f"{document()}\n{question()}")
    monkeypatch.setattr(sys, "stderr", Terminal())
    call_command("score", "--evidence", str(path), "--json", stdout=StringIO(), stderr=errors)
    assert "evidence.jsonl: " in errors.getvalue()
    assert "of 2 lines" in errors.getvalue()


def test_nothing_is_reported_elsewhere(labels: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", StringIO())
    monkeypatch.setattr(bootstrap, "CELLS", 90)
    assert "resamples" not in scored(labels)[1]
