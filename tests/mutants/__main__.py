"""Break each guard in a copy of the tree and print which tests saw it: `make mutants`.

The tests run in the untouched copy first: a test that fails anyway proves nothing. A mutant is red
where one of its tests fails; it survives where all pass; anything else (a test that cannot run, one
that never ends) is broken and proves nothing either."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from embedded.services import services
from tests.mutants import ROOT, Mutant, Stale, read_mutants

LEFT_OUT = (".git", ".venv", ".peers", ".midpath", ".*_cache", "__pycache__", "node_modules")
LONGEST_SECONDS = 600
FAILED = re.compile(r"^FAILED ", re.MULTILINE)
RED, SURVIVED, BROKEN, STALE = "red", "SURVIVED", "BROKEN", "STALE"


@dataclass(frozen=True)
class Copy:
    """A copy of the tree, and the addresses of the services that its tests use."""

    folder: Path
    addresses: Mapping[str, str]


@dataclass(frozen=True)
class Outcome:
    mutant: Mutant
    state: str
    seconds: float
    output: str = ""


def main() -> int:
    arguments = read_arguments()
    shard, shards = arguments.shard
    mutants = [one for one in read_mutants() if matches(one, arguments.words)][shard - 1 :: shards]
    if not mutants:
        sys.stderr.write("No mutant has a name or a file like that.\n")
        return 1
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mutants-")))
        copies = [
            Copy(copy_tree(folder / str(number)), stack.enter_context(services()))
            for number in range(arguments.jobs)
        ]
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        say(f"{len(mutants)} mutants; first their {len(tests)} tests on the tree as it is …")
        code, output = run_tests(copies[0], tests, stop_at_first=False)
        if code:
            say(output)
            say("Mend these first: a test that fails anyway proves nothing of a mutant.")
            return 1
        outcomes = try_all(mutants, copies)
    return tell(outcomes)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants ARGS=…", description=__doc__)
    parser.add_argument("words", nargs="*", help="only mutants whose name or file holds a word")
    parser.add_argument(
        "--shard", type=read_shard, default=(1, 1), help="a part of them, such as 2/4"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many at once (2)")
    return parser.parse_args()


def read_shard(text: str) -> tuple[int, int]:
    shard, _, shards = text.partition("/")
    if not (shard.isdecimal() and shards.isdecimal() and 1 <= int(shard) <= int(shards)):
        raise argparse.ArgumentTypeError("write the part and their number, such as 2/4")
    return int(shard), int(shards)


def matches(mutant: Mutant, words: Sequence[str]) -> bool:
    return not words or any(word in f"{mutant.source} {mutant.name}" for word in words)


def copy_tree(place: Path) -> Path:
    """Copy the tree to that place, which shares the environment of the original."""
    shutil.copytree(ROOT, place, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    (place / ".venv").symlink_to(ROOT / ".venv")
    return place


def try_all(mutants: Sequence[Mutant], copies: Sequence[Copy]) -> list[Outcome]:
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def attempt(mutant: Mutant) -> Outcome:
        copy = free.get()
        try:
            outcome = try_mutant(mutant, copy)
        finally:
            free.put(copy)
        say(f"  {outcome.state:9} {outcome.seconds:5.0f} s  {mutant.source}: {mutant.name}")
        return outcome

    with ThreadPoolExecutor(len(copies)) as pool:
        return list(pool.map(attempt, mutants))


def try_mutant(mutant: Mutant, copy: Copy) -> Outcome:
    began = time.monotonic()
    before = {edit.file: original(copy.folder / edit.file) for edit in mutant.edits}
    try:
        mutant.check(copy.folder)
        for edit in mutant.edits:
            edit.apply(copy.folder)
        code, output = run_tests(copy, mutant.tests, stop_at_first=True)
    except Stale as stale:
        return Outcome(mutant, STALE, time.monotonic() - began, str(stale))
    finally:
        for file, text in before.items():
            restore(copy.folder / file, text)
    state = SURVIVED if code == 0 else RED if code == 1 and FAILED.search(output) else BROKEN
    return Outcome(mutant, state, time.monotonic() - began, output)


def original(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def restore(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
    else:
        path.write_text(text)


def run_tests(copy: Copy, tests: Sequence[str], *, stop_at_first: bool) -> tuple[int, str]:
    """Return pytest's exit code and output.

    Only the quick tier runs, and no bytecode of another mutant is read."""
    options = ["-q", "-rf", "-n", "0", "-p", "no:cacheprovider", "--tb=short"]
    command = [sys.executable, "-m", "pytest", *options, *["-x"] * stop_at_first, *tests]
    limit = LONGEST_SECONDS if stop_at_first else None
    surroundings = {**os.environ, **copy.addresses, "PYTHONDONTWRITEBYTECODE": "1"}
    surroundings.pop("MIDPATH_LONG", None)
    try:
        ran = subprocess.run(
            command,
            cwd=copy.folder,
            env=surroundings,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"It did not end within {LONGEST_SECONDS} s."
    return ran.returncode, ran.stdout + ran.stderr


def tell(outcomes: Sequence[Outcome]) -> int:
    """Print the table, with what the tests of each mutant said that is not red."""
    wrong = [one for one in outcomes if one.state != RED]
    for one in wrong:
        say(f"\n{one.mutant.name}\n{one.output.strip()[-3000:]}")
    width = max(len(one.mutant.name) for one in outcomes)
    say(f"\n{'mutant':{width}}  {'is':9} tests")
    for one in outcomes:
        say(f"{one.mutant.name:{width}}  {one.state:9} {', '.join(one.mutant.tests)}")
    say(f"\n{len(outcomes) - len(wrong)} of {len(outcomes)} red")
    return int(bool(wrong))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
