"""The catalogue of the papers' tables and figures, its page, and the command that writes it."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from midpath.commands.papers import Papers, chosen_papers
from midpath.console.errors import CommandError
from midpath.papers.catalogue import PAPERS
from midpath.papers.data import FILES, Data
from midpath.papers.entries import Cell, Chart, Entry, Found, Line, Paper, Part
from midpath.papers.outcomes import Counts, Outcome, count, shown, status_of
from midpath.papers.printing.files import PAGE, pictures_of, write_files
from midpath.papers.printing.latex import document
from midpath.papers.printing.markdown import PICTURES, block, page
from midpath.papers.printing.svg import picture
from midpath.papers.printing.tables import notes_of, table_of
from midpath.papers.running import Runner
from tests.helpers.tiers import LONG

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("MIDPATH_SHARED", ROOT.parent / "shared")) / "data"
NO_DATA, DATA = Data(None), Data(SHARED)
DOCS = ROOT / "docs"
ENTRIES = {entry.key: entry for paper in PAPERS.values() for entry in paper.entries}
ALONE = [key for key, one in ENTRIES.items() if not any(part.files for part in one.parts)]
# Entries without data that take more than a second.
SLOW_ALONE = {"L13-A1", "L13-5.4", "L13-F3"}
CHEAP = "A13-T6"
needs_data = pytest.mark.skipif(
    not DATA.has(FILES), reason=f"no published data at {SHARED} (MIDPATH_SHARED)"
)


def written_page() -> str:
    return (DOCS / PAGE).read_text(encoding="utf-8")


@cache
def outcome(key: str, data: Data = NO_DATA) -> Outcome:
    """Compute a table once for all tests that read it."""
    return Runner(data).outcome(ENTRIES[key])


@pytest.mark.parametrize("key", [key for key in ALONE if LONG or key not in SLOW_ALONE])
def test_the_page_has_what_needs_no_data(key: str) -> None:
    found = outcome(key)
    assert block(found) in written_page()
    for chart in found.charts:
        drawn = (DOCS / PICTURES / f"{chart.key.lower()}.svg").read_text(encoding="utf-8")
        assert drawn == picture(chart)


@needs_data
def test_the_page_has_a_table_of_real_data() -> None:
    assert block(outcome(CHEAP, DATA)) in written_page()


@needs_data
@pytest.mark.long
def test_the_page_equals_the_output() -> None:
    found = Runner(DATA).run(list(PAPERS.values()))
    assert page(found) == written_page()
    pictures = {path.name: path.read_text("utf-8") for path in (DOCS / PICTURES).iterdir()}
    assert pictures == dict(pictures_of(found))


def test_every_difference_has_a_sentence() -> None:
    for key in (key for key in ALONE if LONG or key not in SLOW_ALONE):
        found = outcome(key)
        different = {label for label, _, status in found.statuses() if status == "different"}
        explained = found.entry.differences
        assert "" in explained or different <= explained.keys(), key


def test_every_unavailable_cell_has_a_reason() -> None:
    for key in (key for key in ALONE if LONG or key not in SLOW_ALONE):
        found = outcome(key)
        missing = [label for label, _, status in found.statuses() if status == "unavailable"]
        assert not missing or found.entry.unavailable, (key, missing)


def test_keys_and_pictures_are_unique_and_rows_fit_their_columns() -> None:
    keys = [entry.key for paper in PAPERS.values() for entry in paper.entries]
    assert len(keys) == len(set(keys))
    for entry in ENTRIES.values():
        assert entry.key.startswith(tuple(PAPERS))
        assert all(len(cells) <= len(entry.columns) for cells in entry.rows.values()), entry.key


FOLLOWING = {"P14-T3": 10, "P14-2": 3, "H14-T2": 7, "H14-T3": 1, "T14-T3": 42, "T14-4.3": 4}


@pytest.mark.parametrize(("key", "equal"), FOLLOWING.items())
def test_what_follows_from_printed_cells_is_computed_without_data(key: str, equal: int) -> None:
    found = outcome(key)
    assert sum(status == "equal" for _, _, status in found.statuses()) == equal
    assert all(name in " ".join(found.missing) for part in found.entry.parts for name in part.files)


@pytest.mark.parametrize("key", ["A13-T1", "A13-T2", "A13-Sup", "L13-T1", "L13-T2", "L13-F2"])
def test_printed_examples_are_equal(key: str) -> None:
    assert {status for _, _, status in outcome(key).statuses()} == {"equal"}


def test_amounts_of_money_have_two_decimals() -> None:
    amounts = {label: cells for label, _, cells in outcome("A13-T3").rows() if "$" in label}
    assert amounts == {"reward, $": ["0.02", "0.06"], "pay per hour, $": ["1.47", "1.93"]}


def test_errors_of_the_papers() -> None:
    by_chance = {line.label: line.cells[1].value for line in outcome("L13-3.3").lines}
    assert shown(Cell(by_chance["5 words"]), 3) == "0.2143"
    assert shown(Cell(by_chance["8 words"]), 3) == "0.0659"
    least = outcome("A13-S").lines[0].cells
    assert all(isinstance(cell.value, float) and cell.value > 0.5 for cell in least)


@pytest.mark.long
def test_the_printed_algorithm_is_wrong() -> None:
    longest = next(line for line in outcome("L13-A1").lines if line.label == "8 words")
    assert [cell.value for cell in longest.cells] == [54_912, 1542, 0]


def sample(cells: list[Cell], source: str = "computed") -> Outcome:
    entry = Entry(
        key="X-1", place="Table 1", title="T & Co", columns=("a", "b"), printed={"r": "1.5 | .2"}
    )
    chart = Chart("x-1", "A picture", "x", "y", {"s": [(1, 0.5), (2, 1)]}, "bars")
    return Outcome(entry, [Line("r", cells, source)], [chart], missing=["x is missing"])


def test_cells_are_counted_by_status() -> None:
    assert count([sample([Cell(1.52), Cell(0.3)])]) == Counts(1, 1, 0, 0)
    assert count([sample([Cell(1.5), Cell(0.2)], "other data")]) == Counts(0, 0, 2, 2)
    assert str(count([sample([Cell(None)])])).startswith("2 printed cells: 0 equal")
    assert status_of("0 1", Cell("0 1")) == "equal"


def test_tables_have_printed_and_computed_lines() -> None:
    table = table_of(sample([Cell(1.52), Cell(0.31, 0.2, 0.4)]))
    values = [list(row.values) for row in table.rows]
    assert values == [["printed", "1.5", ".2"], ["computed", "1.5", "0.31 [0.20, 0.40]"]]
    assert notes_of(sample([])) == ["Not computed here: x is missing."]
    assert "| r | printed | 1.5 | .2 |" in block(sample([]))


def test_files_of_a_folder(tmp_path: Path) -> None:
    paper = Paper(key="X", title="X", venue="X", question="X", entries=[sample([]).entry])
    found = Runner(NO_DATA).run([paper])
    write_files(tmp_path, found, only_page=True)
    assert {path.name for path in tmp_path.iterdir()} == {"img", PAGE}
    write_files(tmp_path, found, only_page=False)
    stored = json.loads((tmp_path / "papers.json").read_text())
    assert stored["cells"]["unavailable"] == 2
    assert r"\toprule" in document(found)
    assert r"T \& Co" in (tmp_path / "papers.tex").read_text()
    assert picture(sample([]).charts[0]).count("<rect") == 4


def test_results_are_cached_by_content(tmp_path: Path) -> None:
    data, cache = tmp_path / "data", tmp_path / "cache"
    data.mkdir()
    runs = []

    def compute(given: Data) -> Found:
        runs.append(given.path("a.txt").read_text())
        return Found([Line("r", [Cell(len(runs))])], [Chart("c", "C", series={"s": [(0, 1)]})])

    entry = Entry(key="X-1", place="", title="", parts=[Part(compute, ["a.txt"])])
    runner = Runner(Data(data), cache)
    assert runner.outcome(entry).missing == ["a.txt is not in the folder of data"]
    for content, expected in (("one", 1), ("one", 1), ("two", 2)):
        (data / "a.txt").write_text(content)
        assert runner.outcome(entry).lines[0].cells[0].value == expected
    for path in cache.iterdir():
        path.write_text("damaged")
    assert runner.outcome(entry).lines[0].cells[0].value == 3


def test_a_missing_package_is_named() -> None:
    def compute(_: Data) -> Found:
        raise ModuleNotFoundError("No module named 'scipy'", name="scipy.stats")

    found = Runner(NO_DATA).outcome(Entry(key="X", place="", title="", parts=[Part(compute)]))
    assert found.missing == ["scipy is not installed; `pip install 'midpath[text]'` installs it"]


def test_papers_are_chosen_by_name() -> None:
    [paper] = chosen_papers(["a13-t1"])
    assert [entry.key for entry in paper.entries] == ["A13-T1"]
    assert [one.key for one in chosen_papers([])] == list(PAPERS)
    with pytest.raises(CommandError, match="There is no paper or table 'A14'"):
        chosen_papers(["A14"])


def test_the_command_prints_tables_and_writes_the_page(tmp_path: Path) -> None:
    lines = Recorded()
    options: dict[str, Any] = {
        "data": None,
        "out": tmp_path,
        "page": False,
        "json": False,
        "cache": tmp_path,
    }
    Papers(lines, lines).handle(papers=["L13-T1"], **options)
    assert "Table 1: Flat segmentations of one query" in lines.text
    assert "L13: 4 printed cells: 4 equal" in lines.text
    assert (tmp_path / PAGE).exists()
    with pytest.raises(CommandError, match="--page goes with"):
        Papers(lines, lines).handle(papers=[], **{**options, "out": None, "page": True})


class Recorded:
    """Standard output that is kept."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, msg: str = "", style_func: object = None, ending: str | None = None) -> None:
        self.text += f"{msg}\n"

    def isatty(self) -> bool:
        return False
