"""`midpath boundaries`: proposals that a campaign of pairs can judge, and their application."""

import csv
import json
from pathlib import Path

import pytest

from midpath.exchange.readers import read_upload
from tests.commands.running import refusal_of, run
from tests.corpus.test_boundaries import section
from tests.helpers.documents import lines


@pytest.fixture
def policies(tmp_path: Path) -> Path:
    path = tmp_path / "policies.jsonl"
    sections = [
        {"title": "All", "paragraphs": section("cccpppkkk"), "votes": {"Other": 1}},
        {"title": "Short", "paragraphs": section("k"), "votes": {"Other": 2}},
    ]
    path.write_bytes(lines([{"document": "a", "category": "News", "sections": sections}]))
    return path


def test_accepted_boundaries_divide_sections(policies: Path, tmp_path: Path) -> None:
    pairs, judgments, new = (tmp_path / name for name in ("p.csv", "j.csv", "n.jsonl"))
    run("boundaries", str(policies), "--out", str(pairs))
    parsed = read_upload(pairs.name, pairs.read_bytes())
    assert (parsed.kind, [item.text for item in parsed.items]) == ("pairs", ["1-1-4", "1-1-7"])
    said = {"1-1-4": ("no", "no", "yes"), "1-1-7": ("yes", "yes", "no")}
    with judgments.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["pair", "worker", "answer"])
        rows.writerows((name, n, one) for name, all_ in said.items() for n, one in enumerate(all_))
    files = ("--judgments", str(judgments), "--texts", str(pairs), "--out", str(new))
    run("boundaries", str(policies), *files)
    (document,) = map(json.loads, new.read_text().splitlines())
    assert [(one["title"], len(one["paragraphs"])) for one in document["sections"]] == [
        ("All", 3),
        ("", 6),
        ("Short", 1),
    ]
    assert ["votes" in one for one in document["sections"]] == [False, False, True]
    assert not read_upload(new.name, new.read_bytes()).errors


def test_texts_need_judgments(policies: Path) -> None:
    assert "requires --judgments" in refusal_of("boundaries", str(policies), "--texts", "p.csv")
