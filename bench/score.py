"""The cost of `midpath score` compared with json.load of the same file: python -m bench.score [N]

N simulated judgments of each form, a million by default, each in a process of its own: processor
seconds, including Python's start, and peak memory, of the fastest of three runs. Pairs and labels
are tables, so json.load has the same cells as lists. For labels also what only α takes with pandas
and krippendorff.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

JUDGMENTS = 1_000_000
JSON_LOAD = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))"
AS_JSON = """
import csv, json, sys
json.dump(list(csv.reader(open(sys.argv[1], newline=""))), open(sys.argv[2], "w"))
"""
PANDAS = """
import sys
import krippendorff, pandas
table = pandas.read_csv(sys.argv[1])
(items, _), (labels, names) = (pandas.factorize(table[name]) for name in ("item", "label"))
votes = pandas.Series(items * len(names) + labels).value_counts()
counts = votes.reindex(range((items.max() + 1) * len(names)), fill_value=0).to_numpy()
krippendorff.alpha(value_counts=counts.reshape(-1, len(names)), level_of_measurement="nominal")
"""
ENDINGS = {"flat": "json", "nested": "json", "pairs": "csv", "labels": "csv"}
ROOT = Path(__file__).resolve().parent.parent


class Cost(NamedTuple):
    seconds: float
    megabytes: float


def fastest(command: Sequence[str], runs: int = 3) -> Cost:
    return min(cost_of(command) for _ in range(runs))


def cost_of(command: Sequence[str]) -> Cost:
    """Return the cost of a command in a process of its own, which must succeed."""
    with subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL) as run:
        _, status, used = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {run.returncode}.")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measure(kind: str, judgments: int, folder: Path) -> None:
    path = folder / f"{kind}.{ENDINGS[kind]}"
    # A started process inherits its parent's peak memory, so each file has a process of its own.
    cost_of(["-m", "bench.score_files", kind, str(judgments), str(path)])
    alike = path.with_suffix(".json")
    if alike != path:
        cost_of(["-c", AS_JSON, str(path), str(alike)])
    theirs = fastest(["-c", JSON_LOAD, str(alike)])
    ours = fastest(["-m", "midpath", "score", f"--{kind}", str(path), "--json"])
    size = path.stat().st_size / 1e6
    print(
        f"{kind:<8}{size:>8,.0f} MB"
        f"{theirs.seconds:>10.2f} s{ours.seconds:>10.2f} s{ours.seconds / theirs.seconds:>8.1f} ×"
        f"{theirs.megabytes:>10,.0f} MB{ours.megabytes:>8,.0f} MB"
        f"{ours.megabytes / theirs.megabytes:>8.1f} ×",
        flush=True,
    )


def main(judgments: int = JUDGMENTS) -> None:
    print(f"midpath score of {judgments:,} judgments compared with json.load of the same file")
    heads = ("json.load", "score", "ratio")
    print(f"{'':<8}{'file':>11}{heads[0]:>12}{heads[1]:>12}{heads[2]:>10}", end="")
    print(f"{heads[0]:>13}{heads[1]:>11}{heads[2]:>10}")
    with tempfile.TemporaryDirectory() as folder:
        for kind in ENDINGS:
            measure(kind, judgments, Path(folder))
        peers = fastest(["-c", PANDAS, str(Path(folder) / "labels.csv")])
    print(f"α of labels with pandas and krippendorff: {peers.seconds:.2f} s, ", end="")
    print(f"{peers.megabytes:,.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
