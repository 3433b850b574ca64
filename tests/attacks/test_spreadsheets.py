"""Excel files built to exhaust, mislead or break a reader. They are read in a process of their own,
and each is refused with instructions."""

import threading
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from annotation.models import DatasetUpload, Project, User
from annotation.services.datasets.datasets import store_upload
from annotation.services.datasets.readings import cells_of
from annotation.services.errors import Busy, Invalid
from embedded.child import wait_until
from midpath.exchange.lenient.excel_files import (
    ReaderBusy,
    Sheet,
    Unreadable,
    is_spreadsheet,
    problem_with_spreadsheet,
    read_sheet,
)
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.reader import Reading, read_forgivingly
from midpath.exchange.subprocesses import read_spreadsheet, runner
from midpath.exchange.subprocesses.runner import Occupied, Stopped, run_apart
from tests.helpers.factories import make_project, make_user
from tests.helpers.spreadsheets import workbook
from tests.helpers.tiers import by_tier

MEGABYTE = 2**20
SHEET = "xl/worksheets/sheet1.xml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
TYPES = "[Content_Types].xml"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
ENTITIES = (
    '<!DOCTYPE lolz [<!ENTITY a "ha ha">'
    + "".join(
        f'<!ENTITY {name} "{10 * f"&{before};"}">'
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)


# The parts of a workbook that stores its strings separately from its sheets, as Excel does.
SHARED = (
    zipfile.ZipFile(BytesIO(workbook([["a b"]])))
    .read(TYPES)
    .replace(
        b"</Types>",
        b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
        b'officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
    )
)


def changed(parts: Mapping[str, str | bytes], body: bytes = b"") -> bytes:
    """Return a workbook with some parts replaced."""
    old = zipfile.ZipFile(BytesIO(body or workbook([["query"], ["red wine"]])))
    new = BytesIO()
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in old.namelist():
            if name not in parts:
                archive.writestr(name, old.read(name))
        for name, content in parts.items():
            archive.writestr(name, content)
    return new.getvalue()


def a_sheet(rows: str) -> bytes:
    return changed({SHEET: f"{HEAD}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"})


def inline(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def refusal(body: bytes, most: int = MEGABYTE) -> str:
    with pytest.raises(Unreadable) as caught:
        read_sheet(body, "", most)
    return str(caught.value)


def cells(body: bytes) -> str:
    return read_sheet(body, "", MEGABYTE).cells


def looked_at(sheet: Sheet) -> Reading:
    return read_forgivingly("a.xlsx", b"", Choices(), sheet)


@pytest.mark.attack(18)
def test_a_bomb_is_not_unpacked() -> None:
    bomb = a_sheet(f"<row r='1'>{inline('A1', 'a' * 11 * MEGABYTE)}</row>")
    assert len(bomb) < 100_000
    assert "unpacks to more than 10 MB" in refusal(bomb)


def test_more_text_than_an_upload_may_hold_is_refused() -> None:
    rows = "".join(f"<row r='{n}'>{inline(f'A{n}', 'a b ' * 100)}</row>" for n in range(1, 4000))
    assert "more than 1 MB of text" in refusal(a_sheet(rows))


@pytest.mark.long
@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "xl/sharedStrings.xml"])
def test_entities_are_refused(part: str) -> None:
    root = "worksheet" if part == SHEET else "sst" if "shared" in part else "workbook"
    bomb = f"{HEAD}{ENTITIES}<{root} {MAIN}>&i;</{root}>"
    body = changed({"xl/sharedStrings.xml": f"<sst {MAIN}/>", TYPES: SHARED, part: bomb})
    assert "declares XML entities" in refusal(body)


@pytest.mark.long
def test_an_entity_reads_no_file() -> None:
    outside = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    row = f"<row r='1'>{inline('A1', '&e;')}</row>"
    sheet = f"{HEAD}{outside}<worksheet {MAIN}><sheetData>{row}</sheetData></worksheet>"
    assert "declares XML entities" in refusal(changed({SHEET: sheet}))


@pytest.mark.attack(47)
def test_a_cell_in_the_last_corner_takes_no_memory() -> None:
    """A reader that fills the rectangle would make 17 billion cells."""
    rows = f"<row r='1'>{inline('A1', 'red wine')}</row>"
    corner = "<row r='1048576'><c r='XFD1048576' s='0'/></row>"
    assert cells(a_sheet(rows + corner)).strip() == "red wine"
    filled = f"<row r='1048576'>{inline('XFD1048576', 'x y')}</row>"
    assert "beyond column 1,000" in refusal(a_sheet(rows + filled))


@pytest.mark.long
def test_a_row_past_the_last_one_ends_the_reading() -> None:
    row = f"<row r='999999999999'>{inline('A999999999999', 'far away')}</row>"
    assert "far" not in cells(a_sheet(f"<row r='1'>{inline('A1', 'red wine')}</row>{row}"))


def test_a_dimension_that_lies_is_not_believed() -> None:
    rows = f"<row r='1'>{inline('A1', 'red wine')}</row>"
    sheet = f"<dimension ref='A1:XFD1048576'/><sheetData>{rows}</sheetData>"
    assert cells(changed({SHEET: f"{HEAD}<worksheet {MAIN}>{sheet}</worksheet>"})) == "red wine\n"
    rows = f"<row r='1'>{inline('A1', 'red wine')}{inline('B1', 'web')}</row>"
    rows += f"<row r='2'>{inline('A2', 'tea')}</row>"
    sheet = f"<dimension ref='A1'/><sheetData>{rows}</sheetData>"
    body = changed({SHEET: f"{HEAD}<worksheet {MAIN}>{sheet}</worksheet>"})
    assert cells(body) == "red wine,web\ntea\n"


def test_a_process_that_takes_too_much_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[list[Any]] = [[f"text number {n}"] for n in range(3000)]
    body = workbook(rows)
    assert cells(body)
    monkeypatch.setattr(runner, "MEMORY", 40 * MEGABYTE)
    assert "memory" in refusal(body)


def test_a_second_spreadsheet_waits_and_then_is_informed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "WAIT", 0.01)
    with runner.QUICK:
        with pytest.raises(ReaderBusy):
            read_sheet(workbook([["a b"]]), "", MEGABYTE)
        with pytest.raises(Busy):
            cells_of(workbook([["a b"]]))
    assert cells(workbook([["a b"]])) == "a b\n"


BOMB = """
import pathlib, time
while not pathlib.Path({end!r}).exists():
    time.sleep(0.01)
"""


@pytest.mark.attack(47)
def test_a_bomb_delays_no_other_upload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one slow file is read, normal ones are read too; a second slow one is stopped."""
    end = tmp_path / "end"
    (tmp_path / "bomb.py").write_text(BOMB.format(end=str(end)))
    (tmp_path / "read_spreadsheet.py").symlink_to(runner.FOLDER / "read_spreadsheet.py")
    monkeypatch.setattr(runner, "FOLDER", tmp_path)
    monkeypatch.setitem(runner.NEEDS, "bomb.py", ("json", ""))
    monkeypatch.setattr(runner, "QUICK_SECONDS", 0.2)
    with ThreadPoolExecutor() as pool:
        bomb = pool.submit(run_apart, "bomb.py", b"")
        try:
            assert wait_until(lambda: free(runner.LONG) == 0, seconds=20)
            with pytest.raises(Occupied):
                run_apart("bomb.py", b"", seconds=-4)
            monkeypatch.setattr(runner, "QUICK_SECONDS", 60)
            assert cells(workbook([["a b"]])) == "a b\n"
            assert not bomb.done()
        finally:
            end.touch()
        assert bomb.result(timeout=60) == b""
    assert (free(runner.QUICK), free(runner.LONG)) == (1, 1)


def free(turns: threading.BoundedSemaphore) -> int:
    return turns._value


def test_a_process_that_is_too_slow_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bomb.py").write_text(BOMB.format(end=str(tmp_path / "never")))
    monkeypatch.setattr(runner, "FOLDER", tmp_path)
    monkeypatch.setitem(runner.NEEDS, "bomb.py", ("json", ""))
    monkeypatch.setattr(runner, "QUICK_SECONDS", 0.1)
    with pytest.raises(Stopped):
        run_apart("bomb.py", b"", seconds=-4.9)
    assert (free(runner.QUICK), free(runner.LONG)) == (1, 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (workbook([["a b"]])[:-30], "is damaged"),
        (changed({"xl/workbook.xml": "<workbook"}), "is broken (ExpatError"),
        (changed({"xl/workbook.xml": f"<workbook {MAIN}/>"}), "Excel file"),
        (changed({SHEET: "no XML at all"}), "is broken"),
    ],
)
def test_a_broken_file_is_reported(body: bytes, said: str) -> None:
    assert said in refusal(body)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "password-protected"),
        (b"\xd0\xcf\x11\xe0" + "Workbook".encode("utf-16-le"), "old format (.xls)"),
        (
            changed({"xl/workbook.bin": b""}).replace(b"xl/workbook.xml", b"xl/workbook.xmm"),
            ".xlsb",
        ),
    ],
)
@pytest.mark.django_db
def test_other_formats_of_excel_are_distinguished_from_it(body: bytes, said: str) -> None:
    assert said in problem_with_spreadsheet(body)
    user: User = make_user()
    project: Project = make_project(user)
    with pytest.raises(Invalid) as caught:
        store_upload(project=project, user=user, name="N", filename="a.xlsx", body=body)
    assert said in caught.value.message
    assert caught.value.field == "file"
    assert not DatasetUpload.objects.exists()


@pytest.mark.long
def test_strings_that_are_shared_are_read() -> None:
    rich = "<si><r><t>green </t></r><r><t>tea</t></r></si>"
    strings = f"{HEAD}<sst {MAIN}><si><t>red wine</t></si>{rich}</sst>"
    rows = "".join(f"<row r='{n + 1}'><c r='A{n + 1}' t='s'><v>{n}</v></c></row>" for n in (0, 1))
    sheet = f"{HEAD}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    body = changed({"xl/sharedStrings.xml": strings, TYPES: SHARED, SHEET: sheet})
    assert cells(body) == "red wine\ngreen tea\n"


@pytest.mark.long
def test_macros_are_not_looked_at() -> None:
    body = changed({"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0 Sub Auto_Open()"})
    assert is_spreadsheet(body)
    assert cells(body) == "query\nred wine\n"


@pytest.mark.long
def test_formulas_give_the_values_next_to_them() -> None:
    formula = "<c r='B1' t='str'><f>WEBSERVICE(\"http://x\")</f><v>kept value</v></c>"
    empty = "<c r='C1'><f>1+1</f></c>"
    found = cells(a_sheet(f"<row r='1'>{inline('A1', 'a b')}{formula}{empty}</row>"))
    assert found == "a b,kept value\n"


@pytest.mark.long
def test_values_are_written_as_people_see_them() -> None:
    rows: list[list[Any]] = [["red wine", 7, 7.0, 0.5, True, None, "a\nb", 'say "x"', "a,b"]]
    reading = looked_at(read_sheet(workbook(rows), "", MEGABYTE))
    assert [item.text for item in reading.parsed.items] == ["red wine"]
    assert list(reading.parsed.items[0].content["columns"].values()) == [
        "7", "7", "0.5", "TRUE", "", "a\nb", 'say "x"', "a,b",
    ]  # fmt: skip


@pytest.mark.long
def test_blank_rows_keep_their_numbers() -> None:
    rows: list[list[Any]] = [["query"], [], ["red wine"], [None], ["one"]]
    reading = looked_at(read_sheet(workbook(rows), "", MEGABYTE))
    assert [item.row for item in reading.parsed.items] == [3, 5]


def test_the_fullest_sheet_that_can_be_read_is_chosen() -> None:
    repeated, rows = by_tier(quick=(200, 800), long=(20, 8000))
    long: list[list[Any]] = [["red wine " * repeated] for _ in range(rows)]
    sheets: dict[str, Any] = {"Notes": [["a b"]], "Large": long, "Texts": [["a b"], ["c d"]]}
    found = read_sheet(workbook(sheets), "", MEGABYTE)
    assert (found.name, found.names, found.rows) == (
        "Texts",
        ["Texts", "Notes", "Large"],
        [2, 1, -1],
    )
    assert "more than 1 MB of text" in refusal(workbook({"Large": long, "Empty": []}))


def test_a_sheet_that_does_not_exist_is_refused_with_the_others() -> None:
    with pytest.raises(Unreadable, match=r"no sheet “Nowhere”\. Its sheets: “Queries”"):
        read_sheet(workbook([["a b"]]), "Nowhere", MEGABYTE)


def test_sheets_are_compared_for_a_limited_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_spreadsheet, "LOOK_SECONDS", 0.0)
    book = openpyxl.load_workbook(BytesIO(workbook({"A": [["a b"]], "B": [["a"], ["b"]]})))
    limits: Any = {"sheet": "", "most_columns": 9, "most_rows": 9, "most_characters": 99}
    for sheet in book.worksheets:
        sheet.reset_dimensions = lambda: None
    assert read_spreadsheet.chosen(book, ["A", "B"], limits) == ("A", "a b\n", {"A": 1})
