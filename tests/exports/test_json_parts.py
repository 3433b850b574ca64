"""A JSON object written in parts has the same bytes as one written at once."""

import io
from typing import Any

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.exports import json_parts
from analysis.exports.json_parts import JsonParts
from annotation.exchange.release import CANONICAL

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
VALUE = st.recursive(
    st.one_of(TEXT, st.integers(-5, 5), st.none(), st.booleans()),
    lambda deeper: st.one_of(
        st.lists(deeper, max_size=3), st.dictionaries(TEXT, deeper, max_size=3)
    ),
    max_leaves=6,
)
GROWN = st.one_of(st.lists(VALUE, max_size=6), st.dictionaries(TEXT, VALUE, max_size=6))
OBJECT = st.dictionaries(TEXT, st.tuples(st.booleans(), GROWN), min_size=1, max_size=5)


def parts_of(grown: Any, size: int) -> list[Any]:
    """Yield the elements of a list, or the members of an object in the order of their keys."""
    if isinstance(grown, list):
        return [grown[at : at + size] for at in range(0, len(grown), size)]
    keys = sorted(grown)
    return [{key: grown[key] for key in keys[at : at + size]} for at in range(0, len(keys), size)]


def around(inside: list[str], value: Any) -> Any:
    """Put the value into objects of these names, which have other members, too."""
    for name in reversed(inside):
        value = {"": 0, "~": [1], name: value}
    return value


@settings(deadline=None)
@given(OBJECT, st.lists(TEXT, max_size=2), st.integers(1, 3), st.sampled_from([0, 8, 1 << 20]))
def test_it_is_the_same_as_at_once(
    content: dict[str, tuple[bool, Any]], inside: list[str], size: int, max_size: int
) -> None:
    """Large members may be nested inside others, which are passed whole."""
    sink = io.BytesIO()
    before, json_parts.MAX_IN_MEMORY = json_parts.MAX_IN_MEMORY, max_size
    try:
        with JsonParts() as parts:
            for name, (grows, value) in content.items():
                if not grows:
                    parts.set({name: value})
                    continue
                path = (name, *inside)
                parts.set({name: around(inside, {})})
                parts.add(path, type(value)())
                for part in parts_of(value, size):
                    parts.add(path, part)
            parts.write(sink)
    finally:
        json_parts.MAX_IN_MEMORY = before
    whole = {
        name: around(inside, value) if grows else value for name, (grows, value) in content.items()
    }
    assert sink.getvalue() == orjson.dumps(whole, option=CANONICAL)
