"""JSON that is read in parts equals JSON read at once, however it is laid out and split."""

import io
import json
from typing import Any
from zipfile import BadZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midpath.snapshots import json_stream
from midpath.snapshots.json_stream import BadJson, JsonStream
from tests.helpers.tiers import by_tier

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
PLAIN = st.none() | st.booleans() | st.integers() | TEXT | st.floats(allow_nan=False)
VALUE = st.recursive(
    PLAIN.filter(lambda value: value not in {float("inf"), float("-inf")}),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)
CONTAINER = st.lists(VALUE, max_size=4) | st.dictionaries(TEXT, VALUE, max_size=4)


def stream(text: str) -> JsonStream:
    return JsonStream(io.BytesIO(text.encode()))


def read_all(reader: JsonStream) -> list[Any]:
    return [reader.value() for _ in reader.parts()]


def alike(wanted: Any, value: Any) -> Any:
    """Return the requested parts of a value, slowly."""
    if isinstance(wanted, dict) and isinstance(value, dict):
        return {name: alike(wanted[name], value[name]) for name in value if name in wanted}
    return value


@pytest.mark.long
@settings(max_examples=by_tier(quick=50, long=300))
@given(
    value=CONTAINER,
    wanted=VALUE,
    indent=st.sampled_from([None, 2]),
    plain=st.booleans(),
    at_once=st.integers(1, 40),
)
def test_it_reads_what_all_at_once_gives(
    value: Any, wanted: Any, indent: int | None, plain: bool, at_once: int
) -> None:
    text = json.dumps({"a": value, "b": value}, indent=indent, ensure_ascii=plain) + "\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "AT_ONCE", at_once)
        reader = stream(text)
        assert {name: reader.value() for name in reader.parts()} == {"a": value, "b": value}
        reader.end()
        reader = stream(text)
        names = []
        for name in reader.parts():
            names.append(name)
            if name == "a":
                reader.skip()
            else:
                assert reader.like(wanted) == alike(wanted, value)
        assert names == ["a", "b"]
        reader.end()
        reader = stream(text)
        for _ in reader.parts():
            found = [(name, reader.value()) for name in reader.parts()]
            pairs = value.items() if isinstance(value, dict) else (("", one) for one in value)
            assert found == [*pairs]


@pytest.mark.long
@settings(max_examples=by_tier(quick=50, long=100))
@given(value=st.dictionaries(TEXT, VALUE, min_size=1, max_size=3), data=st.data())
def test_what_is_cut_off_is_not_json(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    reader = stream(text[: data.draw(st.integers(0, len(text) - 1))])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "AT_ONCE", 3)
        with pytest.raises(BadJson, match="not JSON"):
            read_all(reader)


@pytest.mark.parametrize(
    "text", ["1", '"a"', "", "{1: 2}", '{"a" 1}', '{"a": 1,}', "[1 2]", "[1.]", "[1"]
)
def test_what_is_no_json_is_reported(text: str) -> None:
    with pytest.raises(BadJson):
        read_all(stream(text))


def test_a_number_is_not_cut_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "AT_ONCE", 1)
    reader = stream("[12.5e3 , -0.25]")
    assert read_all(reader) == [12.5e3, -0.25]


def test_a_part_that_is_too_long_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "AT_ONCE", 10)
    monkeypatch.setattr(json_stream, "MAX_IN_LINE", 50)
    text = json.dumps({"long": [[1, 2, 3]] * 50, "short": 1})
    with pytest.raises(BadJson, match="more than 50 characters"):
        read_all(stream(text))
    reader = stream(text)
    for name in reader.parts():
        if name == "long":
            reader.skip()
        else:
            assert reader.value() == 1


def test_a_file_that_breaks_off_is_reported() -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise BadZipFile("no more")

    with pytest.raises(BadJson, match="it cannot be read: no more"):
        next(JsonStream(Broken()).parts())
