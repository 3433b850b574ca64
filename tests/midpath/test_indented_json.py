"""Indented JSON has the bytes that Python's own encoder writes."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from midpath.text.indented_json import indented_json

NUMBERS = st.one_of(
    st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([5e-324, 1e22])
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(), st.just("a 1e-5"))
KEYS = st.one_of(st.text(), st.integers(-9, 9))
VALUES = st.recursive(
    SCALARS, lambda inside: st.one_of(st.lists(inside), st.dictionaries(KEYS, inside)), max_leaves=9
)


@given(st.dictionaries(st.text(), VALUES))
@example({"a": [-3.25e-5, 0.0001, 0.00001, 1e16, -0.0], "b": 10**30})
@example({"0.00001": {"c": "\ud800", "d": [[]]}})
def test_it_equals_the_encoder_in_python(value: dict[str, object]) -> None:
    assert indented_json(value) == json.dumps(value, indent=2, ensure_ascii=False)
