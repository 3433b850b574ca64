"""Cohen's and Fleiss' kappa: their definitions, and scikit-learn's; published values are in the
module."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import isnan
from warnings import catch_warnings, simplefilter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from agreement.votes.ballots import Ballots, ballots_of
from agreement.votes.kappa import cohen, fleiss, fleiss_table

TWO = st.lists(
    st.tuples(st.none() | st.sampled_from("xyz"), st.none() | st.sampled_from("xyz")), max_size=8
)


def both_voted(rows: list[tuple[str | None, str | None]]) -> list[tuple[str, str]]:
    return [(a, b) for a, b in rows if a is not None and b is not None]


@pytest.mark.long
@given(TWO)
def test_cohen_s_is_its_definition_and_scikit_learn_s(
    rows: list[tuple[str | None, str | None]],
) -> None:
    votes = [(i, who, row[who]) for i, row in enumerate(rows) for who in (0, 1)]
    found = cohen(ballots_of(votes))
    shared = both_voted(rows)
    if found.value is None:
        assert found.reason
        workers = {who for _, who, label in votes if label is not None}
        assert len(workers) < 2 or not shared or len({label for row in shared for label in row}) < 2
        return
    n = len(shared)
    observed = Fraction(sum(a == b for a, b in shared), n)
    mine, theirs = Counter(a for a, _ in shared), Counter(b for _, b in shared)
    expected = sum(
        (Fraction(mine[label], n) * Fraction(theirs[label], n) for label in "xyz"), Fraction(0)
    )
    assert found.value == (observed - expected) / (1 - expected)
    assert (found.items, found.left_out) == (n, len({i for i, _, v in votes if v}) - n)
    with catch_warnings():
        simplefilter("ignore")
        known = cohen_kappa_score(*zip(*shared, strict=True))
    assert isnan(known) or known == pytest.approx(float(found.value))


@given(st.integers(1, 4), st.data())
def test_fleiss_is_its_definition(n: int, data: st.DataObject) -> None:
    item = st.lists(st.sampled_from("xyz"), min_size=n, max_size=n)
    items = data.draw(st.lists(item, min_size=1, max_size=6))
    votes = ballots_of(
        (i, who, label) for i, row in enumerate(items) for who, label in enumerate(row)
    )
    found = fleiss(votes)
    assert found == fleiss_table([[row.count(label) for label in "xyz"] for row in items])
    every = [label for row in items for label in row]
    if n < 2 or len(set(every)) < 2:
        assert found.value is None
        assert found.reason
        return
    agreeing = [
        Fraction(sum(a == b for a, b in combinations(row, 2)), n * (n - 1) // 2) for row in items
    ]
    observed = sum(agreeing, Fraction(0)) / len(items)
    expected = sum(
        (Fraction(every.count(label), len(every)) ** 2 for label in set(every)), Fraction(0)
    )
    assert found.value == (observed - expected) / (1 - expected)


def test_where_they_are_undefined_it_is_said() -> None:
    three = ballots_of([("p", who, "x") for who in "abc"] + [("q", "a", "y"), ("q", "b", "x")])
    assert cohen(three).reason == "Cohen's κ is of two workers; here are 3 workers."
    assert fleiss(three).reason == (
        "Fleiss' κ needs as many labels of each item; here they have 2 to 3."
    )
    alone = ballots_of([("p", "a", "x"), ("q", "b", "y")])
    assert cohen(alone).reason == "The two workers share no item."
    assert fleiss(alone).reason == "No item has two labels."
    alike = ballots_of([("p", who, "x") for who in "ab"])
    assert "no variety" in str(cohen(alike).reason)
    assert "no variety" in str(fleiss(alike).reason)
    nothing: Ballots[str, str, str] = ballots_of([])
    assert cohen(nothing).reason == "Cohen's κ is of two workers; here are 0 workers."
    assert fleiss(nothing).reason == "No item has two labels."
    for table in ([[-1, 3]], [[0.5, 1]], [1, 2]):
        with pytest.raises(ValueError, match="whole numbers, items by labels"):
            fleiss_table(table)
