"""Figures of evidence: exact sums equal to slow references, in any order; real experts if
available."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.evidence.figures import CAUSES, item_summary, question_contribution, question_figures
from agreement.evidence.intervals import bootstrap_evidence, bootstrap_means
from agreement.tally import Tally
from tests.agreement.slow_evidence import Question, figures_of, human_of, mean
from tests.agreement.test_evidence import OPP115

CHOICES = st.lists(st.sampled_from(["First", "Third", "Other"]), max_size=2, unique=True)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    document = draw(st.sampled_from(["a", "b/c", "50 % d"]))
    words = (3, 5, 1, 8, 2)
    answers = draw(st.lists(st.frozensets(st.integers(0, 4), max_size=3), max_size=5))
    causes = [draw(st.sampled_from(["", *CAUSES, "of my own"])) for _ in answers]
    categories = [draw(CHOICES) for _ in answers]
    return Question(document, words, answers, causes, categories)


def share_of(one: Question) -> Tally:
    return question_contribution(one.document, one.words, one.answers, one.causes, one.categories)


def total_of(questions: list[Question]) -> Tally:
    return Tally.total(map(share_of, questions))


@pytest.mark.long
@settings(max_examples=60)
@given(st.lists(questions(), max_size=5))
def test_figures_equal_their_slow_twin(questions: list[Question]) -> None:
    found: Any = question_figures(total_of(questions))
    slow = figures_of(questions)
    assert found["questions"] == len(questions)
    assert found["answers"] == sum(len(q.answers) for q in questions)
    assert exact(found["alpha"]["pooled"]) == slow["pooled"]
    by_document = found["alpha"]["per_document"]
    for name, value in slow["per_document"].items():
        assert exact(by_document[name]) == value if name in by_document else value is None
    assert found["f1_human"]["exact"] == slow["f1_human"]
    assert found["minority_abstains"]["f1_human_without"]["exact"] == slow["without"]
    assert found["minority_abstains"]["answers"] == slow["set_aside"]
    assert found["length"]["sentences"] == slow["sentences"]
    assert found["length"]["words"] == slow["words"]
    assert found["unanswerable"]["exact"] == slow["share"]
    assert found["unanswerable"]["by_any"] == slow["any"]
    assert found["disagreement"]["exact"] == slow["disagreement"]
    causes = {c: one["answers"] for c, one in found["unanswerable"]["causes"].items()}
    causes.pop("not given", None)
    assert causes == slow["causes"]


@pytest.mark.long
@given(st.lists(questions(), max_size=4), st.data())
def test_states_add_up_in_any_order(questions: list[Question], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(questions))
    half = data.draw(st.integers(0, len(questions)))
    merged = total_of(shuffled[half:]) + total_of(shuffled[:half])
    assert merged == total_of(questions)
    assert merged - total_of(shuffled[half:]) == total_of(shuffled[:half])
    turned = [q._replace(answers=q.answers[::-1], causes=q.causes[::-1]) for q in questions]
    assert total_of(turned) == merged
    assert all(isinstance(count, int) for count in merged.values())


@given(questions())
def test_one_question_at_a_glance_equals_a_campaign_of_it(one: Question) -> None:
    summary: Any = item_summary(len(one.words), one.answers)
    found: Any = question_figures(share_of(one))
    assert summary["alpha"]["exact"] == found["alpha"]["pooled"]["exact"]
    assert summary["f1_human"]["exact"] == found["f1_human"]["exact"]
    assert summary["disagreement"] == bool(found["disagreement"]["disagreeing"])
    assert summary["abstaining"] == found["unanswerable"]["abstentions"]


def test_what_is_undefined_says_why() -> None:
    found: Any = question_figures(Tally())
    assert found["alpha"]["pooled"]["reason"] == "No unit has two labels."
    assert found["f1_human"]["reason"] == "No question has two answers."
    assert found["unanswerable"]["reason"] == "No question has an answer."
    assert found["length"]["reason"] == "No answer marks any sentence."
    assert found["categories"]["reason"] == "No answer has categories."
    everybody: Any = question_figures(question_contribution("d", [2, 2], [{0, 1}, {0, 1}]))
    assert everybody["alpha"]["pooled"]["reason"].startswith("All labels are alike")


def test_causes_are_shares_of_what_those_given_before_left_over() -> None:
    """PrivacyQA's order of questions: 4.18 % incomprehensible, then shares of the rest."""
    causes = ["incomprehensible"] + ["out of scope"] * 3 + ["silent"] * 4 + [""] * 2
    found: Any = question_figures(question_contribution("d", [1], [()] * 10, causes))[
        "unanswerable"
    ]
    assert [one["share"] for one in found["causes"].values()] == [0.1, 0.3, 0.4, 0.2]
    assert found["causes"]["out of scope"]["of_the_rest"] == 3 / 7
    assert found["causes"]["not given"] == {"answers": 2, "share": 0.2}


def test_categories_by_consensus() -> None:
    state = (
        question_contribution(
            "d", [1], [(), (), ()], categories=[["First"], ["First", "Third"], ["Third"]]
        )
        + question_contribution("d", [1], [(), ()], categories=[["First"], ["Other"]])
        + question_contribution("d", [1], [(), ()], categories=[["First"], ["Third"]])
    )
    found: Any = question_figures(state)["categories"]
    assert found == {"consensus": {"First": 1, "Other": 1, "Third": 1}, "no_agreement": 1}


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="Sentence 2 is not among 0 to 1"):
        question_contribution("d", [1, 1], [{2}])
    with pytest.raises(ValueError, match="zip"):
        question_contribution("d", [1, 1], [()], ["silent", "silent"])


def test_intervals_hold_the_figure_and_say_what_they_need() -> None:
    alike, apart = [{0}, {0}], [{0}, {1, 2}]
    documents = [
        question_contribution("d", [1] * 9, answers) for answers in (alike, apart, alike) * 4
    ]
    found = bootstrap_evidence(documents)
    state: Any = question_figures(Tally.total(documents))
    for name, value in {
        "alpha": state["alpha"]["pooled"]["value"],
        "f1_human": state["f1_human"]["value"],
    }.items():
        low, high = found[name]["low"], found[name]["high"]
        assert isinstance(low, float)
        assert isinstance(high, float)
        assert low < value < high
    assert bootstrap_evidence(documents[::-1]) == found
    assert bootstrap_evidence([])["alpha"]["reason"]
    assert "at least two" in str(bootstrap_evidence(documents[:1])["f1_human"]["reason"])
    assert bootstrap_means([])["low"] is None


@pytest.mark.skipif(not OPP115.exists(), reason=f"no real evidence at {OPP115} (MIDPATH_SHARED)")
def test_real_experts() -> None:
    lines: list[Any] = [json.loads(line) for line in OPP115.read_text().splitlines()]
    words = {
        one["document"]: [len(sentence.split()) for sentence in one["sentences"]]
        for one in lines
        if one["type"] == "document"
    }
    questions = [
        Question(
            name, tuple(words[name]), [frozenset(a) for a in one["answers"].values()], [""] * 3, []
        )
        for one in lines
        if one["type"] == "question" and (name := one["document"])
    ]
    found: Any = question_figures(total_of(questions))
    assert (found["questions"], found["answers"]) == (135, 405)
    assert found["f1_human"]["exact"] == mean([human_of(one.answers) for one in questions])
    nobody = [Fraction(sum(not a for a in one.answers) > 1) for one in questions]
    assert found["unanswerable"]["exact"] == mean(nobody) == "37/135"
    assert found["alpha"]["pooled"]["value"] == pytest.approx(0.64809, abs=5e-6)
    assert found["f1_human"]["value"] == pytest.approx(0.78361, abs=5e-6)


def exact(figure: dict[str, Any]) -> Fraction | None:
    return None if figure["exact"] is None else Fraction(figure["exact"])
