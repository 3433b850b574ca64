"""Each command's help suffices for a newcomer."""

import pytest

from config.addon_commands import commands_of_addons
from tests.commands.running import run_alone, run_process

COMMANDS = (
    "adaptive_table",
    "adopt_migrations",
    "audit",
    "catalogue",
    "compare",
    "convert_evidence",
    "create_researcher",
    "disable_account",
    "export_gold",
    "farms",
    "forget_sign_on",
    "import_dataset",
    "load_demo",
    "new_scheme",
    "reading",
    "reconcile",
    "remove_second_factor",
    "replay",
    "report",
    "rotate_signing_key",
    "score",
    "set_password",
    "simulate_crowd",
    "verify",
    *commands_of_addons(),
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
