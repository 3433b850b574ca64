"""Standard input and output: a dash means either; a full, closed or interrupted stream ends in one
line."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.running import (
    arguments,
    refusal_of,
    run,
    run_alone,
    run_process,
    write,
    write_release_file,
)
from tests.commands.test_score_options import EVIDENCE, JUDGMENTS, TABLE
from tests.helpers.addons import needs_addon
from tests.helpers.languages import sentences
from tests.helpers.tiers import long_only

FULL = Path("/dev/full")


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    return write_release_file(
        tmp_path / "flat.json", {"a b c": {"1": "a | b c", "2": "a b c"}, "d e": {"1": "d | e"}}
    )


def test_each_file_of_score_can_be_standard_input(flat: Path, tmp_path: Path) -> None:
    table, pairs = tmp_path / "flat.csv", tmp_path / "pairs.csv"
    lines = tmp_path / "pairs.jsonl"
    evidence = tmp_path / "evidence.jsonl"
    table.write_text(TABLE)
    pairs.write_text(JUDGMENTS)
    lines.write_text('{"worker": "a", "pair": "p", "answer": "yes"}\n')
    evidence.write_text(EVIDENCE)
    for option, path in (
        ("--flat", flat),
        ("--flat", table),
        ("--pairs", pairs),
        ("--pairs", lines),
        ("--evidence", evidence),
    ):
        done = run_alone("score", option, "-", typed=path.read_text())
        assert (done.returncode, done.stdout) == (0, run("score", option, str(path)))
    refused = refusal_of("score", "--flat", "-", "--nested", "-")
    assert "Standard input (-) can be read only once." in refused


def test_lines_of_texts_are_printed_and_figures_stand_aside(flat: Path, tmp_path: Path) -> None:
    done = run_alone("score", "--flat", str(flat), "--items", "-", cwd=tmp_path)
    assert done.returncode == 0
    texts = [json.loads(line)["text"] for line in done.stdout.splitlines()]
    assert texts == ["a b c", "d e"]
    assert "Flat segmentation" in done.stderr
    assert not (tmp_path / "-").exists()


@needs_addon("typology")
def test_corpora_and_judgments_are_read_from_it_too() -> None:
    corpus = "\n".join(sentences(50))
    for command, typed in (
        (("typology", "-", "--samples", "1"), corpus),
        (("adaptive_table", "-"), JUDGMENTS),
    ):
        done = run_alone(*command, typed=typed)
        assert done.returncode == 0, done.stderr
        assert done.stdout


@pytest.mark.long
@needs_addon("typology")
def test_what_is_printed_twice_is_the_same(tmp_path: Path) -> None:
    corpus = write(tmp_path / "corpus.txt", *sentences(50))
    assert_printed_twice("typology", str(corpus), "--samples", "1")


def assert_printed_twice(*command: str) -> None:
    """Compare a process with a run in this one, which has other string hashes. Times and memory go
    to standard error."""
    done = run_process(*command)
    assert " MB." in done.stderr
    assert " MB" not in done.stdout
    assert run(*command) == done.stdout


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "options", [["--flat"], *long_only(["--help"], ["--json", "--flat"], ["--items"])]
)
def test_a_full_standard_output_is_reported_in_one_line(options: list[str], flat: Path) -> None:
    given = {"--help": ["--help"], "--items": ["--flat", str(flat), "--items", "-"]}
    command = arguments("score", *given.get(options[0], [*options, str(flat)]))
    with FULL.open("wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "CommandError: Standard output cannot be written: No space left on device."
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("options", [["--flat"], *long_only(["--help"])])
def test_a_reader_that_leaves_early_is_no_trouble(options: list[str], flat: Path) -> None:
    command = arguments("score", *options, *([str(flat)] if "--flat" in options else []))
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
def test_a_closed_standard_output_is_reported_in_one_line(flat: Path) -> None:
    command = ["sh", "-c", '"$@" >&-', "sh", *arguments("score", "--flat", str(flat))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr == ("CommandError: Standard output is closed, so nothing can be printed.\n")


def test_ctrl_c_while_starting_ends_in_one_line() -> None:
    """The interrupt comes while modules load, before any command can catch it."""
    script = (
        "import builtins, os, signal, sys, runpy\n"
        "real = builtins.__import__\n"
        "def stop(name, *rest):\n"
        "    if name.startswith('django.core.management'):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = stop\n"
        "sys.argv = sys.argv[1:]\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    python, *command = arguments("score", "--help")
    done = subprocess.run(
        [python, "-c", script, *command], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


@pytest.mark.long
def test_ctrl_c_at_work_ends_in_one_line(tmp_path: Path) -> None:
    slow = tmp_path / "slow.json"
    os.mkfifo(slow)
    with (
        subprocess.Popen(
            arguments("score", "--flat", str(slow)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as working,
        slow.open("wb"),
    ):  # returns once the command reads from it
        working.send_signal(signal.SIGINT)
        printed, said = working.communicate(timeout=60)
    assert (working.returncode, printed, said) == (130, "", "CommandError: Stopped.\n")


@pytest.mark.long
@needs_addon("typology")
def test_the_peak_of_memory_is_not_that_of_who_called(flat: Path) -> None:
    command = arguments("typology", str(flat))
    big = f"held = bytearray(b'x') * 700_000_000; import subprocess; subprocess.run({command!r})"
    done = subprocess.run(
        [sys.executable, "-c", big], capture_output=True, text=True, check=True, timeout=100
    )
    found = re.search(r"peak memory (\d+) MB", done.stderr)
    assert found
    assert int(found[1]) < 600
