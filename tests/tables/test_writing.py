"""One table has the same content on a page, in a file and on a terminal."""

import csv
import io
import os
import re

import pytest
from django.template.loader import render_to_string
from rich.cells import cell_len

from annotation.research.common.charts import drawn
from midpath.tables.comma_separated import csv_of
from midpath.tables.table import Column, Row, Table, Undefined, figure
from midpath.tables.terminal import lines_of, printed

COLUMNS = (
    Column("value of α", head="value", group="α", decimals=2),
    Column("share of pairs", "share", head="share", group="α"),
    Column("pairs", "count"),
    Column("says", "text"),
)
ROWS = (
    Row("first", [-0.12345, 0.5, 12_000, "fine"], notes=["95% from −0.2 to 0.1"]),
    Row("second", [Undefined("No pair has two judgments."), None, 0, "=1+1"], mark="shown"),
)


def table(**changes: object) -> Table:
    fields: dict[str, object] = {"key": "made-up", "title": "Made up", "first": "name"}
    fields |= {"columns": COLUMNS, "rows": ROWS} | changes
    return Table(**fields)  # type: ignore[arg-type]


class Stream(io.StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def page_of(shown: Table, **context: object) -> str:
    html = render_to_string("research/common/table.html", {"table": shown, **context})
    return re.sub(r"\s+", " ", html)


def texts(html: str, tag: str) -> list[str]:
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", html)
    return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in found]


@pytest.mark.attack(20)
def test_a_file_has_numbers_in_full_and_no_formula() -> None:
    assert list(csv.reader(io.StringIO(csv_of(table())))) == [
        ["name", "value of α", "share of pairs", "pairs", "says"],
        ["first", "-0.12345", "0.5", "12000", "fine"],
        ["second", "", "", "0", "'=1+1"],
    ]


@pytest.mark.attack(20)
@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\tx", "＝1"])
def test_no_label_or_heading_of_a_file_is_a_formula(text: str) -> None:
    made = table(first=text, columns=[Column(text)], rows=[Row(text, [1])])
    cells = [cell for line in csv.reader(io.StringIO(csv_of(made))) for cell in line]
    assert cells == [f"'{text}"] * 3 + ["1"]


def test_a_page_has_headings_over_groups_and_labels_of_rows() -> None:
    html = page_of(table())
    assert '<table aria-label="Made up">' in html
    assert '<th colspan="2" scope="colgroup">α</th>' in html
    assert texts(html, "th") == [
        *("name", "α", "pairs", "says", "value", "share"),
        *("first", "second shown"),
    ]
    assert texts(html, "td") == ["−0.12", "50.0%", "12,000", "fine", "–", "–", "0", "=1+1"]
    assert html.count('<th scope="row">') == 2
    assert html.count('<td class="number"') == 6
    assert 'data-value="-0.12345"' in html
    assert html.count('data-value=""') == 2
    assert '<tr class="chosen">' in html


def test_a_page_can_show_the_title_as_a_caption() -> None:
    html = page_of(table(), caption=True, look="methods")
    assert '<table class="methods"><caption>Made up</caption>' in html


def test_a_page_escapes_whatever_people_wrote() -> None:
    bad = '<script>alert(1)</script>&"'
    made = table(
        title=bad,
        first=bad,
        columns=[Column(bad, "text", group=bad), Column(bad)],
        rows=[Row(bad, [bad, 1], series=bad, about=bad, mark=bad)],
    )
    html = page_of(made) + page_of(made, caption=True) + page_of(drawn(made, "bar"))
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert 'data-series="&lt;script&gt;' in html


def test_a_turned_table_has_groups_of_columns_as_bodies_but_not_in_a_file() -> None:
    made = table(turned=True)
    html = page_of(made)
    assert html.count("<tbody>") == 2
    assert texts(html, "th") == ["name", "first", "second", "value", "share", "pairs", "says"]
    assert texts(html, "td") == ["−0.12", "–", "50.0%", "–", "12,000", "0", "fine", "=1+1"]
    assert csv_of(made) == csv_of(table())
    lines = [" ".join(line.split()) for line in lines_of([made])]
    assert lines[:4] == ["Made up", "name first second", "value −0.12 –", "share 50.0% –"]


def test_a_drawn_table_has_one_line_of_full_names() -> None:
    chart = drawn(table(turned=True), "bar", up="share", key="other")
    assert (chart.key, chart.kind, chart.up, chart.turned) == ("other", "bar", "share", False)
    assert [one.words for one in chart.headings] == [column.name for column in COLUMNS]
    assert csv_of(chart) == csv_of(table())


def test_notes_say_each_reason_once_and_whose_it_is() -> None:
    none = Undefined("There is nothing.")
    made = table(
        columns=[Column("a"), Column("b")],
        rows=[Row("x", [none, none]), Row("y", [1, none]), Row("z", [Undefined("Why."), 2])],
    )
    assert made.notes == ["–: There is nothing.", "z: Why."]
    assert table().notes == ["first: 95% from −0.2 to 0.1", "second: No pair has two judgments."]
    assert figure(None, "Why.") == Undefined("Why.")
    assert (figure(None), figure(0.0, "Why.")) == (None, 0.0)


def test_a_difference_has_its_sign_and_a_number_only_a_true_minus() -> None:
    shown = Column("a", "difference").shown
    assert [shown(value) for value in (0.5, -0.5, 0, None)] == ["+0.500", "−0.500", "+0.000", "–"]
    assert Column("a", decimals=0).shown(-0.2) == "0"


def test_elsewhere_than_on_a_terminal_text_is_plain_wide_and_aligned() -> None:
    made = table(rows=[*ROWS, Row("a label as long as this sentence is " * 5, [1, 0, 1, "x"])])
    text = printed(["Before", made], Stream(is_terminal=False))
    assert "\x1b" not in text
    lines = text.split("\n")
    assert lines[:2] == ["Before", "Made up"]
    assert all(line == line.rstrip() for line in lines)
    ends = {re.search(r"12,000|pairs|  0(?=  )", line).end() for line in lines[3:6]}  # type: ignore[union-attr]
    assert len(ends) == 1
    assert lines[-2:] == ["  first: 95% from −0.2 to 0.1", "  second: No pair has two judgments."]


@pytest.mark.parametrize("width", [20, 30, 45, 80])
def test_a_narrow_terminal_loses_nothing(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((width, 9)))
    names = [f"column{place}" for place in range(12)]
    values = [float(place) for place in range(12)]
    made = table(columns=[Column(name) for name in names], rows=[Row("漢字 row", values)])
    text = re.sub(r"\x1b\[[\d;]*m", "", printed([made], Stream(is_terminal=True)))
    assert all(cell_len(line) <= width for line in text.split("\n"))
    for name, value in zip(names, values, strict=True):
        assert re.search(rf"\b{name}\b", text)
        assert f"{value:.3f}" in text


def test_headings_are_bold_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[1m" in printed([table()], Stream(is_terminal=True))
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in printed([table()], Stream(is_terminal=True))


def test_names_cannot_steer_a_terminal() -> None:
    made = table(
        title="t\x1b[2J", first="\x07", columns=[Column("a\x9b\u202e")], rows=[Row("[red]\r", [1])]
    )
    text = printed([made], Stream(is_terminal=False))
    assert not set(text) & set("\x1b\x07\x9b\u202e\r")
    assert "[red]" in text


def test_a_table_without_rows_says_why() -> None:
    made = table(rows=[], empty="Nothing yet.")
    assert list(lines_of([made])) == ["Made up", "  Nothing yet."]
    assert page_of(made).strip() == '<p class="quiet">Nothing yet.</p>'
