"""File format detection returns the original content, whatever program wrote it."""

import csv
import io
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from midpath.exchange.lenient.encodings import decode_forgivingly
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.reader import Reading, read_forgivingly
from midpath.exchange.lenient.word_division import divide

EXTENSIONS = {",": "csv", ";": "csv", "|": "csv", "\t": "tsv"}
WORD = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters="\ufeff"),
    min_size=1,
    max_size=8,
)
# Letters in Windows-1252, so that no other encoding fits better.
WESTERN = st.text("abcdefghijklmnopqrstuvwxyzäöüßéèñçÅØœ€“”,;|'\"", min_size=1, max_size=8)


def texts_of(word: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    text = st.lists(word, min_size=2, max_size=6).map(" ".join)
    return st.lists(text, min_size=1, max_size=12, unique=True)


def read(name: str, body: bytes, **chosen: object) -> Reading:
    return read_forgivingly(name, body, Choices(**chosen))  # type: ignore[arg-type]


def taken(reading: Reading) -> list[str]:
    assert not reading.parsed.errors, reading.parsed.errors
    assert not reading.faults, reading.faults
    return [item.text for item in reading.parsed.items]


def as_table(texts: Sequence[str], delimiter: str, name: str = "query") -> str:
    file = io.StringIO(newline="")
    table = csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL)
    table.writerow(["id", name])
    table.writerows(enumerate(texts, 1))
    return file.getvalue()


@pytest.mark.long
@given(texts_of(WORD), st.sampled_from([*EXTENSIONS]), st.sampled_from(["utf-8", "utf-8-sig"]))
def test_a_table_in_utf_8_comes_back(texts: list[str], delimiter: str, encoding: str) -> None:
    body = as_table(texts, delimiter).encode(encoding)
    reading = read(f"a.{EXTENSIONS[delimiter]}", body)
    assert taken(reading) == texts
    assert reading.grid
    assert (reading.grid.delimiter, reading.grid.source.encoding) == (delimiter, "utf-8")


@pytest.mark.long
@given(texts_of(WORD), st.sampled_from([*EXTENSIONS]))
def test_a_table_in_utf_16_comes_back(texts: list[str], delimiter: str) -> None:
    body = as_table(texts, delimiter).encode("utf-16")
    assert taken(read(f"a.{EXTENSIONS[delimiter]}", body)) == texts


@pytest.mark.long
@given(texts_of(st.text("abcdefghij", min_size=1, max_size=8)), st.sampled_from(["le", "be"]))
def test_utf_16_without_a_mark_comes_back(texts: list[str], order: str) -> None:
    assert taken(read("a.csv", as_table(texts, ",").encode(f"utf-16-{order}"))) == texts


@pytest.mark.long
@given(texts_of(WESTERN), st.sampled_from([*EXTENSIONS]))
def test_a_table_in_windows_1252_comes_back_and_is_said_to_be_assumed(
    texts: list[str], delimiter: str
) -> None:
    body = as_table(texts, delimiter).encode("windows-1252")
    try:
        body.decode()
    except UnicodeDecodeError:
        pass
    else:
        assume(False)
    reading = read(f"a.{EXTENSIONS[delimiter]}", body)
    assert taken(reading) == texts
    assert reading.grid
    assert reading.grid.source.assumed


@pytest.mark.long
@given(texts_of(WORD))
def test_lines_come_back(texts: list[str]) -> None:
    assume(not any(text.startswith(("{", "sep=")) for text in texts))
    assert taken(read("a.txt", "\n".join(texts).encode(), header=False)) == texts


@pytest.mark.long
@given(texts_of(WORD), st.sampled_from([*EXTENSIONS]))
def test_excels_line_on_the_separator_is_no_row(texts: list[str], delimiter: str) -> None:
    body = f"sep={delimiter}\r\n{as_table(texts, delimiter)}".encode()
    assert taken(read("a.csv", body)) == texts


@given(st.binary(max_size=400), st.sampled_from(["a.csv", "a.txt", "a.tsv", "a", "a.json"]))
def test_any_bytes_are_read_or_refused_in_words(body: bytes, name: str) -> None:
    reading = read(name, body)
    assert reading.parsed.items or reading.parsed.errors or reading.faults
    assert all(error.message for error in [*reading.parsed.errors, *reading.faults])


@pytest.mark.parametrize(
    ("rows", "header", "column"),
    [
        ([["id", "query"], ["1", "red wine"]], True, 1),
        ([["nr", "note", "suchanfrage"], ["1", "a b c", "roter wein"]], True, 2),
        ([["a", "b"], ["web", "red wine"]], True, 1),
        ([["1", "red wine"], ["2", "green tea"]], False, 1),
        ([["red wine", "web"], ["green tea", "log"]], False, 0),
        ([["Web", "The best red wine"], ["log", "the green tea"]], False, 1),
        ([["クエリ", "出典"], ["東京都庁の営業時間", "web"]], True, 0),
        ([["我想买一张票", "我们"], ["去北京的火车票", "今天"]], False, 0),
    ],
)
def test_the_header_and_the_column_of_texts_are_guessed(
    rows: list[list[str]], header: bool, column: int
) -> None:
    body = "\n".join(",".join(row) for row in rows).encode()
    grid = read("a.csv", body).grid
    assert grid
    assert grid.header is header
    assert [one.number for one in grid.columns if one.role == "text"] == [column]


@pytest.mark.parametrize(
    ("body", "delimiter"),
    [
        ("red wine, dry\ngreen tea\n", ""),
        ('"red wine, dry"\n"green tea"\n', ","),
        ("query\nred wine; dry\ngreen tea\n", ","),
        ("a b;c\nd e;f\n", ";"),
        ('text,n\n"a, b",1\n"c\nd ""e""",2\n', ","),
    ],
)
def test_what_divides_cells_is_guessed(body: str, delimiter: str) -> None:
    grid = read("a.csv", body.encode()).grid
    assert grid
    assert grid.delimiter == delimiter


def test_rows_are_counted_as_excel_counts_them() -> None:
    body = 'text,n\n"a\nb",1\n\n  ,\n\u200b,2\n'
    reading = read("a.csv", body.encode())
    assert [(fault.row, fault.text) for fault in reading.faults] == [(5, "⟨zero width space⟩")]
    assert [item.row for item in reading.parsed.items] == [2]


def test_cells_that_are_missing_are_blank_and_too_many_are_a_fault() -> None:
    reading = read("a.csv", b"text,n,m\na b\nc d,1,2\ne f,1,2,3\ng h,1,2,,\n")
    assert [item.row for item in reading.parsed.items] == [2, 3, 5]
    assert reading.parsed.items[0].content["columns"] == {"n": "", "m": ""}
    assert reading.reasons == [("too many cells", 1)]


def test_columns_without_a_name_or_with_one_twice_are_named() -> None:
    reading = read("a.csv", b"text,n,n,\na b,1,2,3\n")
    assert reading.parsed.items[0].content["columns"] == {"n": "1", "n (3)": "2", "column 4": "3"}


def test_more_columns_than_a_table_takes_are_reported() -> None:
    assert "1,501 columns" in read("a.csv", b"a b," * 1500 + b"\n").parsed.errors[0].message


@pytest.mark.long
@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        texts_of(st.text("我想买票东京都庁ตั๋วรถไฟab,。「」", min_size=1)), min_size=1, max_size=3
    )
)
def test_words_put_together_are_the_text(many: list[list[str]]) -> None:
    texts = [text for texts in many for text in texts]
    for text, words in zip(texts, divide(texts), strict=True):
        assert "".join(words) == "".join(text.split())
        assert all(words)


@pytest.mark.long
def test_many_texts_are_divided_as_each_by_itself() -> None:
    texts = [f"我想买一张票{number}去北京" for number in range(1500)]
    assert divide(texts)[1234] == divide(texts[1234:1235])[0]


def test_a_quotation_mark_that_never_closes_is_reported_and_loses_nothing_silently() -> None:
    reading = read("a.csv", b'text,n\na b,1\n"c d,2\ne f,3\n')
    assert len(reading.parsed.errors) == 1
    assert "quotation mark" in reading.parsed.errors[0].message


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"\xff\xfea\x00 \x00b", "is incomplete"),
        (b"\xff\xfe\x00\xd8a\x00", "damaged at byte 3"),
        (b"\xef\xbb\xbfa b \xff", "0xFF"),
        (b"a b\x01\xff", "is not text"),
    ],
)
def test_broken_files_are_refused_with_their_place(body: bytes, said: str) -> None:
    assert said in read("a.txt", body).parsed.errors[0].message


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("windows-1250", "zażółć gęślą jaźń"),
        ("windows-1251", "лучшая пицца"),
        ("gb18030", "今天 天气"),
        ("big5", "今天 天氣"),
        ("shift_jis", "東京 都庁"),
        ("euc_kr", "최고의 피자"),
        ("tis-620", "ตั๋ว รถไฟ"),
    ],
)
def test_each_encoding_that_is_offered_is_read(encoding: str, text: str) -> None:
    assert taken(read("a.txt", text.encode(encoding), encoding=encoding)) == [text]


def test_bytes_that_mean_nothing_in_the_encoding_are_reported_by_line() -> None:
    error = read("a.txt", b"a b\nc \x81", encoding="euc_kr").parsed.errors[0]
    assert (error.row, "EUC-KR" in error.message) == (2, True)


def test_what_windows_1252_does_not_know_is_a_fault_of_its_row() -> None:
    assert decode_forgivingly(b"a \x80\x81").text == "a €\x81"
    reading = read("a.txt", b"a \xe9\nb \x81\n")
    assert [item.text for item in reading.parsed.items] == ["a é"]
    assert reading.reasons == [("characters that cannot be shown", 1)]
