"""`manage.py score` refuses options by name, draws intervals, prints the expected lines, and
reports its progress at a terminal only."""

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command, execute_from_command_line
from django.core.management.base import CommandError

from agreement import bootstrap
from tests.commands.running import run, run_alone, write, write_release_file
from tests.helpers.evidence import document, question

JUDGMENTS = "worker,pair,answer\nann,p,yes\nbob,p,no\nann,q,yes\nbob,q,yes\n"
TABLE = """\
item,worker,annotation
a b c,ann,a | b c
a b c,bob,a | b c
a b c,cy,a b | c
d e f,ann,d e | f
d e f,bob,d e f
d e f,cy,d e | f
g h i j,ann,g | h i | j
g h i j,bob,g | h i | j
"""
EVIDENCE = (
    '{"type": "document", "document": "d", "sentences": ["One.", "Two."]}\n'
    '{"type": "question", "document": "d", "question": "q", "answers": {"a": [0], "b": [0]}}\n'
)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {"a b c": {"1": "a | b c", "2": "a | b c"}, "d e f": {"1": "d e | f", "2": "d e f"}}
    paths = {
        "--flat": write_release_file(tmp_path / "flat.json", texts),
        "--pairs": tmp_path / "judgments.csv",
        "--table": tmp_path / "flat.csv",
        "--evidence": tmp_path / "evidence.jsonl",
    }
    paths["--pairs"].write_text(JUDGMENTS)
    paths["--table"].write_text(TABLE)
    paths["--evidence"].write_text(EVIDENCE)
    return {option: str(path) for option, path in paths.items()}


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        ("--pairs", ["--weights", "items"], "--weights cannot be used with --pairs."),
        ("--pairs", ["--bias"], "--bias cannot be used with --pairs."),
        ("--pairs", ["--by-worker"], "--by-worker cannot be used with --pairs."),
        ("--pairs", ["--predictions", "x"], "--predictions cannot be used with --pairs."),
        ("--pairs", ["--interval", "--over", "texts"], "--over cannot be used with --pairs."),
        ("--flat", ["--yes", "yes"], "--yes cannot be used with --flat."),
        ("--flat", ["--models", "all"], "--models cannot be used with --flat."),
        ("--pairs", ["--models", "glad,ds"], "'ds' is not a model; give some of one_coin, mace, "),
        ("--flat", ["--predictions", "x"], "--predictions cannot be used with --flat."),
        ("--flat", ["--prepositions", "en"], "--prepositions goes with --bias."),
        ("--flat", ["--level", ".9"], "--level goes with --interval."),
        ("--pairs", ["--seed", "0"], "--seed goes with --interval."),
        ("--flat", ["--resamples", "10"], "--resamples goes with --interval."),
        ("--flat", ["--over", "texts"], "--over goes with --interval."),
        ("--evidence", ["--weights", "items"], "--weights cannot be used with --evidence."),
        ("--evidence", ["--yes", "yes"], "--yes cannot be used with --evidence."),
        ("--evidence", ["--bias"], "--bias cannot be used with --evidence."),
        ("--evidence", ["--by-worker"], "--by-worker cannot be used with --evidence."),
        ("--pairs", ["--yes", "perhaps"], "--yes perhaps: no one gave this answer. The answers"),
        ("--flat", ["--items", "-", "--json"], "--items - and --json cannot both print."),
        ("--flat", ["--items", "none/a.jsonl"], "there is no folder none."),
        (
            "--flat",
            ["--interval", "--over", "annotators"],
            "does not say that its keys are the same people in every text.",
        ),
    ],
)
def test_what_does_not_apply_is_refused_by_name(
    files: dict[str, str], given: str, options: list[str], said: str
) -> None:
    with pytest.raises(CommandError) as refused:
        run("score", given, files[given], *options)
    assert said in str(refused.value)


def test_two_kinds_of_files_are_refused(files: dict[str, str]) -> None:
    with pytest.raises(CommandError, match="cannot be used together"):
        run("score", "--flat", files["--flat"], "--pairs", files["--pairs"])


@pytest.mark.parametrize("given", ["--flat", "--pairs", "--evidence"])
def test_intervals_are_as_requested(files: dict[str, str], given: str) -> None:
    options = ("--interval", "--level", "0.5", "--resamples", "50", "--seed", "7")
    found = json.loads(run("score", given, files[given], *options, "--json"))
    intervals = list(intervals_in(found))
    assert intervals
    for interval in intervals:
        assert (interval["level"], interval["resamples"], interval["seed"]) == (0.5, 50, 7)


def intervals_in(found: Any) -> Any:
    if isinstance(found, dict):
        if "resamples" in found:
            yield found
        for value in found.values():
            yield from intervals_in(value)
    elif isinstance(found, list):
        for value in found:
            yield from intervals_in(value)


def test_a_table_knows_its_annotators(files: dict[str, str]) -> None:
    options = ("--interval", "--over", "annotators", "--json")
    flat = json.loads(run("score", "--flat", files["--table"], *options))["flat"]
    assert flat["alpha"]["d1"]["interval"]["over"] == "annotators"
    assert [one["worker"] for one in flat["workers"]] == ["ann", "bob", "cy"]
    assert [one["annotations"] for one in flat["workers"]] == [3, 3, 2]
    lines = run("score", "--flat", files["--table"])
    assert "3 annotators, each against the others (d1)" in lines


def test_keys_are_people_where_somebody_says_so(files: dict[str, str]) -> None:
    options = ("--interval", "--over", "annotators", "--by-worker", "--json")
    flat = json.loads(run("score", "--flat", files["--flat"], *options))["flat"]
    assert [one["worker"] for one in flat["workers"]] == ["1", "2"]
    assert "workers" not in json.loads(run("score", "--flat", files["--flat"], "--json"))["flat"]


def test_lines_of_texts_show_number_support_and_disagreement(
    files: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "items.jsonl"
    run("score", "--flat", files["--table"], "--items", str(out))
    first = json.loads(out.read_text().splitlines()[0])
    assert first["flat_n"] == 3
    assert first["flat_disagreement"] == pytest.approx(2 / 3)
    assert (first["flat_mode"], first["flat_mode_support"]) == ("a | b c", 2)
    assert first["flat_majority_support"] == [2, 1]
    assert first["flat_dawid_skene"] in {"a | b c", "a b | c", "a | b | c", "a b c"}
    out.unlink()
    run("score", "--flat", files["--flat"], "--items", str(out))
    assert json.loads(out.read_text().splitlines()[0])["flat_dawid_skene"] is None


def test_kappas_are_shown_next_to_alpha(files: dict[str, str]) -> None:
    found = json.loads(run("score", "--pairs", files["--pairs"], "--json"))["kappa"]
    assert (found["cohen"]["value"], found["cohen"]["pairs"]) == (0.0, 2)
    assert found["fleiss"]["exact"] == "-1/3"
    three = Path(files["--pairs"])
    three.write_text(f"{JUDGMENTS}cy,p,no\n")
    lines = run("score", "--pairs", str(three)).splitlines()
    assert "  Cohen's κ: Cohen's κ needs exactly two workers, but there are 3." in lines
    message = "  Fleiss' κ: Fleiss' κ needs the same number of labels for each item"
    assert f"{message}, but items have 2 to 3." in lines


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--level", "95", "a confidence level between 0 and 1, such as 0.95"),
        ("--level", "nan", "'nan' is not nominal, ordinal or interval, nor a confidence level"),
        ("--resamples", "0", "'0' is not a whole number above zero"),
        ("--resamples", "1e3", "'1e3' is not a whole number above zero"),
        ("--seed", "-1", "'-1' is not a whole number of 0 or more"),
        ("--seed", "9" * 30, f"'{'9' * 30}' is more than 1,000,000,000,000,000,000"),
        ("--weights", "texts", "invalid choice: 'texts'"),
    ],
)
def test_values_of_options_are_answered_in_one_line(
    files: dict[str, str], option: str, value: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(
            ["manage.py", "score", "--flat", files["--flat"], "--interval", f"{option}={value}"]
        )
    printed, errors = capsys.readouterr()
    assert (ended.value.code, printed) == (2, "")
    assert errors.count("\n") == 1
    assert said in errors
    assert "manage.py score --help lists all options." in errors


def test_a_wrong_option_at_a_terminal_is_answered_in_one_line(files: dict[str, str]) -> None:
    done = run_alone("score", "--flat", files["--flat"], "--interval", "--level=95")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "a confidence level between 0 and 1, such as 0.95" in done.stderr


def test_nothing_scored_at_all_is_no_success(files: dict[str, str]) -> None:
    done = run_alone("score", "--nested", files["--flat"])
    assert done.returncode == 1
    assert "are flat. If the whole file is, give it with --flat." in done.stderr
    assert "Nothing was scored: no annotation of" in done.stderr.splitlines()[-1]


ROWS = [
    f"{worker},t{n},{'ab'[n % 2 if worker != 'cy' else 0]}"
    for n in range(9)
    for worker in ("ann", "bob", "cy")
]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def labels(tmp_path: Path) -> str:
    return str(write(tmp_path / "labels.csv", "worker,item,label", *ROWS))


def scored(labels: str) -> tuple[str, str]:
    printed, errors = StringIO(), StringIO()
    options = ("--labels", labels, "--interval", "--resamples", "100", "--json")
    call_command("score", *options, stdout=printed, stderr=errors)
    return printed.getvalue(), errors.getvalue()


def test_long_resampling_is_reported_at_a_terminal(
    labels: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    short, errors = scored(labels)
    assert "resamples" not in errors, "it is one block"
    monkeypatch.setattr(bootstrap, "CELLS", 90)  # ten resamples of nine items
    printed, errors = scored(labels)
    assert json.loads(printed).keys() == json.loads(short).keys()
    assert "  9% of 109 resamples" in errors
    assert "100% of 109 resamples" in errors


def test_reading_evidence_is_reported_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, errors = tmp_path / "evidence.jsonl", StringIO()
    path.write_text(f"{document()}\n{question()}")
    monkeypatch.setattr(sys, "stderr", Terminal())
    call_command("score", "--evidence", str(path), "--json", stdout=StringIO(), stderr=errors)
    assert "evidence.jsonl: " in errors.getvalue()
    assert "of 2 lines" in errors.getvalue()


def test_nothing_is_reported_elsewhere(labels: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", StringIO())
    monkeypatch.setattr(bootstrap, "CELLS", 90)
    assert "resamples" not in scored(labels)[1]
