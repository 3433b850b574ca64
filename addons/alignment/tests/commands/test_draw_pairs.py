"""Documents and samples of pairs at a terminal: with a database and without one."""

import re
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from annotation.exchange.readers import read_upload
from annotation.models import AuditEvent, Dataset
from tests.commands.running import SHARED, run, run_alone
from tests.helpers.documents import make_documents, write_policies
from tests.helpers.factories import make_dataset, make_project

POLICIES = SHARED / "data" / "opp115" / "policies.jsonl"
ALL = ("--document-pairs", "all")


def test_a_file_is_drawn_from_without_a_database(tmp_path: Path) -> None:
    file, out = write_policies(tmp_path / "policies.jsonl"), tmp_path / "pairs.csv"
    done = run_alone("draw_pairs", str(file), "--out", str(out), "--per-stratum", "5")
    assert done.returncode == 0
    assert re.fullmatch(r"Drawn in [\d.]+ s; peak memory [\d,]+ MB.\n", done.stderr)
    assert re.search(r"  News +3 +4\.0 ", done.stdout)
    assert "18 sections of 6 documents; left out: 6 under 10 words, 0 too long" in done.stdout
    assert "6 pairs of documents (at most 1,000 of each category)" in done.stdout
    assert "54 candidate pairs of sections" in done.stdout
    assert "0.98–1.00" in done.stdout
    pairs = read_upload(out.name, out.read_bytes())
    assert not pairs.errors
    assert pairs.kind == "pairs"
    assert {item.content["left"]["document"] for item in pairs.items} <= {
        f"site-{number}.example" for number in range(6)
    }


@pytest.mark.long
def test_the_same_seed_draws_the_same_pairs(tmp_path: Path) -> None:
    file = write_policies(tmp_path / "policies.jsonl")
    drawn = []
    for seed in ("7", "7", "8"):
        out = tmp_path / "pairs.csv"
        run("draw_pairs", str(file), "--out", str(out), "--seed", seed, "--per-stratum", "3")
        drawn.append(out.read_bytes())
    assert drawn[0] == drawn[1] != drawn[2]


def test_fewer_than_requested_are_all_taken_and_said(tmp_path: Path) -> None:
    file = write_policies(tmp_path / "policies.jsonl")
    printed = run("draw_pairs", str(file), "--level", "paragraphs")
    assert "all available (250 requested)" in printed


@pytest.mark.django_db
def test_a_dataset_of_documents_becomes_one_of_pairs() -> None:
    documents = make_documents()
    options = ("--per-stratum", "4", "--seed", "3", *ALL)
    printed = run("draw_pairs", "Policies", "--name", "Pairs", *options)
    pairs = Dataset.objects.get(name="Pairs")
    assert f"Dataset {pairs.pk} (Pairs) with {pairs.item_count} pairs." in printed
    assert (pairs.kind, pairs.project_id) == ("pairs", documents.project_id)
    details = pairs.details
    assert (details["drawn_from"], details["level"], details["seed"]) == (
        documents.pk, "sections", 3,
    )  # fmt: skip
    assert sum(stratum["candidates"] for stratum in details["strata"]) == 54
    assert sum(details["histogram"]["counts"]) == 54
    assert sum(stratum["drawn"] for stratum in details["strata"]) == pairs.item_count
    item = pairs.items.get(position=1)
    assert item.text == "p-0001"
    left = item.content["left"]
    document = documents.items.get(text=left["document"])
    assert left["text"] in [
        "\n".join(section["paragraphs"]) for section in document.content["sections"]
    ]
    assert left["title"].startswith("Part")
    assert AuditEvent.objects.filter(verb="pairs.drawn", object_id=pairs.pk).exists()


@pytest.mark.django_db
def test_a_dry_run_makes_nothing() -> None:
    documents = make_documents()
    printed = run("draw_pairs", str(documents.pk), "--dry-run")
    assert "54 candidate pairs" in printed
    assert Dataset.objects.count() == 1


@pytest.mark.django_db
def test_what_cannot_be_drawn_from_is_said(tmp_path: Path) -> None:
    texts = make_dataset(["red wine"])
    for arguments, said in (
        ((str(texts.pk), "--name", "x"), "drawn from documents"),
        (("nothing", "--name", "x"), "no file and no dataset 'nothing'"),
        ((str(make_documents().pk),), "--name"),
        ((str(write_policies(tmp_path / "p.jsonl")), "--seed", "-1"), "0 or more"),
    ):
        with pytest.raises(CommandError, match=said):
            run("draw_pairs", *arguments)
    file = tmp_path / "texts.txt"
    file.write_text("red wine\n")
    with pytest.raises(CommandError, match="contains texts"):
        run("draw_pairs", str(file))
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"document": "a", "sections": []}\n')
    with pytest.raises(CommandError, match="has errors"):
        run("draw_pairs", str(broken))


@pytest.mark.django_db
def test_documents_without_partners_give_no_dataset() -> None:
    lonely = make_documents(how_many=1)
    with pytest.raises(CommandError, match="No pairs were sampled"):
        run("draw_pairs", str(lonely.pk), "--name", "Pairs")
    assert not Dataset.objects.filter(kind="pairs").exists()


@pytest.mark.django_db
def test_a_folder_of_documents_is_imported_by_category(tmp_path: Path) -> None:
    (tmp_path / "News").mkdir()
    (tmp_path / "News" / "a.txt").write_text("Hello.\nCookies\nWe use them.\n")
    (tmp_path / "News" / "a.subtitles.txt").write_text("Cookies\n\nContact\n")
    (tmp_path / "b.html").write_text("<h1>Ours</h1><script>no()</script><p>Text.</p>")
    (tmp_path / "notes.md").write_text("not a document")
    project = make_project()
    printed = run("import_dataset", str(tmp_path), "--project", str(project.pk), "--name", "P")
    assert "with 2 documents in" in printed
    assert "1 subtitle is not a line of its document" in printed
    first, second = Dataset.objects.get(name="P").items.order_by("text")
    assert first.content["category"] == "News"
    assert [section["title"] for section in first.content["sections"]] == ["", "Cookies"]
    assert second.content == {
        "category": "",
        "sections": [{"title": "Ours", "paragraphs": ["Text."]}],
    }


@pytest.mark.django_db
def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    project = make_project()
    (tmp_path / "a.txt").write_bytes(b"caf\xe9")
    with pytest.raises(CommandError, match="not UTF-8"):
        run("import_dataset", str(tmp_path), "--project", str(project.pk), "--name", "P")
    (tmp_path / "a.txt").unlink()
    with pytest.raises(CommandError, match=r"contains no \.txt"):
        run("import_dataset", str(tmp_path), "--project", str(project.pk), "--name", "P")


@pytest.mark.long
@pytest.mark.skipif(not POLICIES.exists(), reason="the policies of OPP-115 are not here")
def test_the_policies_of_opp_115() -> None:
    printed = run("draw_pairs", str(POLICIES), *ALL)
    assert "3,913,873 candidate pairs of sections" in printed
    assert "  (.75, 1]          143    143  all available (250 requested)" in printed
