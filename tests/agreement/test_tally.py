import json

from hypothesis import given
from hypothesis import strategies as st

from agreement.tally import Tally

TALLIES = st.dictionaries(st.sampled_from("abcd"), st.integers(-3, 3)).map(Tally)


def test_zero_entries_are_dropped() -> None:
    assert Tally({"a": 0, "b": 1}) == {"b": 1}
    assert Tally(a=1) + Tally(a=-1) == {}
    assert Tally(a=1) - Tally(a=1, b=2) == {"b": -2}


@given(TALLIES, TALLIES, TALLIES)
def test_sums_are_exact_in_any_order(a: Tally, b: Tally, c: Tally) -> None:
    assert (a + b) + c == c + (b + a) == Tally.total([b, c, a])
    assert (a + b) - b == a
    assert 0 not in (a + b - c).values()


@given(TALLIES, TALLIES)
def test_operands_stay_as_they_are(a: Tally, b: Tally) -> None:
    before = dict(a), dict(b)
    assert isinstance(a + b, Tally)
    assert isinstance(a - b, Tally)
    assert (dict(a), dict(b)) == before


@given(TALLIES)
def test_json_keeps_it(a: Tally) -> None:
    assert Tally(json.loads(json.dumps(a))) == a
