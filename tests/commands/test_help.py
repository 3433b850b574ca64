"""Each command's help suffices for a newcomer. Invalid arguments of the commands for corpora: a
sentence says what is wrong before the work begins, not after it."""

import os
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from annotation.models.campaign import new_code
from midpath.program import COMMANDS as OF_PROGRAM
from tests.commands.running import run, run_alone, run_process, write
from tests.helpers.addons import needs_addon
from tests.helpers.languages import sentences

COMMANDS = (
    "adaptive_table",
    "adopt_migrations",
    "audit",
    "backup",
    "catalogue",
    "convert_evidence",
    "create_researcher",
    "disable_account",
    "doctor",
    "export_gold",
    "farms",
    "forget_sign_on",
    "import_dataset",
    "load_demo",
    "new_scheme",
    "operator",
    "reading",
    "reconcile",
    "remove_second_factor",
    "replay",
    "report",
    "restore",
    "rotate_signing_key",
    "set_password",
    "set_role_settings",
    "simulate_crowd",
    *OF_PROGRAM,
)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_needs_no_service_and_shows_an_example(command: str) -> None:
    done = run_alone(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    before, examples = done.stdout.split("examples:\n")
    assert f"  manage.py {command}" in examples
    assert max(map(len, before.splitlines())) <= 80


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_it_starts_as_a_process(command: str) -> None:
    called, started = run_alone(command, "--help"), run_process(command, "--help")
    assert (started.returncode, started.stderr) == (0, "")
    assert started.stdout == called.stdout


@pytest.mark.long
def test_without_a_database_a_command_says_what_to_set() -> None:
    done = run_process("reconcile")
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: DATABASE_URL is not set.")
    assert "Traceback" not in done.stderr


NOT_UTF_8 = os.fsdecode(b"caf\xe9")


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    return str(write(tmp_path / "corpus.txt", *sentences(50)))


@needs_addon("typology")
def test_no_number_makes_a_command_take_all_memory(corpus: str) -> None:
    """Each of that many would have its own arrays."""
    with pytest.raises(CommandError, match="'999999999' is more than 1,000"):
        run("typology", corpus, "--samples", "999999999")


@needs_addon("typology")
def test_a_file_is_named_as_it_is_called(tmp_path: Path) -> None:
    path = write(tmp_path / f"{NOT_UTF_8}.txt", *sentences(20))
    done = run_alone("typology", str(path))
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "caf\\udce9.txt" in done.stdout


@needs_addon("typology")
def test_a_corpus_does_not_command_the_terminal(tmp_path: Path) -> None:
    path = write(tmp_path / "loud.txt", "\x1b]0;mine\x07 the \u202ecat می\u200cخواهم\n" * 30)
    printed = run("typology", str(path), "--as-is", "--function-words", "9", "--propose", "9")
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "\N{REPLACEMENT CHARACTER}]0;mine" in printed
    assert "می\u200cخواهم" in printed


def test_no_campaigns_code_can_be_taken_for_an_option() -> None:
    codes = {new_code() for _ in range(2000)}
    assert len(codes) == 2000
    assert all(len(code) == 12 and code.isascii() and code.isalnum() for code in codes)
