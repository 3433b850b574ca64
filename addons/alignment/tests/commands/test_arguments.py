"""Invalid arguments of both commands are refused before the work begins; standard input and output
are files like any other."""

import json
import os
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.commands.running import refusal_of, run, run_alone
from tests.commands.test_streams import assert_printed_twice
from tests.helpers.documents import make_documents, write_policies

NOT_UTF_8 = os.fsdecode(b"caf\xe9")
FEW = ("--runs", "1", "--groups", "2", "--method", "vanilla")


@pytest.fixture
def policies(tmp_path: Path) -> str:
    return str(write_policies(tmp_path / "policies.jsonl"))


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
