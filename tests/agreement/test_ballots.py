"""Votes as numbers: same counts as one by one, missing answers skipped, duplicates refused."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.tally import Tally
from agreement.votes import ballots as module
from agreement.votes.ballots import ballots_of, cell_of_each, cells_of, joined, winners_of
from agreement.votes.consensus import as_yes_no, majority, pairwise
from agreement.votes.crowd import crowd_figures
from agreement.votes.dawid_skene import dawid_skene
from agreement.votes.pair_counting import count_pairs
from agreement.votes.pair_figures import pair_contribution
from agreement.votes.workers import agreement

LABELS = st.sampled_from(["yes", "no", "perhaps", "a/b %"])
VOTES = st.dictionaries(
    st.tuples(st.sampled_from("pqrs"), st.sampled_from("abcde")), LABELS, min_size=1
).map(lambda votes: [(item, worker, label) for (item, worker), label in votes.items()])
NUMBERS: st.SearchStrategy[np.ndarray] = st.lists(
    st.tuples(*[st.integers(0, 3)] * 3), min_size=1
).map(np.array)


@given(VOTES, st.booleans())
def test_cells_and_winners_equal_a_count(votes: list[tuple[str, str, str]], dense: bool) -> None:
    found = ballots_of(votes)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "DENSE", 8 if dense else 0)
        cells = cells_of(found.items, found.labels)
        of_each = cell_of_each(found.items, found.labels)
    for cell, vote in zip(of_each.tolist(), votes, strict=True):
        assert found.item_names[cells.items[cell]] == vote[0]
        assert found.label_names[cells.labels[cell]] == vote[2]
    won = winners_of(cells, len(found.item_names))
    for number, item in enumerate(found.item_names):
        times = Counter(label for name, _, label in votes if name == item)
        counts = sorted(times.values(), reverse=True)
        lower = [count for count in counts if count < counts[0]]
        assert won.votes[number] == sum(counts)
        assert won.best[number] == counts[0]
        assert won.tied[number] == counts.count(counts[0])
        assert times[found.label_names[won.label[number]]] == counts[0]
        assert won.second[number] == max(lower, default=0)
        assert won.at_second[number] == lower.count(max(lower, default=0))


@given(NUMBERS, st.sampled_from([2**62, 5]))
def test_joined_numbers_sort_as_their_rows(rows: np.ndarray, largest: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "LARGEST", largest)
        codes = joined(*rows.T).tolist()
    ranks = {row: rank for rank, row in enumerate(sorted(set(map(tuple, rows.tolist()))))}
    expected = [ranks[tuple(row)] for row in rows.tolist()]
    order = sorted(set(codes))
    assert [order.index(code) for code in codes] == expected


@given(
    st.lists(
        st.tuples(
            st.lists(LABELS, min_size=1, max_size=5),
            st.none() | st.integers(0, 1_000_000),
            st.none() | st.integers(0, 3) | st.sampled_from(["near/far", "50 %"]),
        ),
        max_size=8,
    ),
    st.sets(LABELS),
)
def test_many_pairs_at_once_count_as_one_by_one(
    pairs: list[tuple[list[str], int | None, int | str | None]], yes: set[str]
) -> None:
    votes = ballots_of(
        (number, place, label)
        for number, (labels, _, _) in enumerate(pairs)
        for place, label in enumerate(labels)
    )
    found = count_pairs(
        votes.items,
        votes.labels,
        votes.label_names,
        yes,
        similarities=[similarity for _, similarity, _ in pairs],
        strata=[stratum for *_, stratum in pairs],
    )
    assert found == Tally.total(
        pair_contribution(labels, yes, similarity, stratum) for labels, similarity, stratum in pairs
    )


def test_a_missing_answer_is_no_vote() -> None:
    given_votes = [("p", "ann", "yes"), ("p", "bob", "no"), ("q", "ann", "no")]
    votes = [*given_votes, ("p", "cy", None), ("q", "cy", None), ("r", "cy", None)]
    assert agreement(votes, 1) == agreement(given_votes, 1)
    assert dawid_skene(votes).posterior == dawid_skene(given_votes).posterior
    assert crowd_figures(votes) == crowd_figures(given_votes)
    assert pair_contribution(["yes", None, "no"]) == pair_contribution(["yes", "no"])
    assert pair_contribution([None]) == Tally()
    assert as_yes_no(["same topic", None, "different"]) == ["yes", "no"]
    assert majority(["yes", None, None]).winner == "yes"
    assert pairwise(["yes", None, "yes"]) == 1
    assert pairwise(["yes", None]) is None


def test_two_votes_of_one_worker_on_one_item_are_refused() -> None:
    votes = [("p", "ann", "yes"), ("q", "ann", "no"), ("p", "ann", "no")]
    for count in (agreement, dawid_skene, crowd_figures):
        with pytest.raises(ValueError, match="The worker 'ann' judged the item 'p' twice"):
            count(votes)
