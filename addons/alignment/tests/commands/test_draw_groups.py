"""Samples of pairs by an alignment, or by groups from files, at a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from addons.alignment.tests.requested import by_part, make_alignment
from annotation.models import Dataset
from midpath.alignment.group_lines import group_lines
from midpath.exchange.readers import read_upload
from midpath.exchange.segments import Level
from tests.commands.running import run, run_alone
from tests.helpers.documents import make_documents, policies, write_policies

ALL = ("--document-pairs", "all")
TOP: dict[str, Any] = {"by_probability": [], "by_lift": []}
SECTION = {"document": "site-0.example", "section": 1, "group": 1}


def drawn_in(printed: str) -> list[str]:
    """Return the lines of the strata."""
    return [line for line in printed.splitlines() if " together " in line or " apart " in line]


def write_groups(path: Path, rows: list[dict[str, Any]] | None = None) -> Path:
    """Sections with the same number form one group, across documents."""
    usual = [
        {"document": document["document"], "section": part, "title": "", "group": part}
        for document in policies()
        for part in (1, 2, 3)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows or usual))
    return path


@pytest.mark.django_db
def test_a_dataset_is_drawn_from_by_its_alignment() -> None:
    alignment = make_alignment(make_documents(), by_part)
    printed = run("draw_pairs", "Policies", "--disagree-with", "By parts", "--name", "Pairs", *ALL)
    disagreeing = Dataset.objects.get(name="Pairs").details["disagreeing"]
    assert (disagreeing["alignment"], disagreeing["name"], disagreeing["edge"]) == (
        alignment.pk,
        "By parts",
        250_000,
    )
    assert "54 candidate pairs of sections" in printed
    assert f"{disagreeing['candidates']} of them where By parts and cosine disagree:" in printed
    assert "  up to .25 put together by the one run, above it put apart" in printed
    assert "  cosine     models    disagree  drawn  note\n" in printed
    assert "  [0, .25]   together  " in printed
    assert "  (.75, 1]   apart     " in printed


@pytest.mark.django_db
def test_an_alignment_is_found_by_its_number_and_says_of_what_pairs_are() -> None:
    documents = make_documents()
    alignment = make_alignment(documents, by_part, by_part, by_part, level="paragraphs")
    options = ("--disagree-with", str(alignment.pk), "--edge", "0.25")
    printed = run("draw_pairs", str(documents.pk), "--dry-run", *options)
    assert "candidate pairs of paragraphs" in printed
    assert "  up to .25 put together by more than half of the 3 runs, above it" in printed
    assert Dataset.objects.count() == 1


def test_groups_in_a_file_need_no_database(tmp_path: Path) -> None:
    file, groups = write_policies(tmp_path / "p.jsonl"), write_groups(tmp_path / "g.jsonl")
    groups.write_text("".join(groups.read_text().splitlines(keepends=True)[1:]))
    out = tmp_path / "pairs.csv"
    done = run_alone("draw_pairs", str(file), "--groups", str(groups), "--out", str(out))
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "of them where g.jsonl and cosine disagree:" in done.stdout
    assert "  1 sections are not in a group" in done.stdout
    pairs = read_upload(out.name, out.read_bytes()).items
    assert pairs
    for pair in pairs:
        left, right = pair.content["left"]["title"], pair.content["right"]["title"]
        assert (left == right) == (pair.content["similarity"] <= 250_000)


@pytest.mark.django_db
def test_a_file_gives_what_an_alignment_with_such_groups_gives(tmp_path: Path) -> None:
    make_alignment(make_documents(), by_part, by_part)
    groups = str(write_groups(tmp_path / "g.jsonl"))
    run("draw_pairs", "Policies", "--disagree-with", "By parts", "--name", "One", *ALL)
    run("draw_pairs", "Policies", "--groups", groups, "--groups", groups, "--name", "Two", *ALL)
    one, two = (Dataset.objects.get(name=name) for name in ("One", "Two"))
    assert list(one.items.values_list("content")) == list(two.items.values_list("content"))
    assert two.details["disagreeing"] == one.details["disagreeing"] | {
        "alignment": None,
        "name": "g.jsonl, g.jsonl",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("level", ["sections", "paragraphs"])
def test_groups_taken_from_a_page_are_read_as_well(tmp_path: Path, level: Level) -> None:
    documents = make_documents()
    alignment = make_alignment(documents, by_part, level=level)
    results = {"best": 0, "tops": [dict(TOP, group=group) for group in range(3)]}
    named = documents.items.values_list("position", "text", "content")
    groups = tmp_path / "groups.jsonl"
    groups.write_bytes(b"".join(group_lines(results, alignment.grouping, named)))
    output = run("draw_pairs", "Policies", "--disagree-with", "By parts", "--dry-run", *ALL)
    from_file = run("draw_pairs", "Policies", "--groups", str(groups), "--dry-run", *ALL)
    assert drawn_in(from_file) == drawn_in(output) != []


@pytest.mark.long
def test_what_align_writes_is_drawn_from(tmp_path: Path) -> None:
    file, groups = str(write_policies(tmp_path / "p.jsonl", 12)), str(tmp_path / "g.jsonl")
    for level in ("sections", "paragraphs"):
        terms = ("--groups", "4", "--runs", "2", "--method", "vanilla", "--level", level)
        run("align", file, "--out", groups, *terms)
        printed = run("draw_pairs", file, "--groups", groups)
        assert f"candidate pairs of {level}" in printed
        assert "of them where g.jsonl and cosine disagree" in printed
        assert "are not in a group" not in printed


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([SECTION | {"document": "x"}], "line 1: there is no document 'x'"),
        ([{"section": 1, "group": 1}], "there is no document None"),
        ([SECTION | {"section": 9}], "line 1: site-0.example has no section 9. Use the doc"),
        (
            [SECTION | {"title": "Part 9"}],
            "line 1: section 1 of site-0.example is called 'Part 9' there and 'Part 0' here. Use",
        ),
        ([SECTION | {"section": 0}], "section must be a whole number from 1"),
        ([SECTION | {"section": True}], "section must be a whole"),
        ([SECTION | {"group": "a"}], "group must be a whole"),
        ([SECTION, SECTION], "line 2: this segment already has a group"),
        ([[]], "must be an object"),
        ([{"group": 1, "segments": 1}], "must be a list of objects"),
        ([SECTION, SECTION | {"paragraph": 1}], "line 2: this is not a group of sections"),
        ([SECTION | {"section": 4}], "no group for any segment"),
    ],
)
def test_what_is_wrong_in_a_file_of_groups_is_said(
    tmp_path: Path, rows: list[dict[str, Any]], said: str
) -> None:
    file, groups = write_policies(tmp_path / "p.jsonl"), tmp_path / "g.jsonl"
    with pytest.raises(CommandError, match=said):
        run("draw_pairs", str(file), "--groups", str(write_groups(groups, rows)))


@pytest.mark.django_db
def test_what_does_not_go_together_is_said(tmp_path: Path) -> None:
    documents = make_documents()
    make_alignment(documents, by_part)
    make_alignment(documents, by_part)
    waiting = make_alignment(documents, by_part, status="waiting", name="Later", grouping={})
    file, groups = str(write_policies(tmp_path / "p.jsonl")), write_groups(tmp_path / "g.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "broken.jsonl").write_text("{\n")
    of_dataset = ("Policies", "--dry-run")
    for arguments, said in (
        ((*of_dataset, "--edge", ".5"), "--edge requires"),
        ((*of_dataset, "--disagree-with", "1", "--groups", str(groups)), "not allowed with"),
        ((*of_dataset, "--disagree-with", "By parts"), "Several alignments are named"),
        ((*of_dataset, "--disagree-with", "Others"), "no alignment 'Others' that is ready: "),
        ((*of_dataset, "--disagree-with", str(waiting.pk)), "that is ready: "),
        (
            (*of_dataset, "--groups", str(groups), "--level", "paragraphs"),
            "not a group of paragraphs",
        ),
        ((file, "--disagree-with", "By parts"), "has no alignments"),
        ((file, "--groups", str(groups), "--edge", ".3"), "'.3' is not .25, .5 or .75"),
        ((file, "--groups", str(tmp_path / "none")), "cannot be read"),
        ((file, "--groups", str(tmp_path / "empty.jsonl")), "contains no groups"),
        ((file, "--groups", str(tmp_path / "broken.jsonl")), "line 1: This is not JSON"),
    ):
        with pytest.raises(CommandError, match=said):
            run("draw_pairs", *arguments)
