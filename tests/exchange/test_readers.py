"""Uploads in every known format: what is read from valid files, and errors for invalid ones."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.decoding import filled_lines, lines_of
from midpath.exchange.labels.judged import read_judged_labels
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.reader import read_forgivingly
from midpath.exchange.readers import ParsedUpload, read_upload
from midpath.exchange.rows import MAX_COUNTED, MAX_ERRORS


def texts(parsed: ParsedUpload) -> list[str]:
    assert not parsed.errors, parsed.errors
    return [item.text for item in parsed.items]


def only_error(filename: str, body: bytes | str) -> tuple[int, str, str]:
    parsed = read_upload(filename, body.encode() if isinstance(body, str) else body)
    assert len(parsed.errors) == 1, parsed.errors
    error = parsed.errors[0]
    return error.row, error.column, error.message


@pytest.mark.parametrize(
    ("filename", "body", "form", "expected"),
    [
        ("a.txt", "first aid\n\napple  pie\tbox\r\n", "lines", ["first aid", "apple pie box"]),
        ("a.txt", "\ufefffirst aid", "lines", ["first aid"]),
        ("a.txt", "old mac\rsecond line", "lines", ["old mac", "second line"]),
        ("a.csv", 'id,text\n1,"a, b"\n2,"c\nd"\n\n', "csv", ["a, b", "c d"]),
        ("a.csv", "id;Text\n1;a, b\n", "csv", ["a, b"]),
        ("a.tsv", "text\tid\na b\t1\n", "tsv", ["a b"]),
        ("a.jsonl", '{"text": "a b"}\n{"tokens": ["c", "d"]}\n', "jsonl", ["a b", "c d"]),
        ("a.json", '{"items": 1, "annotation set": {"a b": {"1": "a | b"}}}', "release", ["a b"]),
        ("a.json", '{"item": 1, "annotation set": {"a b": {}}}', "release", ["a b"]),
        ("a.json", '{"text": "a b"}\n', "jsonl", ["a b"]),
        ("unnamed", "id\ttext\n1\ta b\n", "tsv", ["a b"]),
        ("unnamed", '{"annotation set": {"a b": {}}}', "release", ["a b"]),
        ("unnamed", "a | b (c) \\d\n", "lines", ["a | b (c) \\d"]),
        ("unnamed", "مطعم قريب\nמסלול הליכה\n👩‍🚀 launch\n", "lines",
         ["مطعم قريب", "מסלול הליכה", "👩‍🚀 launch"]),
    ],
)  # fmt: skip
def test_good_files(filename: str, body: str, form: str, expected: list[str]) -> None:
    parsed = read_upload(filename, body.encode())
    assert texts(parsed) == expected
    assert parsed.format == form


def test_tokens_may_be_given_and_other_columns_are_stored() -> None:
    line = {"text": "今天天气", "tokens": ["今天", "天气"], "source": "own", "year": 2024}
    parsed = read_upload("a.jsonl", json.dumps(line).encode())
    assert texts(parsed) == ["今天天气"]
    assert parsed.items[0].content == {
        "tokens": ["今天", "天气"],
        "columns": {"source": "own", "year": 2024},
    }
    table = read_upload("a.csv", b"text,formula\na b,=cmd()\n")
    assert table.items[0].content == {"tokens": ["a", "b"], "columns": {"formula": "=cmd()"}}


@pytest.mark.parametrize("text", ["one", "well " * 122, "w" * 100_000, "今天", "ü" * 50_000])
def test_texts_of_any_length_are_read(text: str) -> None:
    text = text.strip()
    for name, body in (
        ("a.txt", text),
        ("a.csv", f"text,id\n{text},1\n"),
        ("a.jsonl", json.dumps({"text": text})),
    ):
        parsed = read_upload(name, body.encode())
        assert not parsed.errors
        assert texts(parsed) == [text]


def test_cells_that_are_not_read_may_have_any_length() -> None:
    body = f"text,html\na b,{'y' * 140_000}\n"
    assert texts(read_upload("a.csv", body.encode())) == ["a b"]
    reading = read_forgivingly("a.csv", body.encode(), Choices())
    assert (texts(reading.parsed), reading.faults) == (["a b"], [])
    table = f"worker,item,label,html\na,1,x,{'y' * 140_000}\n"
    judged = read_judged_labels("a.csv", table.encode())
    assert (judged.errors, len(judged.judgments)) == ([], 1)


def test_a_text_of_a_table_that_is_too_long_says_so() -> None:
    row, column, message = only_error("a.csv", f"text,n\n{'y' * 140_000},1\n")
    assert (row, column) == (2, "text")
    assert "The text has 140.0 kB" in message


def test_a_release_file_says_how_many_annotations_it_holds_and_may_name_tokens() -> None:
    release = {
        "items": 2,
        "annotation set": {"a b": {"1": "a | b", "2": [0]}, "今天天气": {"1": "1"}},
        "tokens": {"今天天气": ["今天", "天气"]},
    }
    parsed = read_upload("a.json", json.dumps(release).encode())
    assert texts(parsed) == ["a b", "今天天气"]
    assert parsed.annotations == 3
    assert parsed.items[1].content == {"tokens": ["今天", "天气"]}


@pytest.mark.parametrize(
    ("filename", "body", "row", "column", "said"),
    [
        ("a.txt", "", 0, "", "contains no texts"),
        ("a.csv", "id,text\n1,a b\n2,\n", 3, "text", "The text is missing"),
        ("a.txt", "ü" * 50_001, 1, "", "The text has 100.0 kB; at most 100 kB are allowed"),
        ("a.jsonl", '{"tokens": ["' + "ü" * 50_001 + '"]}', 1, "tokens", "as documents"),
        ("a.txt", "a b\nc d\na  b\n", 3, "", "Duplicate of row 1"),
        ("a.txt", "a\0 b", 1, "", "Character 2 is the control character U+0000"),
        ("a.txt", "a \x1b[31mb", 1, "", "Character 3 is the control character U+001B"),
        ("a.txt", "cafe" + 31 * "\u0301", 1, "", "More than 30 accents are on one letter from"),
        ("a.txt", "a \u200b b", 1, "", "Word 2 contains only invisible characters"),
        ("a.txt", "a b\n\u200b\n", 2, "", "Word 1 contains only invisible characters"),
        ("a.csv", "id,query\n1,a b\n", 1, "", "no column named text"),
        ("a.csv", "id,text\n1,a b\n2,c, d\n", 3, "", "2 cells expected, 3 found"),
        ("a.csv", "id,text,x\n1,a b\n", 2, "", "3 cells expected, 2 found"),
        ("a.csv", 'id,text\n1,a b\n2,"c d\n', 3, "", "quotation mark"),
        ("a.csv", "text,id,id\na b,1,2\n", 1, "", "Two columns are named id"),
        ("a.csv", "text,\na b,1\n", 1, "", "Column 2 has no name"),
        ("a.csv", "text,id\na b,\0\n", 2, "id", "U+0000"),
        ("a.jsonl", '{"text": "a b"}\n["c d"]\n', 2, "", "must be an object"),
        ("a.jsonl", '{"text": "a b"}\n{"text": "c d"\n', 2, "", "column 15"),
        ("a.jsonl", '{"text": 7}', 1, "text", "must be a string"),
        ("a.jsonl", '{"id": 7}', 1, "text", "neither text nor tokens"),
        ("a.jsonl", '{"tokens": ["a b", "c"]}', 1, "tokens", "without spaces"),
        ("a.jsonl", '{"tokens": "ab"}', 1, "tokens", "must be a list"),
        ("a.jsonl", '{"text": "ab", "tokens": ["a", "c"]}', 1, "tokens", "do not add up"),
        ("a.jsonl", '{"text": "a b", "more": []}', 1, "more", "Only a string"),
        ("a.jsonl", '{"text": "a b", "n": NaN}', 1, "", "NaN"),
        ("a.jsonl", '{"text": "a b", "n": 9223372036854775808}', 1, "", "too large"),
        ("a.jsonl", '{"text": "a \\ud800"}', 1, "", "surrogate"),
        ("a.jsonl", '{"text": "a b", "text": "c d"}', 1, "", "given twice"),
        ("a.json", '{"annotation set": {\n"a b": {}, "a b": {}}}', 2, "", "given twice"),
        ("a.json", '{"items": 2,\n"annotation set": {"a b": {"1"', 2, "", "line 2, column 31"),
        ("a.json", '{"annotation set": []}', 0, "", "must be an object"),
        ("a.json", '{"annotation set": {"a b": ["a | b"]}}', 0, "", "must be an object"),
        ("a.json", '{"items": 2, "annotation set": {"a b": {}}}', 0, "items", "states 2 items"),
        ("a.json", '{"items": "2", "annotation set": {"a b": {}}}', 0, "", "number of texts"),
        ("a.json", '{"annotation set": {"a b": {}}, "tokens": {"c": ["c"]}}', 0, "", "not in"),
        ("a.json", '{"annotation set": {"a b": {}}, "tokens": {"a b": []}}', 0, "", "list of"),
        ("a.json", '{"annotation set": {"a b c": {"1": "(a b d)"}}}', 1, "annotation 1", "has 3."),
        ("a.json", '{"annotation set": {"a b": {"2": "a | c"}}}', 1, "annotation 2", "Word 2 is"),
        ("a.json", '{"annotation set": {"a b c": {"1": [0, 0.5]}}}', 1, "annotation 1", ""),
        ("a.json", "[1, 2]", 0, "", "not the release format"),
        ("a.json", "[" * 10_000, 1, "", "nested deeper"),
    ],
)  # fmt: skip
def test_bad_files(filename: str, body: str, row: int, column: str, said: str) -> None:
    found_row, found_column, message = only_error(filename, body)
    assert (found_row, found_column) == (row, column)
    assert said in message


@pytest.mark.parametrize(
    ("body", "row", "said"),
    [
        ("héllo wörld".encode("utf-16"), 0, "UTF-16"),
        ("hello world".encode("utf-16-le"), 0, "UTF-16"),
        ("hello world".encode("utf-16-be"), 0, "UTF-16"),
        ("fine here\nhéllo wörld".encode("latin-1"), 2, "line 2, column 2 contains the byte 0xE9"),
        (b"half a surrogate \xed\xa0\x80", 1, "byte 0xED"),
        (b"PK\x03\x04 a spreadsheet", 0, "spreadsheet"),
    ],
)
def test_what_is_not_utf_8_is_named(body: bytes, row: int, said: str) -> None:
    for filename in ("a.txt", "a.csv", "a.json", "a"):
        found_row, _, message = only_error(filename, body)
        assert found_row == row
        assert said in message


def test_errors_past_the_first_hundred_are_counted() -> None:
    parsed = read_upload("a.txt", b"\xe2\x80\x8b\n" * 5000)
    assert len(parsed.errors) == MAX_ERRORS + 1
    assert parsed.error_count == 5000
    assert parsed.errors[-1].message.startswith("4,900 more errors")


@pytest.mark.long
@pytest.mark.parametrize("filename", ["a.txt", "a.jsonl", "a.csv"])
def test_a_file_of_too_many_errors_is_read_no_further(filename: str) -> None:
    parsed = read_upload(filename, b"text\n" + b"[\n" * 50_000)
    assert len(parsed.items) <= 2  # those of one character that occur first
    assert parsed.error_count == MAX_COUNTED
    assert parsed.errors[-1].message.startswith("9,900 or more errors")


@pytest.mark.long
def test_a_file_of_too_many_texts_is_read_no_further() -> None:
    body = b"".join(b"text %d\n" % number for number in range(250_000))
    row, _, message = only_error("a.txt", body)
    assert row == 200_001
    assert "200,000 texts at most" in message


@pytest.mark.long
def test_hostile_json_is_refused() -> None:
    for body in ("[" * 2_000_000, '{"annotation set":' * 200_000, '{"a":"' + "\\u0041" * 300_000):
        assert read_upload("a.json", body.encode()).errors


@given(st.text("a \r\n\x0b\x85\u2028", max_size=20))
def test_lines_are_numbered_with_the_blank_ones(text: str) -> None:
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    assert list(filled_lines(text)) == lines
