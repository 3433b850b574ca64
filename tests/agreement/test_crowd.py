"""Workers and consensus of pairs: accuracy by chance, differences, crowd-kit on real judgments."""

import csv
import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.skills.skill_models import MODELS
from agreement.votes.ballots import ballots_of
from agreement.votes.consensus import majority
from agreement.votes.crowd import consensus_lines, crowd_figures, figures_of_crowd, lines_of_crowd
from agreement.votes.workers import agreement
from tests.agreement.test_dawid_skene import CROWD_KIT, PEERS
from tests.agreement.test_nominal import RTE
from tests.helpers.programs import output_of

Votes = list[tuple[str, str, str]]
VOTES = st.dictionaries(
    st.tuples(st.sampled_from("pqrst"), st.sampled_from("abcd")), st.sampled_from("xyz")
).map(lambda votes: [(pair, worker, label) for (pair, worker), label in votes.items()])
GOLD = st.dictionaries(st.sampled_from("pqrstu"), st.sampled_from("xyz"))


def read_rte() -> tuple[Votes, dict[str, str]]:
    with RTE.open(newline="") as file:
        rows = list(csv.DictReader(file))
    votes = [(row["pair"], row["worker"], row["answer"]) for row in rows]
    return votes, {row["pair"]: row["gold"] for row in rows}


def slow_accuracy(votes: Votes, gold: dict[str, str]) -> Fraction | None:
    shares = []
    for pair in {pair for pair, _, _ in votes} & set(gold):
        labels = [label for other, _, label in votes if other == pair]
        most = max(labels.count(label) for label in labels)
        best = {label for label in labels if labels.count(label) == most}
        shares.append(Fraction(gold[pair] in best, len(best)))
    return sum(shares, Fraction(0)) / len(shares) if shares else None


@pytest.mark.long
@settings(max_examples=40)
@given(VOTES, GOLD)
def test_a_tie_is_right_as_often_as_a_lot_would_be(votes: Votes, gold: dict[str, str]) -> None:
    found = crowd_figures(votes, gold)["consensus"]["majority"]
    expected = slow_accuracy(votes, gold)
    assert found["accuracy_exact"] == (None if expected is None else str(expected))
    assert (found["accuracy"] is None) == ("accuracy_reason" in found)


@pytest.mark.long
@settings(max_examples=40)
@given(VOTES, GOLD, st.randoms(use_true_random=False))
def test_vote_order_is_irrelevant(votes: Votes, gold: dict[str, str], random: Random) -> None:
    expected = json.dumps(crowd_figures(votes, gold))
    random.shuffle(votes)
    assert json.dumps(crowd_figures(votes, gold)) == expected


@pytest.mark.long
@settings(max_examples=40)
@given(VOTES)
def test_each_pair_has_a_line_and_those_that_differ_are_listed(votes: Votes) -> None:
    lines = consensus_lines(votes)
    assert [line["pair"] for line in lines] == sorted({pair for pair, _, _ in votes})
    differing = crowd_figures(votes)["differences"]
    for line in lines:
        won = majority(label for pair, _, label in votes if pair == line["pair"])
        assert (line["majority"], line["support"]) == (won.winner, won.support)
        assert line["absolute_majority"] == (won.winner if won.absolute else None)
        assert sum(line["posterior"].values()) == pytest.approx(1)
        alike = won.absolute and line["dawid_skene"] == won.winner and not line["dawid_skene_ties"]
        assert (line in differing) == (not alike)


def test_workers_stand_with_their_records() -> None:
    votes = [(f"p{i}", who, "yes" if i % 2 else "no") for i in range(12) for who in ("ann", "bob")]
    votes += [(f"p{i}", "cy", "no") for i in range(10)] + [("p1", "dee", "no")]
    found = crowd_figures(votes, {"p1": "yes", "p2": "no"})
    assert found["workers"] == 4
    listed = found["worker_agreement"]
    assert (listed["listed"], listed["left_out"]) == (3, 1)
    expected = agreement(votes)
    assert listed["quartiles_exact"] == [str(share) for share in expected.quartiles]
    ann, _, cy = listed["workers"]
    assert (ann["worker"], ann["judged"], ann["gold"], ann["gold_right"]) == ("ann", 12, 2, 2)
    assert (cy["agreeing"], cy["gold_right"]) == (5, 1)
    assert (cy["pairs"], cy["pairs_with_others"]) == (9, 10)  # including theirs, p1 is a tie
    confusion: Any = cy["confusion"]
    assert confusion["no"]["no"] == pytest.approx(1, abs=0.05)
    assert ann["dawid_skene"] == pytest.approx(1, abs=0.05)


def test_nobody_and_nothing_known_are_named() -> None:
    found = crowd_figures([])
    assert found["workers"] == 0
    assert found["worker_agreement"]["reason"] == "No worker judged 10 items or more."
    assert found["worker_agreement"]["quartiles"] == []
    assert found["dawid_skene"]["reason"] == "There is no judgment."
    assert found["consensus"]["majority"]["accuracy_reason"] == "No answer is known."
    tied = crowd_figures([("p", "a", "x"), ("p", "b", "y")], {"p": "x"})["consensus"]
    assert tied["absolute_majority"]["none"] == 1
    assert "No pair that it settles" in tied["absolute_majority"]["accuracy_reason"]


def test_of_too_many_labels_dawid_skene_is_left_out() -> None:
    votes = [(f"p{i}", who, "xyz"[i % 3]) for i in range(12) for who in ("ann", "bob")]
    votes += [(f"p{i}", "cy", "x") for i in range(11)]
    ballots, gold = ballots_of(votes), {"p1": "y"}
    assert figures_of_crowd(ballots, gold, most_labels=3) == figures_of_crowd(ballots, gold)
    found, full = figures_of_crowd(ballots, gold, most_labels=2), figures_of_crowd(ballots, gold)
    assert found["dawid_skene"]["reason"] == "Dawid–Skene is of at most 2 labels; here are 3."
    assert found["consensus"]["dawid_skene"]["none"] == 12
    for way in ("majority", "absolute_majority"):
        assert found["consensus"][way] == full["consensus"][way]
    assert found["differences"] == []
    ann = found["worker_agreement"]["workers"][0]
    assert (ann["agreement"], ann["dawid_skene"], ann["confusion"]) == (1, None, None)
    line = lines_of_crowd(ballots, gold, most_labels=2)[1]
    assert (line["majority"], line["dawid_skene"], line["posterior"]) == ("y", None, {})


@pytest.mark.long
@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
def test_real_judgments() -> None:
    """Snow et al. 2008; .8969 of the majorities are correct, a tie counting one half."""
    votes, gold = read_rte()
    found: Any = crowd_figures(votes, gold)
    assert found["workers"] == 164
    assert found["consensus"]["majority"]["accuracy_exact"] == "287/320"  # .896875
    assert found["consensus"]["majority"]["ties"] == 65
    assert found["consensus"]["dawid_skene"]["accuracy"] > 0.92
    assert len(found["worker_agreement"]["quartiles"]) == 3


@pytest.mark.skipif(not RTE.exists(), reason=f"no real judgments at {RTE} (MIDPATH_SHARED)")
@pytest.mark.skipif(not (PEERS / "ready").exists(), reason=f"no crowd-kit at {PEERS} (make peers)")
@pytest.mark.long
def test_dawid_skene_is_as_accurate_as_crowd_kit_s() -> None:
    votes, gold = read_rte()
    python = PEERS / "bin" / "python"
    theirs: Any = json.loads(output_of(python, "-c", CROWD_KIT, typed=json.dumps(votes)))
    labels = {
        pair: theirs["labels"][max(range(len(shares)), key=shares.__getitem__)]
        for pair, shares in theirs["posterior"].items()
    }
    accuracy = sum(label == gold[pair] for pair, label in labels.items()) / len(gold)
    ours = crowd_figures(votes, gold)["consensus"]["dawid_skene"]["accuracy"]
    assert ours == pytest.approx(accuracy, abs=0.005)


def crowd_of_unequal(seed: int) -> tuple[Votes, dict[str, str]]:
    """Return three votes on each of sixty pairs, by ten workers of unequal skill, and the truth."""
    random = Random(seed)
    skills = {worker: random.uniform(0.4, 0.95) for worker in "abcdefghij"}
    gold = {f"p{pair:02}": random.choice("xyz") for pair in range(60)}
    votes = [
        (pair, worker, label if random.random() < skills[worker] else random.choice("xyz"))
        for pair, label in gold.items()
        for worker in random.sample(sorted(skills), 3)
    ]
    return votes, gold


def test_further_models_leave_the_other_figures_as_they_are() -> None:
    """They add their own, and the differences are still those between the three methods."""
    votes, gold = crowd_of_unequal(seed=1)
    usual, names = crowd_figures(votes, gold), tuple(MODELS)
    lines = lines_of_crowd(ballots_of(votes), gold, models=names)
    apart = [
        one["pair"]
        for one in lines
        if any(choice["label"] != one["dawid_skene"] for choice in one["models"].values())
    ]
    assert set(apart) - {one["pair"] for one in usual["differences"]}
    found: Any = figures_of_crowd(ballots_of(votes), gold, models=names)
    assert list(found.pop("models")) == list(names)
    for name in names:
        accuracy = found["consensus"].pop(name)["accuracy_exact"]
        right = sum(one["models"][name]["label"] == one["gold"] for one in lines)
        assert Fraction(accuracy) == Fraction(right, 60)
    for one in found["worker_agreement"]["workers"]:
        assert list(one.pop("skills")) == list(names)
    for one in found["differences"]:
        assert list(one.pop("models")) == list(names)
    assert found == usual


def test_vote_order_is_irrelevant_to_further_models() -> None:
    votes, gold = crowd_of_unequal(seed=2)
    names = tuple(MODELS)
    expected = json.dumps(figures_of_crowd(ballots_of(votes), gold, models=names))
    Random(3).shuffle(votes)
    assert json.dumps(figures_of_crowd(ballots_of(votes), gold, models=names)) == expected
