"""`midpath`, the program for people without a server: the commands of manage.py under another
name."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from agreement.version import VERSION
from config.safety import NEED_NO_KEY
from midpath.program import COMMANDS, main
from tests.commands.running import ROOT, run_alone, write_release_file
from tests.commands.test_score_options import JUDGMENTS
from tests.helpers.addons import needs_addon
from tests.helpers.documents import write_policies
from tests.helpers.in_process import call_main
from tests.helpers.languages import sentences
from tests.helpers.programs import capture
from tests.helpers.tiers import LONG, by_tier
from tests.helpers.wheels import outside

START = "from midpath.program import main; main()"
# Variables of a server's environment, which must not matter here.
SERVER = {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/none", "MIDPATH_SWEEP_SECONDS": "often"}
COLOUR = "\x1b[3"


def midpath(*words: str) -> subprocess.CompletedProcess[str]:
    """Call the program in this process."""
    return call_main(main, ["midpath", *words])


def midpath_process(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {**outside(), "PYTHONPATH": str(ROOT), **environment}
    return capture(sys.executable, "-c", START, *words, env=own, timeout=60)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    texts = {"a b c": {"1": "a | b c", "2": "a b c"}, "d e": {"1": "d | e", "2": "d | e"}}
    write_release_file(tmp_path / "flat.json", texts)
    (tmp_path / "pairs.csv").write_text(JUDGMENTS)
    (tmp_path / "words.txt").write_text("\n".join(sentences(200)))
    write_policies(tmp_path / "policies.jsonl")
    return tmp_path


def calls(files: Path) -> list[list[str]]:
    """Return a call of each command; their output does not depend on the time."""
    flat, policies = str(files / "flat.json"), str(files / "policies.jsonl")
    editions = ROOT / "tests" / "snapshots" / "kept" / "2"
    edition, keys = str(editions / "flat.zip"), str(editions / "keys.json")
    return [
        ["verify", edition, "--key", keys],
        ["verify", edition, "--any-key", "--json"],
        ["null", "nested", "8", "--distance", "d2"],
        ["score", "--flat", flat],
        ["score", "--flat", flat, "--json"],
        ["score", "--pairs", str(files / "pairs.csv"), "--json"],
        ["compare", "--crowd-flat", flat, "--gold-flat", flat, "--json"],
        ["compare", *(f"--{side}-pairs={files / 'pairs.csv'}" for side in ("crowd", "gold"))],
        ["align", policies, *("--runs", "1", "--groups", "2", "--method", "vanilla", "--json")],
        ["corpus", policies, "--out", "-", "--form", "xml"],
        ["boundaries", policies, "--out", "-"],
        ["draw_pairs", policies, "--out", "-", "--per-stratum", "2"],
        ["sample", "random", str(files / "words.txt"), "--size", "5", "--json"],
        ["lengths", str(files / "words.txt")],
        ["typology", str(files / "words.txt"), *("--samples", "2", "--sentences", "50", "--json")],
    ]


@pytest.mark.long
@needs_addon("alignment")
@needs_addon("typology")
@needs_addon("sampling")
def test_both_programs_print_the_same_bytes(files: Path) -> None:
    called = calls(files)
    # `papers` takes minutes; tests/papers runs it.
    assert {words[0] for words in called} | {"papers"} == set(COMMANDS)
    for words in called:
        here, there = midpath(*words), run_alone(*words)
        assert (here.returncode, here.stdout) == (there.returncode, there.stdout), words
        assert (here.returncode, bool(here.stdout)) == (0, True), here.stderr


@pytest.mark.long
def test_a_process_prints_the_same_bytes(files: Path) -> None:
    called = calls(files)
    for words in by_tier(quick=called[:1], long=called):
        here, there = midpath(*words), midpath_process(*words)
        assert (there.returncode, there.stdout) == (0, here.stdout), words


def test_a_servers_environment_is_left_out(files: Path) -> None:
    done = midpath_process("score", "--flat", str(files / "flat.json"), "--json", **SERVER)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["flat"]["annotations"] == 4


@pytest.mark.parametrize("command", ["align", "draw-pairs", "typology"])
def test_without_the_libraries_for_texts_it_says_what_to_install(command: str) -> None:
    absent = f"import sys; sys.modules['scipy'] = None; {START}"
    done = capture(
        sys.executable, "-c", absent, command, "--help", env={**outside(), "PYTHONPATH": str(ROOT)}
    )
    name = command.replace("-", "_")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"midpath {name}: scipy is not installed. Install the extra “text”, in a copy of "
        "Midpath: pip install '.[text]'\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_the_program_and_needs_no_database(command: str) -> None:
    done = midpath(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: midpath {command} ")
    assert f"  midpath {command} " in done.stdout.split("examples:\n")[1]
    assert "manage.py" not in done.stdout
    assert "DATASET" not in done.stdout
    assert "dataset" not in done.stdout.replace("number of a dataset", "")
    assert midpath("help", command).stdout == done.stdout


def test_without_words_it_says_what_it_can_do() -> None:
    done = midpath()
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"\n  {name} " in done.stdout for name in COMMANDS)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stdout == midpath("--help").stdout == midpath("help").stdout


def test_what_is_meant_is_guessed() -> None:
    done = midpath("scor", "--flat", "x")
    assert (done.returncode, done.stdout) == (2, "")
    message = "midpath: there is no command 'scor'. Do you mean score? midpath --help lists all "
    assert done.stderr == f"{message}commands.\n"


def test_errors_say_what_where_and_what_to_do(files: Path) -> None:
    wrong = midpath("score", "--flatt", "x")
    assert wrong.returncode == 2
    message = "midpath score: unrecognized arguments: --flatt x. midpath score --help lists all "
    assert wrong.stderr == f"{message}options.\n"
    unnamed = midpath("score", "labels.csv").stderr
    assert "labels.csv. Say what a file contains: name it with --labels, --pairs" in unnamed
    (files / "bad.csv").write_text("worker,pair\na,1\n")
    bad = midpath("score", "--pairs", str(files / "bad.csv"))
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr.startswith(f"midpath score: {files / 'bad.csv'}: ")
    assert "column" in bad.stderr
    assert "CommandError" not in bad.stderr


def test_the_name_of_a_file_cannot_change_the_terminal() -> None:
    said = midpath("verify", "/no \x1b[31mfile").stderr
    assert "/no ⟨U+001B⟩[31mfile cannot be read" in said


def test_every_command_of_the_program_needs_no_key() -> None:
    assert set(COMMANDS) <= NEED_NO_KEY


def offered(line: str) -> set[str]:
    """Return what a shell offers to complete the line."""
    reader, writer = os.pipe()
    script = f"import os; os.dup2({writer}, 8); {START}"
    subprocess.run(
        [sys.executable, "-c", script],
        env={
            **outside(),
            "PYTHONPATH": str(ROOT),
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_IFS": "\n",
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
        },
        pass_fds=[writer],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=60,
    )
    os.close(writer)
    with os.fdopen(reader) as answer:
        return {word.strip() for word in answer.read().split("\n")}


@pytest.mark.long
def test_a_shell_completes_commands_options_and_values() -> None:
    assert offered("midpath ") >= {*COMMANDS, "help", "completion"}
    assert offered("midpath score --in") == {"--interval"}
    assert offered("midpath completion ") >= {"bash", "zsh", "fish"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(shell: str) -> None:
    done = midpath("completion", shell)
    assert done.returncode == 0
    assert "midpath" in done.stdout
    assert midpath("completion", "cmd").returncode == 2


def at_a_terminal(*words: str, **environment: str) -> str:
    """Return the output on a terminal of 100 columns."""
    reader, terminal = pty.openpty()
    environment = {"PYTHONPATH": str(ROOT), "COLUMNS": "100", "TERM": "xterm", **environment}
    running = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        env={**outside(), **environment},
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    seen = b"".join(_read(reader))
    assert running.wait(60) in {0, 1}
    return seen.decode()


def _read(reader: int) -> Iterator[bytes]:
    """Yield output until the program has closed its side, which Linux reports as an error."""
    with os.fdopen(reader, "rb", buffering=0) as stream, suppress(OSError):
        while part := stream.read(2**12):
            yield part


@pytest.mark.long
def test_a_terminal_shows_a_bar_and_a_pipe_does_not(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    words = ("typology", "words.txt", "--samples", "4", "--sentences", "50")
    seen = at_a_terminal(*words)
    assert "words.txt: 100% of 4 samples" in seen
    assert "━" in seen
    assert COLOUR in seen
    plain = at_a_terminal(*words, NO_COLOR="1")
    assert "━" in plain
    assert COLOUR not in plain
    assert not LONG or "━" not in at_a_terminal(*words, COLUMNS="40")
    assert "%" not in midpath(*words).stderr


def test_errors_are_coloured_at_a_terminal_unless_that_is_not_wanted() -> None:
    assert COLOUR in at_a_terminal("score", "--flat", "/nowhere")
    assert COLOUR not in at_a_terminal("score", "--flat", "/nowhere", NO_COLOR="1")


def test_make_setup_installs_the_program(tmp_path: Path) -> None:
    """It runs the code of its folder from anywhere."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    python = programs / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    *_, install = (ROOT / "scripts/setup").read_text().partition("# The program `midpath`")
    subprocess.run(["sh", "-eu", "-c", f"#{install}"], cwd=tmp_path, check=True)
    shown = subprocess.run([programs / "midpath", "--version"], capture_output=True, check=True)
    assert shown.stdout.decode() == f"midpath {VERSION}\n"


def test_a_kind_of_file_is_imported_only_when_it_is_scored() -> None:
    listed = "import sys; import midpath.commands.score; print(*sorted(sys.modules), sep='\\n')"
    done = capture(sys.executable, "-c", listed, env={**outside(), "PYTHONPATH": str(ROOT)})
    modules = done.stdout.splitlines()
    assert "midpath.scoring.scorers.labels" in modules, done.stderr
    assert not [name for name in modules if name.startswith("midpath.scoring.scored.")]
