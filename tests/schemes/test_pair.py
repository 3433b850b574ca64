"""Answers and settings of pairs that are accepted, and those that are refused."""

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasExample
from annotation.schemes.pair.form import PairSettingsForm
from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.pair.presets import PRESETS
from midpath.schemes.pair.settings import check_pair_settings
from tests.helpers.text_pairs import COOKIES, FILES

PAIR = SCHEMES["pair"]
BINARY = PAIR.check_settings({"preset": "binary"})
THREE_WAY = PAIR.check_settings({"preset": "three-way"})
GOOD: dict[str, Any] = {"left": ["cookies"], "right": ["small files", "Browser"]}


def item(left: str = COOKIES, right: str = FILES) -> Item:
    content = {
        "left": {"text": left, "document": "d1", "title": "Cookies"},
        "right": {"text": right, "document": "d2"},
        "similarity": 400_000,
        "stratum": 1,
        "gold": "Yes, the same issue",
        "why": "both are about cookies",
    }
    return Item(text="p-1", content=content)


def refusal(payload: dict[str, Any], settings: dict[str, Any] = BINARY) -> InvalidAnswer:
    with pytest.raises(InvalidAnswer) as refused:
        PAIR.parse(payload, item(), settings)
    return refused.value


def test_an_answer_is_its_number_or_its_label() -> None:
    for answer in (1, "No, different issues"):
        assert PAIR.parse({"answer": answer, "keywords": GOOD}, item(), BINARY) == (1,)
    assert PAIR.parse({"answer": 2, "marked": True}, item(), THREE_WAY) == (2,)
    assert PAIR.written((0,), item(), BINARY) == "Yes, the same issue"


@pytest.mark.parametrize("answer", [None, 2, -1, True, 0.0, "yes", [], {}])
def test_any_other_answer_is_refused(answer: object) -> None:
    assert refusal({"answer": answer, "keywords": GOOD}).field == "answer"


@pytest.mark.parametrize(
    ("keywords", "field", "position", "why"),
    [
        (None, "keywords", None, "copied from the two texts"),
        ([], "keywords", None, "copied from the two texts"),
        ({"left": ["cookies"]}, "keywords.right", None, "You have copied none"),
        ({"left": [], "right": ["files"]}, "keywords.left", None, "1 to 3 keywords from the first"),
        ({**GOOD, "left": ["we", "use", "can", "off"]}, "keywords.left", None, "You have copied 4"),
        ({**GOOD, "right": ["files", "cookies"]}, "keywords.right", 1, "is not in the sec"),
        ({**GOOD, "left": ["cookies", "COOKIES"]}, "keywords.left", 1, "appears twice"),
        ({**GOOD, "left": [" "]}, "keywords.left", 0, "is empty"),
        ({**GOOD, "left": [7]}, "keywords.left", 0, "is empty"),
        ({**GOOD, "left": ["x" * 101]}, "keywords.left", 0, "more than 100 characters"),
        ({**GOOD, "middle": []}, "keywords", None, "copied from the two texts"),
    ],
)
def test_keywords_that_cannot_be_taken(
    keywords: object, field: str, position: int | None, why: str
) -> None:
    error = refusal({"answer": 0, "keywords": keywords})
    assert (error.field, error.position) == (field, position)
    assert why in error.message


def test_no_keywords_where_none_are_requested() -> None:
    assert refusal({"answer": 0, "keywords": GOOD}, THREE_WAY).field == "keywords"
    assert PAIR.parse({"answer": 0, "keywords": {"left": [], "right": []}}, item(), THREE_WAY)


def test_marked_is_yes_or_no() -> None:
    assert refusal({"answer": 0, "keywords": GOOD, "marked": "no"}).field == "marked"


def test_case_spaces_and_composition_do_not_count() -> None:
    text = "Café\n  Straße and Ὀδυσσεύς"
    keywords = {"left": [unicodedata.normalize("NFD", "café STRASSE")], "right": ["ὈΔΥΣΣΕΎΣ"]}
    assert PAIR.parse({"answer": 0, "keywords": keywords}, item(text, text), BINARY) == (0,)


@given(text=st.text(min_size=1, max_size=60), cut=st.tuples(st.integers(0, 59), st.integers(1, 20)))
def test_what_was_copied_word_for_word_always_stands_in_the_text(
    text: str, cut: tuple[int, int]
) -> None:
    words = text.split()
    keyword = " ".join(words[cut[0] : cut[0] + cut[1]])
    if keyword:
        keywords = {"left": [keyword], "right": [keyword]}
        assert PAIR.parse({"answer": 0, "keywords": keywords}, item(text, text), BINARY) == (0,)


def test_a_worker_sees_nothing_that_would_sway_her() -> None:
    shown = PAIR.shown(item(), BINARY)
    assert shown["left"] == {"title": "Cookies", "text": COOKIES}
    assert shown["answers"][0] == {"label": "Yes, the same issue", "key": "y"}
    message = json.dumps({key: value for key, value in shown.items() if key != "answers"})
    for secret in ("gold", "both are about", "similarity", "stratum", "d1", "p-1"):
        assert secret not in message


def test_no_question_is_about_privacy_unless_somebody_chose_it() -> None:
    settings = PAIR.check_settings({})
    assert settings["preset"] == "topic"
    assert "privacy" not in json.dumps(settings).lower()
    assert isinstance(PAIR, HasExample)
    assert "snow" in PAIR.example_of(settings)["left"]
    assert not PAIR.example_of(PAIR.check_settings({"question": "Who is older?"}))


def test_presets_fill_in_what_is_not_said() -> None:
    assert BINARY["keywords"] == [1, 3]
    assert [answer["yes"] for answer in THREE_WAY["answers"]] == [True, True, False]
    said = {"preset": "binary", "keywords": None, "question": " Same\n issue? "}
    assert PAIR.check_settings(said) == {**BINARY, "keywords": None, "question": "Same issue?"}
    assert PAIR.question_of(THREE_WAY) == THREE_WAY["question"]


def test_other_answers_make_a_preset_a_custom_one() -> None:
    answers = [{"label": "A"}, {"label": "B", "yes": True}]
    assert PAIR.check_settings({"preset": "binary", "answers": answers}) == {
        **BINARY,
        "preset": "custom",
        "answers": [
            {"label": "A", "key": "1", "yes": False},
            {"label": "B", "key": "2", "yes": True},
        ],
    }


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"preset": "quaternary"}, "preset"),
        ({"preset": ["binary"]}, "preset"),
        ({"colour": "red"}, "colour"),
        ({"question": ""}, "question"),
        ({"question": "x" * 301}, "question"),
        ({"question": 7}, "question"),
        ({"preset": "custom"}, "question"),
        ({"answers": [{"label": "A"}]}, "answers"),
        ({"answers": [{"label": str(n), "key": "abcdefg"[n]} for n in range(7)]}, "answers"),
        ({"answers": "yes"}, "answers"),
        ({"answers": ["yes", "no"]}, "answers.1"),
        ({"answers": [{"label": "A"}, {"label": "a"}]}, "answers.2.label"),
        ({"answers": [{"label": "A", "key": "b"}, {"label": "B", "key": "B"}]}, "answers.2.key"),
        ({"answers": [{"label": "A", "key": "z"}, {"label": "B"}]}, "answers.1.key"),
        ({"answers": [{"label": "A", "key": "!"}, {"label": "B"}]}, "answers.1.key"),
        ({"answers": [{"label": "A", "yes": 1}, {"label": "B"}]}, "answers.1.yes"),
        ({"keywords": [0, 3]}, "keywords"),
        ({"keywords": [3, 1]}, "keywords"),
        ({"keywords": [1, 11]}, "keywords"),
        ({"keywords": [1, 2, 3]}, "keywords"),
        ({"keywords": "13"}, "keywords"),
        ({"keywords": [True, True]}, "keywords"),
        ({"help": [""]}, "help"),
        ({"help": ["x"] * 13}, "help"),
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidSettings) as refused:
        check_pair_settings(settings)
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_segmentations_have_no_settings() -> None:
    assert SCHEMES["flat"].check_settings({}) == {}
    with pytest.raises(InvalidSettings, match="Flat segmentation has no setting depth"):
        SCHEMES["flat"].check_settings({"depth": 3})


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "custom"])
def test_the_form_gives_back_what_it_was_given(preset: str) -> None:
    settings = PAIR.check_settings({"preset": preset})
    form = PairSettingsForm(PairSettingsForm.answers_of(settings))
    assert form.is_valid(), form.errors
    assert form.settings() == settings


def test_the_form_names_the_line_that_is_wrong() -> None:
    answers = PairSettingsForm.answers_of(BINARY)
    form = PairSettingsForm(answers | {"label_5": "Perhaps", "key_5": "y"})
    assert not form.is_valid()
    assert "Answers 1 and 3 have the same key" in form.errors["key_5"][0]
    form = PairSettingsForm(answers | {"question": "", "least": "3", "most": "1"})
    assert not form.is_valid()
    assert "question" in form.errors
    form = PairSettingsForm(answers | {"least": "3", "most": "1"})
    assert "from 1 to 10" in form.errors["least"][0]
