"""Breakdowns of evidence: groups of questions, errors of systems and shared places equal their slow
twins."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.evidence.answer_sets import shared_places
from agreement.evidence.breakdowns import Case, by_value
from agreement.evidence.errors import cross_tabulate, outcome_of
from agreement.figure import as_exact
from tests.agreement.slow_evidence import (
    Question,
    alpha_of,
    human_of,
    mean,
    slow_outcome,
    slow_shared,
    system_of,
)

MARKS = st.frozensets(st.integers(0, 3), max_size=3)
ANSWERS = st.lists(MARKS, max_size=4)
VALUES = st.frozensets(st.sampled_from(["first", "third", "other"]), max_size=2)
CASES = st.lists(st.builds(Case, VALUES, st.just(4), ANSWERS, st.fixed_dictionaries({"s": MARKS})))


@settings(max_examples=50)
@given(CASES)
def test_each_group_has_the_figures_of_its_questions_alone(cases: list[Case]) -> None:
    found = by_value(cases)
    assert set(found) == {value for case in cases for value in case.values}
    sizes = [group.questions for group in found.values()]
    assert sizes == sorted(sizes, reverse=True)
    for value, group in found.items():
        own = [case for case in cases if value in case.values]
        answers = [[frozenset(one) for one in case.answers] for case in own]
        several = [one for one in answers if len(one) > 1]
        assert group.questions == len(own)
        assert group.alpha.value == alpha_of(
            [Question("d", (1, 1, 1, 1), one, [], []) for one in answers]
        )
        people, system = group.human.scores, group.systems["s"].scores
        assert as_exact(people and people.f1) == mean([human_of(one) for one in several])
        scores = [
            system_of(frozenset(case.predicted["s"]), one)
            for case, one in zip(own, answers, strict=True)
            if one
        ]
        assert as_exact(system and system.f1) == mean(scores)


@given(st.lists(st.tuples(MARKS, st.lists(MARKS, min_size=1, max_size=4))))
def test_each_question_has_one_outcome(
    questions: list[tuple[frozenset[int], list[frozenset[int]]]],
) -> None:
    outcomes = [outcome_of(predicted, answers) for predicted, answers in questions]
    assert outcomes == [slow_outcome(predicted, answers) for predicted, answers in questions]
    found = cross_tabulate((one, {"even": str(i % 2)}) for i, one in enumerate(outcomes))
    assert found.all == Counter(outcomes)
    assert sum(map(Counter, found.by.get("even", {}).values()), Counter()) == found.all


@given(st.lists(MARKS))
def test_shared_places_are_in_two_sets(sets: list[frozenset[int]]) -> None:
    assert shared_places(sets).value == slow_shared(sets)
