"""Twins and followers: equal to the slow definitions, found where they exist, and nowhere else."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.twins.chance import chances
from agreement.twins.following import _distribution, followers_of
from agreement.twins.pairs import Given, Pairs, pairs_of
from agreement.twins.tails import binomial_tails
from agreement.twins.twins import LEVEL, Twins, twins_of
from tests.agreement import slow_twins as slow
from tests.helpers.tiers import by_tier

Row = tuple[int, int, int]
Answer = Callable[[int, int, list[int]], int]
WORKERS = 12
SMALL = st.integers(0, 4)


def paired(rows: list[Row], habits: list[int] | None = None) -> Pairs:
    texts, workers, answers = ([row[at] for row in rows] for at in range(3))
    return pairs_of(Given(texts, workers, answers, habits or list(range(len(rows)))))


def works() -> st.SearchStrategy[list[Row]]:
    rows = st.lists(st.tuples(SMALL, SMALL, st.integers(0, 2)), max_size=20)
    return rows.map(lambda found: list({row[:2]: row for row in found}.values()))


def crowd(answer: Answer, *, texts: int = 120, seed: int = 1) -> list[Row]:
    """Let six of twelve workers answer each text, in any order; answer(text, worker, earlier)."""
    random = np.random.default_rng(seed)
    rows = []
    for text in range(texts):
        earlier: list[int] = []
        for who in random.permutation(WORKERS)[:6].tolist():
            earlier.append(answer(text, who, earlier))
            rows.append((text, who, earlier[-1]))
    return rows


def honest(random: np.random.Generator, text: int) -> int:
    """Return the usual answer of the text six times in ten, else one of five others."""
    return text if random.random() < 0.6 else int(random.integers(1000, 1005))


@given(works())
def test_pairs_are_all_pairs_of_answers_to_one_text(rows: list[Row]) -> None:
    found = paired(rows)
    columns = (found.text, found.earlier, found.later, found.same)
    listed = zip(*(column.tolist() for column in columns), strict=True)
    assert sorted(listed) == sorted(slow.pairs(rows).elements())


def test_pairs_never_exceed_their_limit_whatever_the_crowd() -> None:
    rows = [(text, who, who % 3) for text in range(3) for who in range(200)]
    rows += [(3, who, 0) for who in range(10)]
    texts, workers, answers = ([row[at] for row in rows] for at in range(3))
    found = pairs_of(Given(texts, workers, answers, answers), max_pairs=1000, seed=5)
    assert len(found.text) <= 1000
    assert found.sampled == 3
    assert found.answered.tolist() == [25, 25, 25, 10]
    assert (found.earlier_answer < found.later_answer).all()


@given(st.integers(0, 30), st.fractions(Fraction(1, 100), Fraction(99, 100)), st.data())
def test_binomial_tails_are_exact(n: int, p: Fraction, data: st.DataObject) -> None:
    least = data.draw(st.integers(0, n))
    [found] = binomial_tails(np.array([n]), np.array([float(p)]), np.array([least]))
    assert found == pytest.approx(float(slow.binomial_tail(n, p, least)), rel=1e-9)


@given(
    st.lists(
        st.tuples(st.fractions(Fraction(1, 9), 9, max_denominator=9), st.booleans()),
        min_size=2,
        max_size=6,
    ),
    st.data(),
)
def test_who_is_identical_before_is_as_by_listing_all(
    others: list[tuple[Fraction, bool]], data: st.DataObject
) -> None:
    alike = data.draw(st.integers(1, len(others)))
    ours = np.array([float(odds) for odds, before in others if before])
    theirs = np.array([float(odds) for odds, before in others if not before])
    exact = slow.identical_before([one for one, _ in others], [one for _, one in others], alike)
    assert _distribution(ours, theirs, alike).tolist() == pytest.approx(list(map(float, exact)))


def test_chances_solve_their_equations() -> None:
    random = np.random.default_rng(3)
    rows = crowd(lambda text, who, earlier: honest(random, text) if who else 7, texts=8)
    found, exact = paired(rows), slow.chances(rows, WORKERS)
    fitted = chances(found, np.ones(len(found.text), bool)).tolist()
    places = zip(found.text.tolist(), found.earlier.tolist(), found.later.tolist(), strict=True)
    assert fitted == pytest.approx([exact[place] for place in places], abs=2e-3)


def farm(answer: Answer, members: int) -> Iterator[Twins]:
    for seed in range(by_tier(quick=2, long=20)):
        random = np.random.default_rng([seed, members])

        def mixed(
            text: int, who: int, earlier: list[int], random: np.random.Generator = random
        ) -> int:
            return answer(text, who, earlier) if who < members else honest(random, text)

        yield twins_of(paired(crowd(mixed, seed=seed)))


def test_accounts_with_the_same_answers_are_one_cluster() -> None:
    crowds = list(farm(lambda text, who, earlier: 2000 + text * text % 7, members=4))
    for found in crowds:
        accounts = [one for one in found.pairs if one.other < 4]
        assert found.clusters[0] == [0, 1, 2, 3]
        assert len(accounts) == 6
        assert all(one.texts == one.same and one.follows is None for one in accounts)
    false = sum(len(found.clusters) > 1 for found in crowds)
    assert false <= LEVEL * len(crowds) + 2.6 * (LEVEL * len(crowds)) ** 0.5


@pytest.mark.parametrize("seed", range(3))
def test_a_large_farm_does_not_hide_behind_its_own_answers(seed: int) -> None:
    """A third of all workers answer by one program, but rarely meet on a text, and err. That makes
    their answers so common that no pair stood out while the chance was estimated from all pairs."""
    random, members = np.random.default_rng(seed), 14
    rows = []
    for text in range(70):
        for who in random.permutation(40)[:10].tolist():
            right = who < members and random.random() > 0.15
            rows.append((text, who, 2000 + text if right else honest(random, text)))
    found = {who for cluster in twins_of(paired(rows)).clusters for who in cluster}
    assert len(found) >= members / 2
    assert found <= set(range(members))


def test_nobody_is_a_twin_in_a_crowd_without_a_farm() -> None:
    found = list(farm(lambda text, who, earlier: 0, members=0))
    assert sum(bool(one.pairs) for one in found) <= LEVEL * len(found)


def test_people_who_are_both_better_than_the_others_are_no_twins() -> None:
    """Two workers are correct on nine texts in ten, the others on seven in ten."""
    random = np.random.default_rng(5)

    def answer(text: int, who: int, earlier: list[int]) -> int:
        right = random.random() < (0.9 if who < 2 else 0.7)
        return text % 2 if right else 1 - text % 2

    found = twins_of(paired(crowd(answer, texts=1000)))
    assert found.tested == 66
    assert not found.pairs


def test_two_people_with_one_habit_are_no_twins() -> None:
    random = np.random.default_rng(6)
    rows = crowd(lambda text, who, earlier: 9 if who < 2 else honest(random, text), texts=200)
    assert twins_of(paired(rows)).clusters == [[0, 1]], "as if each answer were its own habit"
    assert not twins_of(paired(rows, [answer for *_, answer in rows])).pairs


def test_who_copies_one_other_follows_them() -> None:
    """Worker 0 copies worker 1 wherever they came first, and reads elsewhere."""
    random = np.random.default_rng(7)
    last: dict[int, int] = {}

    def answer(text: int, who: int, earlier: list[int]) -> int:
        given = last[text] if who == 0 and text in last else honest(random, text) + who * 5000
        if who == 1:
            last[text] = given
        return given

    [pair] = twins_of(paired(crowd(answer, texts=200))).pairs
    assert (pair.one, pair.other, pair.follows) == (0, 1, 0)
    assert pair.texts - pair.after == pair.same - pair.same_after == pair.same


def test_who_copies_anybody_follows_and_is_nobodys_twin() -> None:
    random = np.random.default_rng(8)

    def answer(text: int, who: int, earlier: list[int]) -> int:
        copies = who == 0 and earlier
        return earlier[int(random.integers(len(earlier)))] if copies else honest(random, text)

    found = paired(crowd(answer, texts=300))
    [one] = followers_of(found)
    assert one.worker == 0
    assert one.same > one.expected
    assert not twins_of(found).pairs


def test_who_always_comes_after_the_careful_follows_nobody() -> None:
    """The order is always the same: careful people, then worker 0, then people who guess."""
    random = np.random.default_rng(9)
    rows = []
    for text in range(200):
        for who in (1, 2, 3, 0, 4, 5, 6):
            careful = who < 4
            rows.append((text, who, text if careful else int(random.integers(1000, 1005))))
    assert not followers_of(paired(rows))


def test_nobody_follows_in_a_crowd_without_a_copyist() -> None:
    crowds = by_tier(quick=3, long=40)
    found = sum(bool(followers_of(paired(honest_crowd(seed)))) for seed in range(crowds))
    assert found <= LEVEL * crowds + 2.6 * (LEVEL * crowds) ** 0.5


def honest_crowd(seed: int) -> list[Row]:
    random = np.random.default_rng(seed)
    return crowd(lambda text, who, earlier: honest(random, text), seed=seed)


def test_without_answers_there_is_nobody() -> None:
    assert twins_of(paired([])) == Twins(0, [], [])
    assert followers_of(paired([])) == []
    assert not twins_of(paired([(0, 0, 1)])).pairs


def test_pairs_are_tested_from_four_texts_on() -> None:
    rows = [(text, who, text) for text in range(4) for who in range(3)][:-1]
    assert twins_of(paired(rows)).tested == 1
