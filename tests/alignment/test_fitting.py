"""A run depends on its number and the documents alone, so any process may compute it."""

import pytest

from midpath.alignment.fitting import Fitted, runs_of
from midpath.alignment.segment_corpus import SegmentCorpus
from midpath.corpus.alignment import METHODS
from midpath.parts import Parts
from midpath.progress import unseen
from tests.alignment.by_hand import alignment_spec, made_up


def runs(seed: int, method: str = "vanilla", groups: int = 3) -> Parts[Fitted]:
    spec = alignment_spec(method=method, groups=groups, runs=3)
    return runs_of(SegmentCorpus(made_up(seed), spec.options), spec)


@pytest.mark.few(2)
@pytest.mark.parametrize("method", METHODS)
def test_runs_are_the_same_in_any_order(method: str) -> None:
    one, other = runs(1, method), runs(1, method)
    forward = [one.compute(number, unseen) for number in range(3)]
    assert forward == [other.compute(number, unseen) for number in (2, 1, 0)][::-1]
    assert all(fitted.tops for fitted in forward)


def test_the_digest_is_that_of_the_terms_and_their_counts() -> None:
    assert runs(1).inputs() == runs(1, "clustering", 5).inputs() != runs(2).inputs()
