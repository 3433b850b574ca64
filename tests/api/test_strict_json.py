"""Strict JSON round-trips exactly; anything else is refused with its position, and fast."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.text.strict_json import MAX_DEPTH, UnreadableJSON, read_json, read_slowly

texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(-(2.0**62), 2.0**62)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)


@given(values, st.booleans())
def test_sound_values_come_back_as_they_were(value: object, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


PIECES = (
    *('{"a":', '{"a" \n:', '"b":', '"\\u0061":', ",", "[", "]", "{", "}", "[" * 17, "]" * 17),
    *('"x"', '"\\":"', '"\\u0000"', '"\\\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\x01"'),
    *("1", "-0", "1.5e3", "1e400", "NaN", "true", "null", " ", "\ufeff", "9" * 19, "-" + "9" * 19),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_fast_reader_answers_as_the_slow_one(text: str) -> None:
    _assert_read_alike(text.encode())


@given(values, st.data())
def test_it_also_does_for_a_text_cut_or_doubled(value: object, data: st.DataObject) -> None:
    text = json.dumps({"a": value, "b": value})
    start, end = (data.draw(st.integers(0, len(text))) for _ in range(2))
    _assert_read_alike((text[:end] + text[start:]).encode())


@given(st.from_regex(r"-?[0-9]{1,25}(\.[0-9]{1,25})?([eE][-+]?[0-9]{1,3})?", fullmatch=True))
def test_numbers_are_alike_to_the_last_bit(number: str) -> None:
    _assert_read_alike(number.encode())


def _assert_read_alike(body: bytes) -> None:
    found = []
    for read in (read_json, read_slowly):
        try:
            found.append(repr(read(body)))
        except UnreadableJSON as error:
            found.append(f"{error.line} {error.column} {error.message}")
    assert found[0] == found[1]


@given(st.binary())
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    assert min(_place_of_refusal(body)) >= 1


def _place_of_refusal(body: bytes) -> tuple[int, int]:
    try:
        read_json(body)
    except UnreadableJSON as error:
        return error.line, error.column
    return 1, 1


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read_json(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize(
    ("body", "line", "column", "word"),
    [
        (b"", 1, 1, "not JSON"),
        (b'{"a": 1,\n "b": }', 2, 7, "not JSON"),
        (b'{"a": [1, 2', 1, 12, "not JSON"),
        (b'{"a": NaN}', 1, 7, "NaN"),
        (b'["NaN", \n-Infinity]', 2, 1, "-Infinity"),
        (b"[9223372036854775808]", 1, 2, "too large"),
        (b"[-9223372036854775809]", 1, 2, "too large"),
        (b"[1e400]", 1, 2, "too large"),
        (b"1" * 5000, 1, 1, "too large"),
        (b'{"a": {"b": 1, "b": 2}}', 1, 16, "twice"),
        (b'{"a": 1, "\\u0061": 2}', 1, 10, "twice"),
        (b'["x\\u0000"]', 1, 4, "NUL"),
        (b'["x\x00"]', 1, 4, "not JSON"),
        (b'["\\ud800"]', 1, 3, "surrogate"),
        (b'["\\udc00\\ud800"]', 1, 3, "surrogate"),
        (b'["\\\\\\ud800"]', 1, 5, "surrogate"),
        (b'["\xff"]', 1, 3, "UTF-8"),
        (b'["\xed\xa0\x80"]', 1, 3, "UTF-8"),
        (b'\n["\xc3\xa9", \xff]', 2, 7, "UTF-8"),
    ],
)
def test_the_place_of_the_fault_is_reported(body: bytes, line: int, column: int, word: str) -> None:
    with pytest.raises(UnreadableJSON, match=word) as caught:
        read_json(body)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_escapes_that_only_look_forbidden_are_texts() -> None:
    found = read_json(b'["\\\\u0000", "\\\\ud800", "\\ud83d\\ude00"]')
    assert found == ["\\u0000", "\\ud800", "\N{GRINNING FACE}"]


def test_brackets_in_texts_are_not_nesting() -> None:
    assert read_json(json.dumps(["[" * 10_000]).encode()) == ["[" * 10_000]


@pytest.mark.attack(24)
def test_nesting_ends_at_its_limit() -> None:
    assert read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    with pytest.raises(UnreadableJSON, match="deeper"):
        read_json(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))


@pytest.mark.attack(24)
@pytest.mark.parametrize(
    "body",
    [
        b"[" * 2_000_000,
        b'{"a":' * 400_000,
        b'"' + b'\\"' * 1_000_000,
        b"\\" * 2_000_000,
        b'"' * 2_000_000,
        b"[" * 51 + b'"' + b'\\"' * 900_000,
        b"-" * 1_999_000 + b"[" * 60,
        b"[" + b"[]," * 600_000,
    ],
)
def test_two_megabytes_of_malice_are_refused(body: bytes) -> None:
    with pytest.raises(UnreadableJSON):
        read_json(body)


def test_small_fractions_and_zeros_keep_their_value() -> None:
    read = read_json(b"[-0.0, 1e-400, 0.1]")
    assert read == [0.0, 0.0, 0.1]
    assert isinstance(read, list)
    assert math.copysign(1, read[0]) == -1
