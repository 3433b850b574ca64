"""`manage.py score`: the papers' figures, and a plain message for every file without one."""

import json
import subprocess
from pathlib import Path

import pytest

from midpath.simulated_trees import flat_vector, nested_vector
from tests.commands.running import (
    TOY_NESTED,
    WEBIS,
    arguments,
    run,
    run_alone,
    score_of,
    write_release_file,
)

FLAT = {
    "major league baseball salary cap": {
        "1": "major league baseball | salary cap",
        "2": [1, 0, 0, 0],
        "3": "1000",
    },
    "wind beneath my wings sheet music": {"1": "wind beneath my wings | sheet music"},
}


@pytest.fixture
def nested(tmp_path: Path) -> Path:
    return write_release_file(tmp_path / "nested.json", TOY_NESTED)


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    return write_release_file(tmp_path / "flat.json", FLAT)


def test_the_supplementary_toy_set_needs_no_database_and_any_directory(
    nested: Path, tmp_path: Path
) -> None:
    done = run_alone("score", "--nested", nested.name, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    alpha = json.loads(done.stdout)["nested"]["alpha"]
    assert alpha["d2"]["within"] == pytest.approx(101 / 120)
    assert alpha["d2"]["total"] == pytest.approx(349 / 400)
    assert alpha["d2"]["value"] == pytest.approx(37 / 1047)
    assert alpha["d2"]["exact"] == "37/1047"
    assert alpha["d1"]["exact"] == "79/549"


def test_the_table_shows_the_same_figures(nested: Path) -> None:
    lines = run("score", "--nested", str(nested)).splitlines()
    assert "  α d1  0.14390  0.39167  0.45750      2" in lines
    assert "  α d2  0.03534  0.84167  0.87250      2" in lines


def test_intervals_stand_below_each_figure(tmp_path: Path) -> None:
    texts = {
        "a b c": {"1": "(a (b c))", "2": "((a b) c)", "3": "(a (b c))"},
        "d e f": {"1": "(d (e f))", "2": "(d (e f))", "3": "(d (e f))"},
        "g h i j": {"1": "(g (h (i j)))", "2": "((g h) (i j))", "3": "((g h) (i j))"},
    }
    file = write_release_file(tmp_path / "nested.json", texts)
    assert "interval" not in score_of(nested=file)["nested"]["alpha"]["d1"]
    shown = run("score", "--nested", str(file), "--interval", "--json")
    nested = json.loads(shown)["nested"]
    for figure in (*nested["alpha"].values(), *nested["S"].values()):
        found = figure["interval"]
        assert found["low"] < figure["value"] < found["high"]
        assert (found["level"], found["method"], found["resamples"]) == (0.95, "bca", 1000)
    lines = run("score", "--nested", str(file), "--interval").splitlines()
    assert sum("1,000 resamples of the texts" in line for line in lines) == 4
    assert run("score", "--nested", str(file), "--interval", "--json") == shown


def test_one_text_has_no_interval(nested: Path, flat: Path) -> None:
    printed = run("score", "--flat", str(flat), "--nested", str(nested), "--interval")
    assert "no interval: An interval over texts needs at least two of them." in printed


def test_forms_may_be_mixed_and_each_part_is_there(flat: Path, nested: Path) -> None:
    figures = score_of(flat=flat, nested=nested)
    assert figures["flat"]["annotations"] == 4
    assert figures["flat"]["left_out"] == {"one annotation only": 1}
    assert set(figures["flat"]["S"]["d1"]) >= {"value", "distinct"}
    assert set(figures["nested"]["S"]) == {"d1", "d2"}
    assert figures["entailment"]["pairs"] == 11
    assert 0 <= figures["entailment"]["observed"] <= 1
    assert set(figures["entailment"]) >= {"observed", "pairs", "chance"}


def test_undefined_values_are_null_with_a_reason(tmp_path: Path) -> None:
    flat = write_release_file(tmp_path / "flat.json", {"a b": {"1": "a b"}})
    nested = write_release_file(tmp_path / "nested.json", {"c d": {"1": "(c d)"}})
    figures = score_of(flat=flat, nested=nested)
    for figure in (figures["flat"]["alpha"]["d1"], figures["flat"]["S"]["d1"]):
        assert figure["value"] is None
        assert figure["reason"]
    assert figures["entailment"]["observed"] is None
    assert figures["entailment"]["reason"]
    assert "No text of two or more words" in run("score", "--flat", str(flat))


def test_levels_and_bracketing_say_over_how_many(tmp_path: Path) -> None:
    trees = {"1": "(a (b (c d)))", "2": "((a b) (c d))", "3": "(a (b (c d)))"}
    file = write_release_file(tmp_path / "file.json", {"a b c d": trees})
    lines = run("score", "--nested", str(file)).splitlines()
    assert "  groups                66.667%    40.000%                  6" in lines
    assert "  level 1, the root     33.333%    36.000%                  6" in lines
    assert any(line.startswith("  over 3 pairs of trees") for line in lines)
    assert lines[-1] == "Against a gold set of the same texts: midpath compare --help"
    one = write_release_file(tmp_path / "one.json", {"a b c d": {"1": "(a (b (c d)))"}})
    assert "No text of three or more words has two annotations." in run(
        "score", "--nested", str(one)
    )


def test_weights_change_only_alpha(nested: Path) -> None:
    weighed = json.loads(
        run("score", "--nested", str(nested), "--json", "--weights", "annotations")
    )["nested"]
    plain = score_of(nested=nested)["nested"]
    assert weighed["alpha"] == plain["alpha_annotations"] != plain["alpha"]
    assert weighed["S"] == plain["S"]


def test_items_are_written_one_line_a_text(flat: Path, nested: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("score", "--flat", str(flat), "--nested", str(nested), "--items", str(out))
    first, second = map(json.loads, out.read_text().splitlines())
    assert first == {
        "text": "major league baseball salary cap",
        "flat_n": 3,
        "flat_disagreement": pytest.approx(1 / 3),
        "flat_mode": "major | league baseball salary cap",
        "flat_mode_support": 2,
        "flat_majority": "major | league baseball salary cap",
        "flat_majority_support": [2, 0, 1, 0],
        "flat_dawid_skene": None,
        "nested_n": 3,
        "nested_disagreement": pytest.approx(7 / 6),
        "nested_mode": "(((major league) (baseball salary)) cap)",
        "nested_mode_support": 1,
        "nested_majority": "(major ((league baseball) (salary cap)))",
        "nested_majority_support": first["nested_majority_support"],
        "femn": first["femn"],
        "femn_support": 1,
        "iv": first["iv"],
        "iv_support": first["iv_support"],
        "ties": first["ties"],
    }
    assert len(first["ties"]["nested_mode"]) == 3
    assert "flat_mode" not in first["ties"]
    assert second["femn"] == second["iv"] == "wind beneath my wings | sheet music"


def test_iterative_voting_picks_a_trivial_flat_nowhere(tmp_path: Path) -> None:
    """One simulated worker cuts nothing; without the rule, those flats won in more than one text of
    ten."""
    texts = [f"text {number} of" + " more" * (number % 6) for number in range(120)]
    flats, nesteds = {}, {}
    for text in texts:
        words = text.split()
        flats[text] = {str(n): list(flat_vector(1, f"w{n}", words)) for n in range(5)}
        flats[text]["5"] = [0] * (len(words) - 1)
        nesteds[text] = {str(n): list(nested_vector(1, f"w{n}", words)) for n in range(6)}
    out = tmp_path / "out.jsonl"
    files = {
        "flat": write_release_file(tmp_path / "flat.json", flats),
        "nested": write_release_file(tmp_path / "nested.json", nesteds),
    }
    options = [part for kind, file in files.items() for part in (f"--{kind}", str(file))]
    run("score", *options, "--items", str(out))
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["text"] for line in lines] == texts
    undefined = 0
    for line in lines:
        vectors = flats[line["text"]].values()
        if all(len(set(vector)) == 1 for vector in vectors):
            assert (line["iv"], line["femn"]) == (None, None)
            undefined += 1
            continue
        assert "|" in line["iv"]
        assert line["iv"].count("|") < len(line["text"].split()) - 1
    assert 0 < undefined < len(texts) / 2


def test_tokens_name_the_words_of_a_text_without_spaces(tmp_path: Path) -> None:
    flat = write_release_file(
        tmp_path / "flat.json",
        {"今天天气": {"1": "今天 | 天气", "2": "今天 天气"}},
        tokens={"今天天气": ["今天", "天气"]},
    )
    assert score_of(flat=flat)["flat"]["annotations"] == 2


@pytest.mark.long
def test_a_closed_pipe_is_quiet(nested: Path) -> None:
    with subprocess.Popen(
        arguments("score", "--nested", str(nested), "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.close()
        assert command.stderr.read() == b""


@pytest.mark.skipif(not WEBIS.exists(), reason=f"{WEBIS} is not there")
def test_webis_real_queries() -> None:
    figures = score_of(flat=WEBIS)["flat"]
    assert (figures["items"], figures["annotations"]) == (2424, 24256)
    assert round(figures["alpha"]["d1"]["value"], 5) == 0.37677
    assert round(figures["S"]["d1"]["value"], 5) == 0.83061
    assert figures["left_out"] == {}
