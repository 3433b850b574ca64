"""Make the exact null tables of nested segmentation.

    python -m agreement.tables.make                        # all that are missing, shortest first
    python -m agreement.tables.make --words 15 --power 2   # one of them
    python -m agreement.tables.make --kind nary            # those of n-ary trees

For each length n and k = 1, 2 a table gives the number of ordered pairs of the trees with each
distance numerator, sum over boundaries of |a^k - b^k| (ACL 2013, equations 4, 5); `tree_pairs`
explains the method. For binary trees to 12 words this takes a minute; d2 of 13, 14 and 15 words
takes about 4, 17 and 110 minutes of one core. All tables of n-ary trees take three minutes.
Evaluations are stored in a file next to the tables until the table is done, so an interrupted run
can continue.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from agreement.segmentation.vectors import Kind
from agreement.tables.automaton import layers
from agreement.tables.tree_pairs import evaluate, field, interpolate

PATH = Path(__file__).with_name("nested.json.gz")
PATHS: dict[Kind, Path] = {"nested": PATH, "nary": PATH.with_name("nary.json.gz")}
MAX_LENGTH: dict[Kind, int] = {"nested": 15, "nary": 12}
POWERS = (1, 2)
SECONDS = 30  # between two messages about progress

Tables: TypeAlias = dict[str, dict[str, dict[str, int]]]  # words, power, numerator: pairs


def read(path: Path = PATH) -> Tables:
    tables: Tables = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
    return tables


def store(n_words: int, k: int, counts: dict[int, int], path: Path = PATH) -> None:
    """Add one table to the file; its bytes do not depend on the order in which tables are added."""
    tables = read(path)
    tables.setdefault(str(n_words), {})[str(k)] = {str(x): c for x, c in sorted(counts.items())}
    ordered = {n: dict(sorted(tables[n].items())) for n in sorted(tables, key=int)}
    text = json.dumps(ordered, separators=(",", ":"))
    new = path.with_suffix(".new")
    new.write_bytes(gzip.compress(text.encode(), mtime=0))
    new.replace(path)


def make(n_words: int, k: int, path: Path = PATH, kind: Kind = "nested") -> None:
    """Evaluate a table, continuing an earlier run if there is one, and store it."""
    automaton = layers(n_words, kind)
    prime, root, size = field(automaton, k)
    partial = path.with_name(f"{kind}-{n_words}-words-d{k}.values")
    done = partial.read_text().split("\n")[:-1] if partial.exists() else []
    values = [int(value) for value in done]
    began, noted = perf_counter(), perf_counter()
    with partial.open("w") as file:
        file.writelines(f"{value}\n" for value in values)
        for i in range(len(values), size):
            values.append(evaluate(automaton, k, pow(root, i, prime), prime))
            file.write(f"{values[-1]}\n")
            file.flush()
            if perf_counter() - noted > SECONDS:
                noted = perf_counter()
                left = (noted - began) / (i + 1 - len(done)) * (size - i - 1)
                say(f"d{k} of {n_words} words: {i + 1} of {size}, {left / 60:.0f} minutes left")
    store(n_words, k, interpolate(values, root, prime), path)
    partial.unlink()
    say(f"d{k} of {n_words} words: done in {perf_counter() - began:.0f} seconds")


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m agreement.tables.make")
    parser.add_argument("--kind", choices=PATHS, default="nested", help="binary or n-ary trees")
    parser.add_argument("--words", type=int, help="make this length only")
    parser.add_argument("--power", type=int, choices=POWERS, help="make only d1 or only d2")
    options = parser.parse_args(arguments)
    path = PATHS[options.kind]
    wanted = [options.words] if options.words else range(2, MAX_LENGTH[options.kind] + 1)
    stored = read(path)
    for n_words in wanted:
        for k in [options.power] if options.power else POWERS:
            if options.words or str(k) not in stored.get(str(n_words), {}):
                make(n_words, k, path, options.kind)


if __name__ == "__main__":
    main(sys.argv[1:])
