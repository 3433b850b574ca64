"""`manage.py score` of files of a crowd's labels and of its answers on pairs: what both have."""

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from midpath.reports.labels import report_labels
from midpath.reports.pairs import report_pairs
from midpath.tables.terminal import lines_of
from tests.commands.crowds import KINDS, RTE, score, small
from tests.commands.running import run, run_alone, write

pytestmark = pytest.mark.parametrize("kind", KINDS)


def test_it_needs_no_database(kind: str, tmp_path: Path) -> None:
    small(tmp_path / "judged.csv", kind)
    done = run_alone("score", f"--{kind}", "judged.csv", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    items = result[f"{KINDS[kind].item}s"]
    assert (items, result["workers"], result["judgments"]) == (10, 3, 30)


def test_the_order_of_rows_does_not_matter(kind: str, tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv", kind)
    head, *rows = path.read_text().splitlines()
    turned = write(tmp_path / "turned.csv", head, *rows[::-1])
    found, same = (score(one, kind, "--interval") for one in (turned, path))
    for result in (found, same):
        for one in result["skipped"]:
            del one["file"]
    assert found == same


def test_rows_that_do_not_count_are_reported(kind: str, tmp_path: Path) -> None:
    path = write(tmp_path / "judged.csv", f"{KINDS[kind].header},counts\na,t,yes,yes\nb,t,no,no\n")
    result = score(path, kind)
    assert (result["judgments"], result["not_counted"]) == (1, 1)
    assert result["alpha"]["reason"] == f"No {KINDS[kind].item} has two judgments."
    assert "judgments not counted" in run("score", f"--{kind}", str(path))


def test_known_answers_that_nobody_gives_are_reported(kind: str, tmp_path: Path) -> None:
    path = write(tmp_path / "judged.csv", f"{KINDS[kind].header},gold\na,t,yes,Yes\nb,t,yes,Yes\n")
    done = run_alone("score", f"--{kind}", path.name, "--json", cwd=tmp_path)
    told = f"the gold answer of 1 {KINDS[kind].item} is Yes, but no judgment has it."
    assert told in done.stderr
    assert json.loads(done.stdout)["majority"]["accuracy"] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{header}\nann,,x\n", "row 2, column {item}: The {item} is empty."),
        ("{header}\na,t,x\na,t,y\n", "row 3, column worker: The worker “a” already judged"),
        ("one,two\n", "row 1: There is no column named worker."),
        ("{header}\na,,x\nb,,x\n", "2 errors; nothing was scored."),
        ("", "The file contains no judgments that count."),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(
    kind: str, content: str, said: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "bad.csv", content.format(header=KINDS[kind].header))
    with pytest.raises(CommandError) as refused:
        run("score", f"--{kind}", str(path))
    refusal = str(refused.value)
    assert refusal.startswith(f"{path}: ")
    assert said.format(item=KINDS[kind].item) in refusal
    assert "\n" not in refusal


def test_further_models_are_computed_on_request(kind: str, tmp_path: Path) -> None:
    path, lines = small(tmp_path / "judged.csv", kind), tmp_path / "items.jsonl"
    usual = score(path, kind)
    assert "models" not in usual
    assert "skills" not in usual["worker_agreement"]["workers"][0]
    found = score(path, kind, "--models", "glad, one_coin", "--items", str(lines))
    assert list(found["models"]) == ["one_coin", "glad"]
    for one in found["models"].values():
        assert (one["accuracy"], one["gold"], one["ties"], one["converged"]) == (1, 10, 0, True)
    skills = {one["worker"]: one["skills"] for one in found["worker_agreement"]["workers"]}
    for model in ("one_coin", "glad"):
        assert skills["ann"][model] == skills["bob"][model] > skills["cy"][model]
    for line in map(json.loads, lines.read_text().splitlines()):
        for choice in line["models"].values():
            assert choice["label"] == line["gold"]
            assert sum(choice["posterior"].values()) == pytest.approx(1)
            assert choice["posterior"][choice["label"]] > 0.5


def test_further_models_are_printed(kind: str, tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv", kind)
    printed = [line.split() for line in run("score", f"--{kind}", str(path)).splitlines()]
    assert ["Dawid–Skene", "10", "0", "100.00%", "10"] in printed
    assert not {"coin", "MACE", "GLAD"} & {word for line in printed for word in line}
    asked = run("score", f"--{kind}", str(path), "--models", "all")
    lines = [line.split() for line in asked.splitlines()]
    for name in ("one coin", "MACE", "GLAD"):
        assert [*name.split(), "10", "0", "100.00%", "10"] in lines
    assert "right by one coin  knows by MACE  skill by GLAD" in asked


def test_models_that_did_not_converge_say_so(kind: str, tmp_path: Path) -> None:
    path = small(tmp_path / "judged.csv", kind)
    found = score(path, kind, "--models", "all")
    report = report_labels if kind == "labels" else report_pairs
    assert "not converged" not in "\n".join(lines_of(report(found)))
    for one in (found["dawid_skene"], found["models"]["mace"]):
        one |= {"converged": False, "rounds": 1000}
    printed = "\n".join(lines_of(report(found)))
    for name in ("Dawid–Skene", "MACE"):
        assert f"{name} (not converged after 1,000 rounds)" in printed
    assert printed.count("not converged") == 2


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments(kind: str, tmp_path: Path) -> None:
    """Snow et al. 2008, as labels or as pairs: all figures shared by both are equal."""
    own = KINDS[kind]
    path = tmp_path / "rte.csv"
    path.write_text(RTE.read_text().replace("pair", own.item, 1).replace("answer", own.answer, 1))
    result = score(path, kind)
    assert (result[f"{own.item}s"], result["workers"], result["judgments"]) == (800, 164, 8000)
    assert result["alpha"]["exact"] == "34039318/140961951"
    assert round(result["alpha"]["value"], 4) == 0.2415
    assert round(result["majority"]["accuracy"], 4) == 0.8969
    assert result["majority"]["accuracy_exact"] == "287/320"
    assert result["majority"]["ties"] == 65
    assert round(result["dawid_skene"]["accuracy"], 4) == 0.9275
    pairs = score(RTE, "pairs")
    for name in ("pairwise_agreement", "worker_agreement", "differences", "dawid_skene", "kappa"):
        assert result[name] == json.loads(json.dumps(pairs[name]).replace('"pair', f'"{own.item}'))
