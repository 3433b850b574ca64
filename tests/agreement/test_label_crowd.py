"""Label crowds: single labels equal pair answers, scales use the median, sets are judged label by
label."""

import json
from collections import Counter
from fractions import Fraction
from statistics import median_high, median_low
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.votes.ballots import ballots_of
from agreement.votes.crowd import consensus_lines, crowd_figures
from agreement.votes.dawid_skene import dawid_skene
from agreement.votes.label_crowd import figures_of_label_crowd, lines_of_label_crowd
from agreement.votes.label_figures import Kind
from agreement.votes.workers import agreement

Vote = tuple[str, str, tuple[str, ...]]
WORKERS = [f"w{number}" for number in range(5)]
ITEMS = [f"i{number}" for number in range(6)]
SCALE = ("-1", "0.5", "2", "10")
WHO = st.lists(st.sampled_from([(item, who) for item in ITEMS for who in WORKERS]), unique=True)


def votes_of(answers: st.SearchStrategy[tuple[str, ...]]) -> st.SearchStrategy[list[Vote]]:
    return WHO.flatmap(
        lambda who: st.lists(answers, min_size=len(who), max_size=len(who)).map(
            lambda given: [(*one, answer) for one, answer in zip(who, given, strict=True)]
        )
    )


ONE = votes_of(st.tuples(st.sampled_from("abc")))
PLACES = votes_of(st.tuples(st.sampled_from(SCALE)))
SETS = votes_of(st.lists(st.sampled_from("abc"), unique=True).map(tuple))
GOLD = st.dictionaries(st.sampled_from(ITEMS), st.sampled_from("abc"))
GOLD_SETS = st.dictionaries(
    st.sampled_from(ITEMS), st.lists(st.sampled_from("abcd"), unique=True).map(tuple)
)
some = settings(max_examples=40)


def figures(votes: list[Vote], kind: Kind, gold: Any = None) -> Any:
    return figures_of_label_crowd(ballots_of(votes), kind, gold)


def lines(votes: list[Vote], kind: Kind, gold: Any = None) -> Any:
    return lines_of_label_crowd(ballots_of(votes), kind, gold)


@pytest.mark.long
@some
@given(ONE, GOLD)
def test_one_label_is_settled_as_pairs_are(votes: list[Vote], gold: dict[str, str]) -> None:
    """Equal except for the name of the judged item."""
    single = [(item, worker, label) for item, worker, (label,) in votes]
    known = {item: (label,) for item, label in gold.items()}
    theirs = json.dumps([crowd_figures(single, gold), consensus_lines(single, gold)])
    ours = [figures(votes, "one", known), lines(votes, "one", known)]
    assert ours == json.loads(theirs.replace('"pair', '"item').replace("No pair", "No item"))


@pytest.mark.long
@some
@given(PLACES, st.dictionaries(st.sampled_from(ITEMS), st.sampled_from(SCALE)))
def test_on_a_scale_the_median_is_one_more_way(votes: list[Vote], gold: dict[str, str]) -> None:
    known = {item: (value,) for item, value in gold.items()}
    found, one = figures(votes, "scale", known), figures(votes, "one", known)
    assert {**found["consensus"], "median": None} == {**one["consensus"], "median": None}
    assert found["worker_agreement"] == one["worker_agreement"]
    right, ties = [], 0
    for line in lines(votes, "scale", known):
        values = sorted(Fraction(v) for item, _, (v,) in votes if item == line["item"])
        ends = {median_low(values), median_high(values)}
        middle = {Fraction(v) for v in line["median_ties"] or [line["median"]]}
        assert middle == ends
        assert bool(line["median_ties"]) == (line["median"] is None) == (len(ends) > 1)
        assert [Fraction(v) for v in line["votes"]] == sorted(map(Fraction, line["votes"]))
        ties += len(ends) > 1
        if line["gold"] is not None:
            right.append(Fraction(Fraction(line["gold"]) in ends, len(ends)))
    median = found["consensus"]["median"]
    assert (median["ties"], median["none"], median["gold"]) == (ties, 0, len(right))
    if right:
        assert Fraction(median["accuracy_exact"]) == sum(right) / len(right)


@pytest.mark.long
@some
@given(SETS, GOLD_SETS)
def test_labels_of_sets_settle_alone(votes: list[Vote], gold: dict[str, tuple[str, ...]]) -> None:
    labels = sorted({label for _, _, answer in votes for label in answer})
    questions = {
        label: sorted(
            (item, who, "yes" if label in answer else "no") for item, who, answer in votes
        )
        for label in labels
    }
    alone = {
        label: {line["pair"]: line for line in consensus_lines(q)} for label, q in questions.items()
    }
    found = lines(votes, "any", gold)
    assert [line["item"] for line in found] == sorted({item for item, _, _ in votes})
    for line in found:
        item, m = line["item"], sum(item == line["item"] for item, _, _ in votes)
        times = Counter(label for of, _, answer in votes if of == item for label in answer)
        assert line["votes"] == dict(sorted(times.items()))
        assert line["majority"] == [label for label in labels if 2 * times[label] > m]
        assert line["ties"] == [label for label in labels if 2 * times[label] == m]
        assert line["absolute_majority"] == (None if line["ties"] else line["majority"])
        for label in labels:
            one = alone[label][item]
            assert line["posterior"][label] == one["posterior"].get("yes", 0)
            assert (label in line["dawid_skene_ties"]) == bool(one["dawid_skene_ties"])
            if not one["dawid_skene_ties"]:
                assert (label in line["dawid_skene"]) == (one["dawid_skene"] == "yes")
        assert line["gold"] == (sorted(gold[item]) if item in gold else None)


@pytest.mark.long
@some
@given(SETS, GOLD_SETS)
def test_sets_whole_and_by_label(votes: list[Vote], gold: dict[str, tuple[str, ...]]) -> None:
    found = figures(votes, "any", gold)["consensus"]
    labels = sorted({label for _, _, answer in votes for label in answer})
    shares, by_label = [], {label: [] for label in labels}  # type: ignore[var-annotated]
    for line in lines(votes, "any", gold):
        if line["gold"] is None:
            continue
        possible = [set(line["majority"])]
        for tied in line["ties"]:
            possible += [one | {tied} for one in possible]
        shares.append(Fraction(possible.count(set(line["gold"])), len(possible)))
        for label in labels:
            agreeing = sum((label in one) == (label in line["gold"]) for one in possible)
            by_label[label].append(Fraction(agreeing, len(possible)))
    assert found["majority"]["gold"] == len(shares)
    assert list(found["majority"]["labels"]) == labels
    if not shares:
        assert found["majority"]["accuracy"] is None
        assert found["majority"]["accuracy_reason"]
        return
    assert Fraction(found["majority"]["accuracy_exact"]) == sum(shares) / len(shares)
    for label, figure in found["majority"]["labels"].items():
        assert Fraction(figure["accuracy_exact"]) == sum(by_label[label]) / len(shares)


@pytest.mark.long
@some
@given(SETS, GOLD_SETS, st.randoms(use_true_random=False))
def test_order_of_votes(votes: list[Vote], gold: dict[str, tuple[str, ...]], random: Any) -> None:
    expected = json.dumps([figures(votes, "any", gold), lines(votes, "any", gold)])
    turned = [(item, who, answer[::-1]) for item, who, answer in votes]
    random.shuffle(turned)
    assert json.dumps([figures(turned, "any", gold), lines(turned, "any", gold)]) == expected


@pytest.mark.long
@some
@given(SETS)
def test_those_that_differ_are_listed(votes: list[Vote]) -> None:
    differing = figures(votes, "any")["differences"]
    for line in lines(votes, "any"):
        alike = not line["ties"] and not line["dawid_skene_ties"]
        assert (line in differing) == (not (alike and line["majority"] == line["dawid_skene"]))


def test_workers_agree_over_decisions() -> None:
    votes: list[Vote] = [
        (f"i{i}", who, ("a", "b") if i % 2 else ("a",)) for i in range(12) for who in ("ann", "bob")
    ]
    votes += [(f"i{i}", "cy", ("c",)) for i in range(10)] + [("i1", "dee", ())]
    found = figures(votes, "any", {"i1": ("b", "a"), "i2": ("c",), "i3": ("d",)})
    listed = found["worker_agreement"]
    assert (found["workers"], listed["listed"], listed["left_out"]) == (4, 3, 1)
    decisions = [
        ((item, label), who, label in answer) for item, who, answer in votes for label in "abc"
    ]
    expected = agreement(decisions, 30)
    assert listed["quartiles_exact"] == [str(share) for share in expected.quartiles]
    ann, _, cy = listed["workers"]
    assert (ann["worker"], ann["judged"], ann["gold"], ann["gold_right"]) == ("ann", 12, 3, 1)
    assert (cy["judged"], cy["gold_right"]) == (10, 1)
    for row in (ann, cy):
        record = expected.records[row["worker"]]
        assert (row["agreeing"], row["decisions"]) == record.agreement
        assert (row["agreeing_with_others"], row["decisions_with_others"]) == record.with_others
    models = {
        label: dawid_skene((item, who, label in answer) for item, who, answer in votes)
        for label in "abc"
    }
    mean = sum(model.accuracy["cy"] for model in models.values()) / 3
    assert cy["dawid_skene"] == pytest.approx(mean, abs=1e-6)
    assert list(cy["confusion"]) == ["a", "b", "c"]
    assert cy["confusion"]["b"]["yes"]["yes"] == pytest.approx(0, abs=0.2)


@pytest.mark.parametrize("kind", ["one", "scale", "any"])
def test_nobody_and_nothing_known_are_named(kind: Kind) -> None:
    found = figures([], kind)
    assert found["workers"] == 0
    assert found["worker_agreement"]["reason"] == "No worker judged 10 items or more."
    assert found["dawid_skene"]["reason"] == "There is no judgment."
    assert found["consensus"]["majority"]["accuracy_reason"] == "No answer is known."
    assert lines([], kind) == found["differences"] == []


def test_nothing_chosen_is_an_answer() -> None:
    votes: list[Vote] = [(f"i{i}", who, ()) for i in range(10) for who in ("ann", "bob")]
    found = figures(votes, "any", {"i0": (), "i1": ("a",)})
    assert found["consensus"]["majority"]["accuracy"] == 0.5
    assert found["worker_agreement"]["left_out"] == 2
    assert "same labels" in found["dawid_skene"]["reason"]
    assert lines(votes, "any")[0]["majority"] == []


def test_of_too_many_values_dawid_skene_is_left_out() -> None:
    votes: list[Vote] = [(f"i{i}", who, (str(i),)) for i in range(51) for who in ("ann", "bob")]
    assert figures(votes[:-2], "scale")["consensus"]["dawid_skene"]["items"] == 50
    found = figures(votes, "scale")
    assert "at most 50 labels; here are 51" in found["dawid_skene"]["reason"]
    assert found["consensus"]["dawid_skene"]["items"] == 0
    assert found["consensus"]["median"]["items"] == 51
    assert lines(votes, "scale")[2]["median"] == "10"
