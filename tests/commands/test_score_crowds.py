"""`manage.py score` of files of a crowd's labels and of its answers on pairs: what both have."""

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError

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
    assert score(turned, kind, "--interval") == score(path, kind, "--interval")


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
        ("{header}\na,,x\nb,,x\n", "2 faults in all; nothing was scored."),
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
