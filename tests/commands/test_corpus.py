"""`midpath corpus`: tables of documents, and their conversion from and to XML."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.running import refusal_of, run
from tests.helpers.documents import lines

DOCUMENTS: list[dict[str, Any]] = [
    {"document": "a", "category": "News", "url": "https://a.example",
     "sections": [{"title": "Cookies", "text": "We use.", "votes": {"Cookies": 2}}, "Two words."]},
    {"document": "b", "category": "News", "updated_on": "May", "sections": ["One two three."]},
]  # fmt: skip


@pytest.fixture
def policies(tmp_path: Path) -> Path:
    path = tmp_path / "policies.jsonl"
    path.write_bytes(lines(DOCUMENTS))
    return path


def test_both_tables_are_printed(policies: Path) -> None:
    printed = [" ".join(line.split()) for line in run("corpus", str(policies)).splitlines()]
    assert "News 2 1.5 2.3 1.5 2.3 3 3" in printed
    assert "News 1 2 1 1.5 0.7 4 1" in printed
    found = json.loads(run("corpus", str(policies), "--json"))
    assert found["sizes"][0]["squared_tokens"] == 4**2 + 3**2


def test_documents_are_converted_to_xml_and_back(policies: Path, tmp_path: Path) -> None:
    first, second, again = (tmp_path / name for name in ("a.xml", "b.jsonl", "c.xml"))
    for before, after in ((policies, first), (first, second), (second, again)):
        run("corpus", str(before), "--out", str(after))
    assert first.read_bytes() == again.read_bytes()
    assert '<document name="a" category="News">' in first.read_text()
    tables = [run("corpus", str(path)) for path in (policies, first, second)]
    assert tables[0] == tables[1] == tables[2]


def test_what_cannot_be_written_is_refused(policies: Path, tmp_path: Path) -> None:
    assert "--form" in refusal_of("corpus", str(policies), "--out", str(tmp_path / "a.txt"))
    assert "cannot both print" in refusal_of("corpus", str(policies), "--out", "-", "--json")
