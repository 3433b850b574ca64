"""The numbered promises of docs/promises.md: which tests prove each, and one table of outcomes.

Tests name the rows that they prove: `@pytest.mark.attack(1, 2)`, `@pytest.mark.fault(14)`.
`--promises attack` runs the tests of all attacks, `--promises fault:9,14` those of two faults, and
prints the table, with what tests record as the property `measured`. The run fails if a row has no
passing test.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "promises.md"
HEADINGS = {"attack": "## Attacks", "fault": "## Faults"}
ROW = re.compile(r"^\| (\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
OUTCOMES = ("passed", "failed", "error", "skipped")
SET_UP = ""  # pytest's name for the outcome of preparations that succeeded


@dataclass(frozen=True)
class Promise:
    number: int
    input: str
    response: str


@dataclass
class Proof:
    """What the tests of a promise came to: the outcomes of each, by its name without parameters."""

    promise: Promise
    outcomes: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    measured: list[str] = field(default_factory=list)
    seconds: float = 0

    @property
    def outcome(self) -> str:
        """Return `passed` only if a test passed and none failed: a skipped test proves nothing."""
        found = set(chain.from_iterable(self.outcomes.values()))
        if not found:
            return "NO TEST"
        return "FAILED" if found & {"failed", "error"} else min(found)

    def lines(self) -> Iterator[str]:
        promise = self.promise
        yield (
            f"{promise.number:>3}  {self.outcome:7} {self.seconds:6.1f} s  "
            f"{promise.input} → {promise.response}"
        )
        for test, outcomes in sorted(self.outcomes.items()):
            counts = ", ".join(f"{count} {name}" for name, count in Counter(outcomes).items())
            yield f"{'':22}{test}: {counts}"
        for measured in self.measured:
            yield f"{'':22}measured: {measured}"


def read_promises(kind: str) -> dict[int, Promise]:
    """Return the rows of the page under the heading of that kind, by their numbers."""
    table = PAGE.read_text().partition(f"{HEADINGS[kind]}\n")[2].partition("\n## ")[0]
    return {
        int(number): Promise(int(number), given, response)
        for number, given, response in ROW.findall(table)
    }


def marked_numbers(kind: str) -> set[int]:
    """Return the numbers that tests name in their marks, without importing the tests."""
    mark = re.compile(rf"\bmark\.{kind}\(([\d, ]+)\)")
    files = chain(ROOT.glob("tests/**/test_*.py"), ROOT.glob("addons/*/tests/**/test_*.py"))
    found = chain.from_iterable(mark.findall(file.read_text()) for file in files)
    return {int(number) for numbers in found for number in re.findall(r"\d+", numbers)}


def read_choice(text: str) -> tuple[str, frozenset[int]]:
    """Return the kind and the numbers that the option names, all of the kind by default.

    >>> read_choice("attack:13,14")
    ('attack', frozenset({13, 14}))
    """
    kind, _, numbers = text.partition(":")
    if kind not in HEADINGS:
        raise pytest.UsageError(f"--promises takes {' or '.join(HEADINGS)}, not {kind}")
    known = read_promises(kind)
    chosen = frozenset(int(number) for number in numbers.split(",") if number) or frozenset(known)
    if unknown := chosen - set(known):
        raise pytest.UsageError(f"docs/promises.md has no {kind} {min(unknown)}")
    return kind, chosen


class Table:
    """The plugin of a run with `--promises`."""

    def __init__(self, kind: str, numbers: Iterable[int]) -> None:
        self.kind = kind
        promises = read_promises(kind)
        self.proofs = {number: Proof(promises[number]) for number in sorted(numbers)}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Import no file of tests without the mark."""
        if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
            return None
        return f"mark.{self.kind}(" not in collection_path.read_text() or None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Keep the chosen tests. Their reports carry the numbers from other processes."""
        for item in items:
            marks = item.iter_markers(self.kind)
            item.user_properties += {(self.kind, number) for mark in marks for number in mark.args}
        left_out = [item for item in items if not self._numbers(item.user_properties)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if self._numbers(item.user_properties)]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None:  # a process of pytest-xdist
            return
        for outcome in (*OUTCOMES, SET_UP):
            for report in reporter.stats.get(outcome, []):
                self._add(outcome, report)
        if any(proof.outcome != "passed" for proof in self.proofs.values()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"{self.kind}s of docs/promises.md")
        for proof in self.proofs.values():
            for line in proof.lines():
                terminalreporter.line(line)
        passed = sum(proof.outcome == "passed" for proof in self.proofs.values())
        terminalreporter.line(f"{passed} of {len(self.proofs)} {self.kind}s passed")

    def _add(self, outcome: str, report: object) -> None:
        if not isinstance(report, pytest.TestReport):
            return
        for number in self._numbers(report.user_properties):
            proof = self.proofs[number]
            proof.seconds += report.duration
            if report.when == "call":
                found = dict(report.user_properties)
                proof.measured += [str(found["measured"])] if "measured" in found else []
            if outcome != SET_UP:
                proof.outcomes[report.nodeid.partition("[")[0].partition("@")[0]].append(outcome)

    def _numbers(self, properties: Sequence[tuple[str, object]]) -> set[int]:
        numbers = {value for kind, value in properties if kind == self.kind}
        return {number for number in self.proofs if number in numbers}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--promises",
        metavar="KIND[:NUMBERS]",
        help="run the tests of docs/promises.md and print its table: attack, fault:9,14",
    )


def pytest_configure(config: pytest.Config) -> None:
    if choice := config.getoption("--promises"):
        config.pluginmanager.register(Table(*read_choice(choice)))
