"""Questions about an app: valid questions, what workers see of the app, and the settings."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.evidence import question_counts as asked
from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.question.form import QuestionSettingsForm
from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.question.answer import same_as
from midpath.schemes.question.settings import PRIVACYQA
from midpath.schemes.question.vector import questions_of, vector_of

SCHEME = SCHEMES["question"]
TWO = SCHEME.check_settings({"questions": 2})
ITEM = Item(
    text="Keep",
    content={
        "description": "Notes.",
        "category": "Tools",
        "policy": "keep-policy.pdf",
        "pictures": [{"sha256": "ab", "alt": "A list", "width": 4, "height": 6}],
    },
)


def refusal(payload: dict[str, Any]) -> InvalidAnswer:
    with pytest.raises(InvalidAnswer) as refused:
        SCHEME.parse(payload, ITEM, TWO)
    return refused.value


def test_questions_are_stored_as_they_are_but_for_spaces() -> None:
    sent = {"questions": ["  Who\tsees  it? ", "Größe 🔒?"], "hints": [[], ["short"]]}
    vector = SCHEME.parse(sent, ITEM, TWO)
    assert questions_of(vector) == ["Who sees it?", "Größe 🔒?"]
    assert SCHEME.written(vector, ITEM, TWO) == "Who sees it? | Größe 🔒?"


@pytest.mark.parametrize(
    ("questions", "position", "why"),
    [
        (None, None, "a list of strings"),
        ("Why?", None, "a list of strings"),
        (["Why?", 7], None, "a list of strings"),
        (["Why?"], None, "Write 2 questions; these are 1"),
        (["Why?", "Who?", "How?"], None, "these are 3"),
        (["Why?", " "], 1, "Question 2 is empty"),
        (["??", "Why?"], 0, "Question 1 is empty"),
        (["Why is it?", " why  IS it"], 1, "Questions 1 and 2 are the same"),
        (["x" * 301, "Why?"], 0, "301 characters"),
        (["a\x07", "Why?"], 0, "invisible character"),
    ],
)
def test_what_cannot_be_sent(questions: object, position: int | None, why: str) -> None:
    error = refusal({"questions": questions})
    assert (error.field, error.position) == ("questions", position)
    assert why in error.message


@pytest.mark.parametrize("hints", [[], [[]], [["rude"], []], [[], [], []], {}, "short", [1, 2]])
def test_hints_are_those_of_the_page(hints: object) -> None:
    assert refusal({"questions": ["Why?", "Who?"], "hints": hints}).field == "hints"


def test_what_is_short_or_no_question_can_be_sent() -> None:
    assert SCHEME.parse({"questions": ["Why", "Tell me."]}, ITEM, TWO)


@given(st.lists(st.text()))
def test_vectors_hold_questions_exactly(questions: list[str]) -> None:
    assert questions_of(vector_of(questions)) == questions


@given(st.text() | st.sampled_from([" Is it? ", "“Why?”", "...a b!"]))
def test_the_same_means_the_same_as_in_the_figures(question: str) -> None:
    assert same_as(question) == asked.same_as(question)


def test_a_worker_sees_the_public_face_and_nothing_of_the_policy() -> None:
    shown = SCHEME.shown(ITEM, TWO)
    assert shown["pictures"] == [{"sha256": "ab", "alt": "A list", "width": 4, "height": 6}]
    assert (shown["questions"], shown["fewestWords"]) == (2, 3)
    assert "policy" not in json.dumps(shown)


def test_no_question_is_about_privacy_unless_somebody_chose_it() -> None:
    settings = SCHEME.check_settings({})
    said = [SCHEME.question_of(settings), SCHEME.hint_of(settings)]
    said.append(SCHEME.instructions_of(settings))
    assert "Ask 5 questions about this app" in said
    assert not any("privacy" in text.lower() for text in said)


def test_instructions_on_any_topic_are_the_schemes_own() -> None:
    own = SCHEME.instructions_of({"topic": "what it costs"})
    assert SCHEME.is_standard(own.replace(". ", ".\r\n"))
    assert not SCHEME.is_standard(f"{own} Be kind.")
    assert not SCHEME.is_standard("")


def test_the_papers_settings_are_a_preset() -> None:
    settings = SCHEME.check_settings(PRIVACYQA)
    assert settings["questions"] == 5
    assert "about your privacy in this app before" in SCHEME.instructions_of(settings)
    assert SCHEME.question_of(settings) == "Ask 5 questions about your privacy in this app"
    assert "a third party that you trust" in SCHEME.hint_of(settings)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"questions": 0}, "questions"),
        ({"questions": 21}, "questions"),
        ({"questions": True}, "questions"),
        ({"questions": "5"}, "questions"),
        ({"fewest_words": 11}, "fewest_words"),
        ({"assistant": " "}, "assistant"),
        ({"assistant": 5}, "assistant"),
        ({"assistant": "x" * 601}, "assistant"),
        ({"assistant": "a\x00b"}, "assistant"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidSettings) as refused:
        SCHEME.check_settings(settings)
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_the_form_gives_back_what_it_was_given() -> None:
    form = QuestionSettingsForm(QuestionSettingsForm.answers_of(TWO))
    assert form.is_valid(), form.errors
    assert form.settings() == TWO
    wrong = QuestionSettingsForm({"questions": "0", "fewest_words": "3", "assistant": ""})
    assert not wrong.is_valid()
    assert set(wrong.errors) == {"topic", "questions", "assistant"}
