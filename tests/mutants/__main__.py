"""Break each guard in a copy of the tree and print which tests saw it: `make mutants`.

The tests run in the untouched copy first: a test that fails anyway proves nothing. A mutant is red
if one of its tests fails; it survives if all pass; anything else (a test that cannot run, one that
never ends) is broken and proves nothing either.
"""

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

LEFT_OUT = (
    *(".git", ".venv", ".peers", ".peers-systems", ".helm", ".midpath"),
    *(".*_cache", "__pycache__", "node_modules"),
)
MAX_SECONDS_LENGTH = 600
FAILED = re.compile(r"^FAILED ", re.MULTILINE)
PASSED = re.compile(r"\d+ passed")
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
        first = Copy(copy_tree(ROOT, folder / "1", LEFT_OUT), stack.enter_context(services()))
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        say(f"{len(mutants)} mutants; first their {len(tests)} tests on the tree as it is …")
        code, output = run_tests(Copy(first.folder, {}), tests, mutated=False)
        if code:
            say(output)
            say("Mend these first: a test that fails anyway proves nothing of a mutant.")
            return 1
        others = [
            Copy(copy_tree(first.folder, folder / str(number)), stack.enter_context(services()))
            for number in range(2, arguments.jobs + 1)
        ]
        outcomes = try_all(mutants, [first, *others])
    return print_outcomes(outcomes)


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


def copy_tree(tree: Path, place: Path, left_out: Sequence[str] = (".venv",)) -> Path:
    """Copy the tree to that path; it shares the environment of the original."""
    shutil.copytree(tree, place, ignore=shutil.ignore_patterns(*left_out), symlinks=True)
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
    before = {edit.file: Original.of(copy.folder / edit.file) for edit in mutant.edits}
    try:
        mutant.check(copy.folder)
        for edit in mutant.edits:
            edit.apply(copy.folder)
        code, output = run_tests(copy, mutant.tests, mutated=True)
    except Stale as stale:
        return Outcome(mutant, STALE, time.monotonic() - began, str(stale))
    finally:
        for original in before.values():
            original.restore()
    state = RED if code == 1 and FAILED.search(output) else BROKEN
    if code == 0 and PASSED.search(output):  # a test that was skipped proves nothing
        state = SURVIVED
    return Outcome(mutant, state, time.monotonic() - began, output)


@dataclass(frozen=True)
class Original:
    """A file as it was before a mutant was made; None if it did not exist.

    Its modification time is restored as well, so that its bytecode, which no mutant writes, is read
    again.
    """

    path: Path
    text: str | None
    time: int

    @classmethod
    def of(cls, path: Path) -> "Original":
        if not path.exists():
            return cls(path, None, 0)
        return cls(path, path.read_text(), path.stat().st_mtime_ns)

    def restore(self) -> None:
        if self.text is None:
            self.path.unlink(missing_ok=True)
        else:
            self.path.write_text(self.text)
            os.utime(self.path, ns=(self.time, self.time))


def run_tests(copy: Copy, tests: Sequence[str], *, mutated: bool) -> tuple[int, str]:
    """Return pytest's exit code and output.

    Only the quick tier runs. Bytecode is cached for the original tree, and read where a mutant
    changes nothing.
    """
    processes = "0" if mutated else "auto"
    options = ["-q", "-rf", "-n", processes, "-p", "no:cacheprovider", "--tb=short"]
    command = [sys.executable, "-m", "pytest", *options, *["-x"] * mutated, *tests]
    limit = MAX_SECONDS_LENGTH if mutated else None
    surroundings = {**os.environ, **copy.addresses, "PYTHONDONTWRITEBYTECODE": "1" * mutated}
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
        return -1, f"It did not end within {MAX_SECONDS_LENGTH} s."
    return ran.returncode, ran.stdout + ran.stderr


def print_outcomes(outcomes: Sequence[Outcome]) -> int:
    """Print the table, with the test output of each mutant that is not red."""
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
