"""Samples of pairs at a terminal, with a database and without one; both commands without a server;
and invalid arguments of both, which are refused before the work begins."""

import json
import os
import re
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from annotation.models import AuditEvent, Dataset
from midpath.exchange.readers import read_upload
from tests.commands.running import SHARED, refusal_of, run, run_alone
from tests.commands.test_score_options import JUDGMENTS
from tests.commands.test_streams import assert_printed_twice
from tests.helpers.documents import make_documents, write_policies
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.pages import assert_shows
from tests.midpath.test_program import SERVER, midpath, midpath_process, offered

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
    assert "all available (250 requested)" in run("draw_pairs", str(file), "--level", "paragraphs")


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
    assert "54 candidate pairs" in run("draw_pairs", str(make_documents().pk), "--dry-run")
    assert Dataset.objects.count() == 1


@pytest.mark.django_db
def test_what_cannot_be_drawn_from_is_said(tmp_path: Path) -> None:
    texts = make_dataset(["red wine"])
    for arguments, said in (
        ((str(texts.pk), "--name", "x"), "sampled from documents"),
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
    assert_shows(printed, "with 2 documents in", "1 subtitle is not a line of its document")
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


@pytest.fixture
def policies(tmp_path: Path) -> str:
    return str(write_policies(tmp_path / "policies.jsonl"))


@pytest.mark.long
def test_a_servers_environment_is_left_out(tmp_path: Path) -> None:
    refused = midpath_process("align", "5", **SERVER)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "midpath align: There is no file '5'. Name a file of documents.\n"
    assert "is a folder. Name a file of documents." in midpath("draw_pairs", str(tmp_path)).stderr


def test_a_hyphen_is_an_underscore() -> None:
    assert midpath("draw-pairs", "--help").stdout == midpath("draw_pairs", "--help").stdout


def test_errors_name_commands_of_the_program(policies: str, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(JUDGMENTS)
    known = midpath("align", policies, "--pairs", str(pairs))
    assert "as midpath draw_pairs writes it" in known.stderr
    assert "manage.py" not in known.stderr


def test_drawn_pairs_are_reported_as_json_as_well(policies: str, tmp_path: Path) -> None:
    out = tmp_path / "pairs-drawn.csv"
    done = midpath("draw_pairs", policies, "--per-stratum", "2", "--json", "--out", str(out))
    assert sum(json.loads(done.stdout)["histogram"]["counts"]) > 0
    assert out.read_text().startswith("pair,")
    both = midpath("draw_pairs", policies, "--json", "--out", "-")
    assert both.stderr == (
        "midpath draw_pairs: --out - and --json cannot both print. Give --out a file.\n"
    )


@pytest.mark.long
def test_a_shell_completes_values_and_offers_no_option_of_servers() -> None:
    assert offered("midpath draw-pairs x --level ") >= {"sections", "paragraphs"}
    assert offered("midpath draw_pairs --na") == {""}


NOT_UTF_8 = os.fsdecode(b"caf\xe9")
FEW = ("--runs", "1", "--groups", "2", "--method", "vanilla")


@pytest.mark.parametrize("command", ["align", "draw_pairs"])
@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ("none.jsonl", "There is no file 'none.jsonl', and no dataset either: DATABASE_URL"),
        (NOT_UTF_8, "There is no file 'caf\\udce9', and no dataset either"),
        ("a" * 5000, "cannot be read: File name too long."),
    ],
)
def test_without_a_database_what_is_no_file_is_called_so(
    command: str, documents: str, said: str
) -> None:
    done = run_alone(command, documents)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.few(1)
@pytest.mark.django_db
@pytest.mark.parametrize("command", ["align", "draw_pairs"])
@pytest.mark.parametrize("documents", ["none.jsonl", "", NOT_UTF_8, "9" * 30])
def test_with_one_the_datasets_are_reported(command: str, documents: str) -> None:
    known = make_documents()
    with pytest.raises(CommandError) as refused:
        run(command, documents)
    assert str(refused.value) == (
        f"There is no file and no dataset {documents!r}. Documents: {known.pk} ({known.name})."
    )


@pytest.mark.parametrize("option", ["--groups", "--runs", "--curves"])
def test_no_number_makes_a_command_take_all_memory(policies: str, option: str) -> None:
    """Each of that many would have its own arrays."""
    with pytest.raises(CommandError, match="'999999999' is more than 1,000"):
        run("align", policies, option, "999999999")


@pytest.mark.parametrize("command", ["align", "draw_pairs"])
@pytest.mark.parametrize(
    ("out", "said"), [("", "it is a folder"), ("none/out.csv", "there is no folder")]
)
def test_where_nothing_can_be_written_no_work_is_begun(
    policies: str, tmp_path: Path, command: str, out: str, said: str
) -> None:
    assert said in refusal_of(command, policies, "--out", str(tmp_path / out))


def test_documents_are_read_from_standard_input(policies: str) -> None:
    for command in (("draw_pairs", "-", "--per-stratum", "2"), ("align", "-", *FEW)):
        done = run_alone(*command, typed=Path(policies).read_text())
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_drawn_pairs_and_groups_are_printed(tmp_path: Path) -> None:
    policies = write_policies(tmp_path / "policies.jsonl")
    drawn = run_alone("draw_pairs", str(policies), "--per-stratum", "2", "--out", "-")
    assert drawn.stdout.startswith("pair,left,right,")
    assert "Candidates by cosine" in drawn.stderr
    grouped = run_alone("align", str(policies), *FEW, "--out", "-")
    assert {"document", "section", "group"} <= set(json.loads(grouped.stdout.splitlines()[0]))
    refused = refusal_of("align", str(policies), *FEW, "--out", "-", "--json")
    assert "--out - and --json cannot both print." in refused


def test_without_out_it_is_said_that_nothing_is_stored(tmp_path: Path) -> None:
    policies = str(write_policies(tmp_path / "policies.jsonl"))
    drawn = run_alone("draw_pairs", policies, "--per-stratum", "2")
    assert "Nothing was saved. Use --out FILE to write the pairs." in drawn.stderr
    tried = run_alone("draw_pairs", policies, "--per-stratum", "2", "--dry-run")
    assert "Nothing was saved" not in tried.stderr


@pytest.mark.long
def test_what_is_printed_twice_is_the_same(policies: str) -> None:
    assert_printed_twice("draw_pairs", policies, "--per-stratum", "2")
    assert_printed_twice("align", policies, *FEW)
