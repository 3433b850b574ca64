"""Alpha of segmentations under a distance that is plugged in."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import agreement
from agreement.segmentation.alpha import Weights
from agreement.segmentation.vectors import Kind, Vector
from tests.agreement import slow
from tests.agreement.strategies import campaigns

WEIGHTS: tuple[Weights, ...] = ("items", "annotations")


def d2(one: Vector, other: Vector) -> Fraction:
    return Fraction(sum(abs(a**2 - b**2) for a, b in zip(one, other, strict=True)), len(one))


@given(
    data=st.data(),
    kind=st.sampled_from(["flat", "nested", "nary"]),
    weights=st.sampled_from(["items", "annotations"]),
)
def test_d2_plugged_in_is_d2(data: st.DataObject, kind: Kind, weights: Weights) -> None:
    texts = data.draw(campaigns(kind))
    built_in = agreement.segmentation_alpha(
        texts, kind, power=1 if kind == "flat" else 2, weights=weights
    )
    plugged = agreement.segmentation_alpha(
        texts, kind, weights=weights, distance=agreement.sliding(d2)
    )
    assert plugged == built_in
    assert plugged.exact == slow.alpha(texts, 2, weights)


def test_its_interval_is_that_of_d2() -> None:
    texts: list[list[Vector]] = [
        [(1, 0, 2), (2, 0, 1)],
        [(0, 1), (0, 1), (1, 0)],
        [(0, 1, 0, 2)] * 2,
        [(0,)],
    ] * 3
    for weights in WEIGHTS:
        built_in = agreement.segmentation_alpha(texts, "nested", weights=weights, power=2)
        plugged = agreement.segmentation_alpha(
            texts, "nested", weights=weights, distance=agreement.sliding(d2)
        )
        one, other = (found.interval(resamples=200, seed=3) for found in (built_in, plugged))
        assert (one.low, one.high) == pytest.approx((other.low, other.high))


@pytest.mark.parametrize(
    ("distance", "message"),
    [
        (lambda a, b: sum(a) - sum(b), "negative|order"),
        (lambda a, b: 1, "itself is not 0"),
        (lambda a, b: "far" if a != b else 0, "not a number"),
    ],
)
def test_what_is_no_distance_is_refused(distance: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agreement.segmentation_alpha([[(1, 0), (0, 0)]], distance=distance)


def test_a_power_and_a_distance_are_refused() -> None:
    with pytest.raises(ValueError, match="either a power or a distance"):
        agreement.segmentation_alpha([[(1, 0)] * 2], power=2, distance=lambda a, b: 0)


def test_nothing_to_compare_is_undefined() -> None:
    found = agreement.segmentation_alpha([[(1, 0)]], distance=lambda a, b: 1)
    assert found.reason == "No text of two or more words has two annotations."
