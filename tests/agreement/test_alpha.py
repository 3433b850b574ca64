"""Alpha: printed values, the slow reference, and incremental = batch, exactly."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.sampling import Draws, random_trees
from agreement.segmentation.alpha import Weights, alpha, total_variance, within_variance
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import (
    POWERS,
    Counts,
    count_arrays,
    count_item,
    count_items,
    take_apart,
)
from agreement.segmentation.figures import is_whole
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally
from tests.agreement import slow, strategies

Q1: list[Vector] = [(1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0)]  # supplementary, Table 2
Q2: list[Vector] = [(0, 1, 0, 2, 0), (0, 2, 0, 1, 0)]
TOY: list[list[Vector]] = [Q1, Q2]
KINDS = st.sampled_from(["flat", "nested"])


def repeat(times: dict[Vector, int]) -> list[Vector]:
    return [vector for vector, count in times.items() for _ in range(count)]


# ACL 2013, Tables 1 and 2, and LAW 2013, Tables 1 and 2
FLATS = [
    repeat({(1, 0, 0, 1, 0): 4, (0, 0, 0, 1, 0): 3, (0, 0, 1, 0, 0): 2, (1, 0, 1, 1, 0): 1}),
    repeat({(0, 0, 1): 3, (0, 1, 0): 3, (1, 0, 1): 2, (1, 0, 0): 2}),
]
NESTEDS = [
    repeat(
        {
            (0, 2, 0, 1, 0): 4,
            (1, 0, 2, 3, 0): 2,
            (2, 0, 1, 3, 0): 2,
            (3, 0, 1, 2, 0): 1,
            (1, 0, 2, 1, 0): 1,
        }
    ),
    repeat({(0, 1, 0): 4, (2, 0, 1): 3, (2, 1, 0): 2, (1, 0, 2): 1}),
]


def state_of(kind: Kind, campaign: Sequence[Sequence[Vector]]) -> Tally:
    return Tally.total(count_item(kind, item) for item in campaign)


def counts_of(kind: Kind, campaign: Sequence[Sequence[Vector]]) -> Counts:
    return take_apart(state_of(kind, campaign))


def test_the_toy_set_of_the_supplementary() -> None:
    counts = counts_of("nested", TOY)
    assert within_variance(counts, 2) == Fraction(101, 120)
    assert total_variance(counts, 2) == Fraction(349, 400)
    assert alpha(counts, 2).value == Fraction(37, 1047)
    assert alpha(counts, 1).value == Fraction(79, 549)
    assert alpha(counts, 2).items == 2
    assert alpha(counts, 2).annotations == 5


def test_krippendorff_s_own_weights() -> None:
    counts = counts_of("nested", TOY)
    assert within_variance(counts, 2, "annotations") == Fraction(89, 100)
    assert alpha(counts, 2, "annotations").value == Fraction(-7, 349)


def test_the_weights_agree_where_every_item_has_the_same_c() -> None:
    counts = counts_of("nested", NESTEDS)
    assert alpha(counts, 2, "items").value == alpha(counts, 2, "annotations").value


def test_the_tables_of_the_papers() -> None:
    assert alpha(counts_of("flat", FLATS)).value == Fraction(235, 2781)
    assert alpha(counts_of("nested", NESTEDS), 2).value == Fraction(191, 1711)


def test_items_with_one_annotation_take_no_part() -> None:
    counts = counts_of("nested", [*TOY, [(0, 1, 0)]])
    assert alpha(counts, 2).value == Fraction(37, 1047)
    assert counts.left_out() == {"one annotation only": 1}


def test_agreement_within_and_difference_between_is_one() -> None:
    assert alpha(counts_of("flat", [[(1, 0), (1, 0)], [(0, 1), (0, 1)]])).value == 1


@pytest.mark.parametrize(
    ("campaign", "words"),
    [
        ([], "two annotations"),
        ([[(1, 0)]], "two annotations"),
        ([[(), ()]], "two annotations"),
        ([[(1, 0), (1, 0)]], "alike"),
    ],
)
def test_undefined_alpha_says_why(campaign: list[list[Vector]], words: str) -> None:
    result = alpha(counts_of("flat", campaign))
    assert result.value is None
    assert result.reason is not None
    assert words in result.reason


@pytest.mark.long
@given(st.data(), KINDS, st.sampled_from(["items", "annotations"]))
def test_alpha_equals_its_slow_twin(data: st.DataObject, kind: Kind, weights: Weights) -> None:
    campaign = data.draw(strategies.campaigns(kind))
    counts = counts_of(kind, campaign)
    for k in POWERS[kind]:
        result = alpha(counts, k, weights)
        assert result.value == slow.alpha(campaign, k, weights)
        if result.total is not None:
            assert result.total == slow.total(campaign, k)
            assert result.within == slow.within(campaign, k, weights)


@pytest.mark.long
@given(st.data())
def test_long_texts_have_alpha_too(data: st.DataObject) -> None:
    long = st.lists(strategies.nested(15), max_size=3)
    short = strategies.items("nested", most=3)
    campaign = data.draw(st.lists(long | short, max_size=4))
    counts = counts_of("nested", campaign)
    for k in (1, 2):
        assert alpha(counts, k).value == slow.alpha(campaign, k)


@pytest.mark.long
@pytest.mark.parametrize(
    ("n", "keys"),
    [
        (40, {"d1", "d2"}),
        (41, {"sum1", "sum2", "near1", "near2", "doubt1", "doubt2"}),
        (100, {"sum1", "sum2", "near1", "near2", "doubt1", "doubt2"}),
        (101, {"sum1", "sum2"}),
    ],
)
def test_long_texts_keep_few_counts(n: int, keys: set[str]) -> None:
    vectors = [tuple(v) for v in random_trees(n, 3, Draws(n)).tolist()]
    counts = count_item("nested", vectors)
    assert {key.split("/")[0] for key in counts} == {"items", "at", *keys}
    assert is_whole(counts)
    older = {key: count for key, count in counts.items() if not key.startswith(("near", "doubt"))}
    assert is_whole(older) == (n not in {41, 100})


@pytest.mark.long
@given(st.data(), KINDS)
def test_events_in_any_order_lead_to_the_batch(data: st.DataObject, kind: Kind) -> None:
    """Judgments are added, removed and moved between halves; the result equals a single batch."""
    n = data.draw(st.integers(2, 6))
    events = data.draw(
        st.lists(st.tuples(st.integers(0, 2), strategies.vectors(kind, n)), max_size=14)
    )
    gone = data.draw(st.sets(st.integers(0, 13)))
    halves = [Tally(), Tally()]
    rows: list[list[Vector]] = [[], [], []]
    steps = [(item, vector, True) for item, vector in events]
    steps += [(*event, False) for number, event in enumerate(events) if number in gone]
    for number, (item, vector, comes) in enumerate(steps):
        before = count_item(kind, rows[item])
        if comes:
            rows[item].append(vector)
        else:
            rows[item].remove(vector)
        half = number % 2
        halves[half] = halves[half] - before + count_item(kind, rows[item])
    assert halves[0] + halves[1] == state_of(kind, data.draw(st.permutations(rows)))


@given(st.data(), KINDS)
def test_contribution_depends_on_the_multiset_only(data: st.DataObject, kind: Kind) -> None:
    item = data.draw(strategies.items(kind))
    assert count_item(kind, item) == count_item(kind, data.draw(st.permutations(item)))


@pytest.mark.long
@given(st.data(), KINDS)
def test_arrays_equal_the_sum_of_contributions(data: st.DataObject, kind: Kind) -> None:
    campaign = data.draw(strategies.campaigns(kind, longest=14 if kind == "nested" else 7))
    rows = [(number, vector) for number, item in enumerate(campaign) for vector in item]
    rows = data.draw(st.permutations(rows))
    counts = count_arrays(
        kind,
        [number for number, _ in rows],
        [len(vector) + 1 for _, vector in rows],
        [value for _, vector in rows for value in vector],
    )
    assert counts == state_of(kind, campaign) == count_items(kind, campaign)


def test_arrays_of_any_whole_numbers() -> None:
    """Narrow and unsigned integer types do not overflow, sorted or not."""
    expected = count_item("nested", [(0, 1), (1, 0)]) + count_item("nested", [()])
    for item in ([0, 0, 1], [1, 1, 0]):
        arrays = (np.array(x, dtype=np.uint8) for x in (item, [3, 3, 1], [0, 1, 1, 0]))
        assert count_arrays("nested", *arrays) == expected
    assert count_arrays("nested", [1, 0, 1], [3, 1, 3], [0, 1, 1, 0]) == expected


def test_more_distinct_annotations_than_others_take() -> None:
    """nltk refuses more than 10,000 distinct labels."""
    flats = [tuple(int(bit) for bit in f"{number:014b}") for number in range(2**14)]
    pairs = [[a, b] for a, b in zip(flats[::2], flats[1::2], strict=True)]
    assert alpha(take_apart(count_items("flat", pairs))).value == slow_alpha_of_pairs(flats)


def slow_alpha_of_pairs(flats: list[Vector]) -> Fraction:
    """Each vector occurs once, so at each boundary half of all pairs differ; the text ends are the
    last."""
    n, boundaries = len(flats), len(flats[0])
    within = Fraction(1, boundaries) / 2
    return 1 - within / (Fraction(n * n, 2) / (2 * n * (n - 1)))


@pytest.mark.few(1)
@pytest.mark.parametrize("n", [30, 31, 32, 33, 40, 41, 60, 300, 3000])
def test_arrays_of_long_texts(n: int) -> None:
    """From about 32 words on, sums of squared heights no longer fit in 16 bits."""
    item: list[Vector] = [tuple(range(n - 1)), tuple(range(n - 1))[::-1], tuple(range(n - 1))]
    values = [value for vector in item for value in vector]
    assert count_arrays("nested", [0] * 3, [n] * 3, values) == count_item("nested", item)


def test_many_annotations_of_one_text() -> None:
    item = [tuple(int(bit) for bit in f"{number:07b}") for number in range(128)] * 2
    pairs = [slow.apart(a, b, 1) for i, a in enumerate(item) for b in item[:i]]
    counts = count_item("flat", item)
    assert [counts[f"d1/8/256/{x}"] for x in range(8)] == [pairs.count(x) for x in range(8)]


@pytest.mark.parametrize(
    ("items", "n_words", "boundaries"),
    [
        ([0], [2], []),
        ([0, 0], [2], [0]),
        ([0], [0], []),
        ([0], [2], [-1]),
        ([0], [2], [2]),
        ([0, 0], [2, 3], [0, 0, 0]),
        ([0.5], [2], [0]),
        ([0], [2], [[0]]),
        ([0], [2], [2**63]),
    ],
)
def test_unsound_arrays(items: list[int], n_words: list[int], boundaries: list[int]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        count_arrays("flat", items, n_words, boundaries)


def test_one_text_has_one_length() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        count_item("flat", [(1,), (1, 0)])
    with pytest.raises(ValueError, match="different lengths"):
        count_items("flat", [[(0, 1)], [(1,), (1, 0)]])


@pytest.mark.parametrize("value", [-1, 2, 0.5, 2**70])
def test_vectors_that_are_none(value: int) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        count_items("flat", [[(0,), (value,)]])


@pytest.mark.parametrize("times", [10**6, 10**9, 10**12, 10**20])
def test_no_count_is_too_large(times: int) -> None:
    """Beyond 64 bits the sums continue as arbitrary-precision integers, without overflow."""
    campaign: list[list[Vector]] = [
        [(0, 1, 2, 3), (3, 0, 1, 2)],
        [(0, 1), (1, 0), (1, 0)],
        [(0, 2, 0, 1, 0), (0, 1, 0, 2, 0)],
    ]
    once = state_of("nested", campaign)
    many = take_apart(Tally().shift(once, times))
    c = sum(map(len, campaign))
    for k in (1, 2):
        expected = slow.total(campaign, k) * times * (c - 1) / (times * c - 1)
        assert total_variance(many, k) == expected
        assert within_variance(many, k) == slow.within(campaign, k)
