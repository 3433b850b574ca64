"""The methods: one result per seed, what they find, what is reported about their runs."""

import json
import os
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest

from midpath.corpus.alignment import METHODS, CannotAlign, align, summary, top_terms
from midpath.corpus.bags import Bags, Terms, bags_of
from midpath.corpus.grouping import AnswerSets, Scores, score
from tests.corpus.made_up import made_up
from tests.corpus.test_bags import COLING

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("MIDPATH_SHARED", ROOT.parent / "shared"))
OPP115 = SHARED / "data" / "opp115" / "policies.jsonl"
HMMS = [key for key, method in METHODS.items() if method.kind == "hmm"]


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_a_run_is_what_its_seed_makes_it_whatever_ran_before(method: str) -> None:
    bags = made_up(2, documents=10, segments=90, terms=50, states=4, words=15).bags
    first = align(bags, method, 4, seed=7, run=2)
    for other in METHODS:
        align(bags, other, 3, seed=8, run=0)
    again = align(bags, method, 4, seed=7, run=2)
    assert again.labels.tolist() == first.labels.tolist()
    assert (again.objective, again.iterations) == (first.objective, first.iterations)
    assert first.labels.shape == (90,)
    assert set(first.labels.tolist()) <= set(range(4))
    assert first.weights.shape == (4, 50)


@pytest.mark.few(1)
@pytest.mark.parametrize("method", [key for key in METHODS if key != "clustering"])
def test_runs_differ_by_run_and_by_seed(method: str) -> None:
    bags = made_up(2, documents=10, segments=90, terms=50, states=6, words=8).bags
    found = {align(bags, method, 5, seed, run).objective for seed, run in ((1, 0), (1, 1), (2, 0))}
    assert len(found) == 3


@pytest.mark.long
@pytest.mark.parametrize("method", ["vanilla", "vanilla_vb"])
def test_the_best_of_ten_runs_finds_the_states_that_drew_the_bags(method: str) -> None:
    bags, states = made_up(4, documents=30, segments=300, terms=80, states=5, words=30)
    gold = AnswerSets([np.flatnonzero(states == state).tolist() for state in range(5)])
    runs = [align(bags, method, 5, 1, run) for run in range(10)]
    scores = [score(run.labels, gold) for run in runs]
    best = scores[summary(scores, [run.objective for run in runs]).best]
    assert best.precision is not None
    assert best.precision > 0.98
    assert best.recall is not None
    assert best.recall > 0.98


@pytest.mark.long
@pytest.mark.parametrize("method", ["strict_forward", "strict_forward_vb", "all_forward"])
def test_forward_models_find_states_in_their_order(method: str) -> None:
    """Every document goes through four states in order, five segments each."""
    rng = np.random.default_rng(6)
    words = ["alpha beta gamma", "delta epsilon", "zeta eta theta", "iota kappa"]
    documents = [
        [" ".join(rng.choice([*word.split(), "common"], 12)) for word in words for _ in range(5)]
        for _ in range(20)
    ]
    bags = bags_of(documents, Terms())
    runs = [align(bags, method, 4, 1, run) for run in range(10)]
    best = max(runs, key=lambda run: run.objective)
    assert best.labels.reshape(20, 4, 5).tolist() == [[[n] * 5 for n in range(4)]] * 20


class Stopped(Exception):
    pass


@pytest.mark.few(1)
@pytest.mark.parametrize("method", METHODS)
def test_progress_is_reported_and_can_stop_it(method: str) -> None:
    bags = made_up(2, documents=10, segments=90, terms=50, states=4, words=15).bags
    calls: list[tuple[int, int]] = []
    found = align(bags, method, 4, 1, 0, lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert calls[-1] == (found.iterations, calls[0][1])

    def stop(done: int, total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        align(bags, method, 4, 1, 0, stop)


@pytest.mark.few(1)
@pytest.mark.parametrize("method", METHODS)
def test_one_group_holds_all_and_more_groups_than_segments_do_no_harm(method: str) -> None:
    bags = bags_of([["red wine", "cheese"], [], ["red cars"]], Terms())
    assert align(bags, method, 1, 1, 0).labels.tolist() == [0, 0, 0]
    found = align(bags, method, 8, 1, 0)
    assert found.labels.shape == (3,)
    assert np.isfinite(found.objective)


def test_what_cannot_be_aligned_says_why() -> None:
    bags = bags_of([["red wine"]], Terms())
    with pytest.raises(CannotAlign, match="at least 1"):
        align(bags, "vanilla", 0, 1, 0)
    with pytest.raises(CannotAlign, match="No segment"):
        align(bags_of([["red wine"]], Terms(fewest_words=9)), "lda", 2, 1, 0)
    with pytest.raises(CannotAlign, match="No term"):
        align(bags_of([["red wine"]], Terms(least_documents=9)), "clustering", 2, 1, 0)
    shared = Terms(least_documents=2, fewest_words=3)
    with pytest.raises(CannotAlign, match="only in segments that are too short"):
        align(bags_of([["wine", "a b c"], ["wine", "d e f"]], shared), "vanilla", 2, 1, 0)


def test_top_terms_by_share_and_by_lift() -> None:
    bags = bags_of([["the the the cookies", "the the the court"]] * 3, Terms())
    weights = np.array([[0.25, 0.0, 0.75], [0.0, 0.9995, 0.0005]])
    assert bags.terms == ["cookies", "court", "the"]
    assert top_terms(bags, weights, 0, 5) == [("the", 0.75), ("cookies", 0.25)]
    assert top_terms(bags, weights, 0, 5, by_lift=True) == [("cookies", 2.0)]
    ((term, lift),) = top_terms(bags, weights, 1, 5, by_lift=True)
    assert term == "court"
    assert lift == pytest.approx(7.996)


def test_what_hardly_stands_anywhere_is_peculiar_to_no_group() -> None:
    bags = bags_of([["the the the cookies", "the the the court cookies"]], Terms())
    weights = np.array([[0.9, 0.05, 0.05]])
    assert top_terms(bags, weights, 0, 5, by_lift=True) == []


def test_a_summary_has_means_and_sample_deviations_and_the_best_run() -> None:
    scores = [Scores(10, 4, 5, 2), Scores(10, 4, 2, 1), Scores(10, 4, 0, 0)]
    found = summary(scores, [-3.0, -1.0, -1.0])
    recalls = [each.recall for each in scores if each.recall is not None]
    assert found.best == 1
    assert found.spreads["recall"].mean == pytest.approx(mean(recalls))
    assert found.spreads["recall"].sd == pytest.approx(stdev(recalls))
    assert found.spreads["recall"].runs == 3
    assert found.spreads["precision"].runs == 2
    assert found.spreads["precision"].reason == "The groups put no pair together."
    one = summary(scores[2:], [0.0]).spreads
    assert one["precision"].reason == "The groups put no pair together."
    assert (one["recall"].mean, one["recall"].sd) == (0.0, None)
    two = summary(scores[1:], [0.0, 0.0]).spreads["precision"]
    assert (two.mean, two.sd, two.runs) == (0.5, None, 1)
    assert two.reason == f"{one['precision'].reason} {one['recall'].reason}"


@pytest.fixture(scope="module")
def opp115() -> tuple[Bags, AnswerSets]:
    if not OPP115.exists():
        pytest.skip("the OPP-115 policies are not beside the project")
    lines = OPP115.read_text(encoding="utf-8").splitlines()
    policies = [json.loads(line)["sections"] for line in lines]
    bags = bags_of([[each["text"] for each in one] for one in policies], COLING)
    row_of = {segment: row for row, segment in enumerate(bags.segments.tolist())}
    sets: dict[str, list[int]] = {}
    for number, section in enumerate(section for one in policies for section in one):
        for category in section["votes"]:
            if number in row_of:
                sets.setdefault(category, []).append(row_of[number])
    return bags, AnswerSets(list(sets.values()))


@pytest.mark.long
@pytest.mark.parametrize("method", HMMS)
def test_groups_of_policies_fit_the_experts(opp115: tuple[Bags, AnswerSets], method: str) -> None:
    """0.47 of all pairs share a category, as would 0.47 of the pairs in random groups; one run may
    be as low as 0.54."""
    bags, gold = opp115
    assert bags.counts.shape == (2822, 1066)
    found = score(align(bags, method, 10, 1, 0).labels, gold)
    assert found.pairs == 3_980_431
    assert found.precision is not None
    assert found.precision > 0.52
