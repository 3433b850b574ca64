"""Label answers that are accepted, and possible settings of a campaign of labels."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.label.form import LabelSettingsForm
from annotation.schemes.mixins import HasGoldAnswers
from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.label.answer import codes, codes_of, names_of, places_of
from midpath.schemes.label.gold_answers import known_answer
from midpath.schemes.label.settings import DEFAULTS
from midpath.schemes.label_settings import KEYS, MAX_LABELS

LABEL = SCHEMES["label"]
ONE, ANY, SCALE = (LABEL.check_settings({"kind": kind}) for kind in ("one", "any", "scale"))


def item(**columns: object) -> Item:
    return Item(text="It came on time.", content={"tokens": ["It"], "columns": columns})


def named(*labels: str) -> list[dict[str, str]]:
    return [{"label": label} for label in labels]


@pytest.mark.parametrize(
    ("settings", "answer", "vector", "written"),
    [
        (ONE, 0, (0,), "Positive"),
        (ONE, "Negative", (2,), "Negative"),
        (SCALE, 4, (4,), "Fully"),
        (ANY, [2, 0], (5,), "People | Things"),
        (ANY, ["Events"], (8,), "Events"),
        (ANY, [], (0,), "none"),
    ],
)
def test_an_answer_is_by_number_or_by_label(
    settings: dict[str, Any], answer: object, vector: tuple[int, ...], written: str
) -> None:
    assert LABEL.parse({"answer": answer}, item(), settings) == vector
    assert LABEL.written(vector, item(), settings) == written


@pytest.mark.attack(25)
@pytest.mark.parametrize("answer", [None, 3, -1, True, 0.0, "positive", [0], {}, "9" * 5000])
def test_any_other_label_is_refused(answer: object) -> None:
    with pytest.raises(InvalidAnswer) as refused:
        LABEL.parse({"answer": answer}, item(), ONE)
    assert refused.value.field == "answer"
    assert len(refused.value.message) < 300


@pytest.mark.attack(25)
@pytest.mark.parametrize(
    ("answer", "position"), [(None, None), (0, None), ([0, 0], 1), ([0, 4], 1), ([0] * 5, None)]
)
def test_any_other_set_of_labels_is_refused(answer: object, position: int | None) -> None:
    with pytest.raises(InvalidAnswer) as refused:
        LABEL.parse({"answer": answer}, item(), ANY)
    assert (refused.value.field, refused.value.position) == ("answer", position)


@given(places=st.sets(st.integers(0, MAX_LABELS - 1)), luck=st.randoms())
def test_equal_sets_are_equal_vectors(places: set[int], luck: Any) -> None:
    settings = LABEL.check_settings({"kind": "any", "labels": named(*"abcdefghijklmnopqrst")})
    order = list(places)
    luck.shuffle(order)
    vector = LABEL.parse({"answer": order}, item(), settings)
    assert places_of(vector, settings) == sorted(places)
    assert names_of(vector, settings) == ["abcdefghijklmnopqrst"[place] for place in sorted(places)]
    assert known_answer(item(gold=LABEL.written(vector, item(), settings)), settings) == vector[0]


def test_figures_name_places_on_a_scale_by_number() -> None:
    assert codes(SCALE) == ["1", "2", "3", "4", "5"]
    assert codes_of((4,), SCALE) == ("5",)
    assert codes_of((5,), ANY) == ("People", "Things")


def test_a_worker_sees_nothing_that_would_sway_them() -> None:
    settings = LABEL.check_settings({"texts": ["title", "text", "body"]})
    shown = LABEL.shown(item(title="Post", body="", gold="Positive", why="on time"), settings)
    assert shown["texts"] == [
        {"name": "title", "text": "Post"},
        {"name": "text", "text": "It came on time."},
    ]
    assert shown["kind"] == "one"
    assert [one["key"] for one in shown["labels"]] == ["1", "2", "3"]
    message = json.dumps({name: value for name, value in shown.items() if name != "labels"})
    assert "Positive" not in message
    assert "why" not in message


@pytest.mark.parametrize(
    ("settings", "gold", "known"),
    [
        (ONE, "negative", 2),
        (ONE, "3", 2),
        (SCALE, "3", 2),
        (SCALE, "fully", 4),
        (ANY, "People | Events", 9),
        (ANY, "none", 0),
        (ONE, "", None),
        (ONE, None, None),
    ],
)
def test_a_known_answer_is_by_label_key_or_place(
    settings: dict[str, Any], gold: object, known: int | None
) -> None:
    assert known_answer(item(gold=gold), settings) == known


def test_a_known_answer_that_is_no_label_names_those_there_are() -> None:
    with pytest.raises(InvalidAnswer, match="They are: Positive; Neutral; Negative"):
        known_answer(item(gold="great"), ONE)


def test_a_known_answer_is_explained() -> None:
    assert isinstance(LABEL, HasGoldAnswers)
    explained = item(gold="negative", why="It was late.")
    assert LABEL.describe_gold(explained, ONE) == ("Negative", "It was late.")
    assert LABEL.describe_gold(item(gold="none"), ANY) == ("none", "")


@pytest.mark.parametrize(
    ("settings", "field", "why"),
    [
        ({"labels": named("a")}, "labels", "2 to 20 labels; there are 1"),
        ({"labels": named(*map(str, range(21)))}, "labels", "there are 21"),
        ({"labels": "ab"}, "labels", "not a list"),
        ({"labels": ["a", "b"]}, "labels.1", "needs a label"),
        ({"labels": [*named("a"), {"label": "b", "colour": "red"}]}, "labels.2", "needs a label"),
        ({"labels": named("a", "A")}, "labels.2.label", "1 and 2 have the same label"),
        ({"labels": named("a", "b|c")}, "labels.2.label", "contains a bar"),
        ({"labels": named("a", "")}, "labels.2.label", "Enter label 2"),
        ({"labels": named("a", "b" * 81)}, "labels.2.label", "at most 80"),
        ({"labels": [{"label": "a", "key": "2"}, {"label": "b"}]}, "labels.2.key", "same key"),
        (
            {"labels": [{"label": "a", "key": "z"}, {"label": "b"}]},
            "labels.1.key",
            "undoes the last step",
        ),
        ({"labels": [{"label": "a", "key": "ab"}, {"label": "b"}]}, "labels.1.key", "one letter"),
        (
            {"kind": "any", "labels": [{"label": "a", "key": "0"}, {"label": "b"}]},
            "labels.1.key",
            "no label fits",
        ),
        (
            {"labels": [{"label": "a", "definition": "x" * 301}, {"label": "b"}]},
            "labels.1.definition",
            "at most 300",
        ),
        ({"kind": "two"}, "kind", "one, any, scale"),
        ({"kind": ["one"]}, "kind", "a list"),
        ({"kind": "scale", "level": "nominal"}, "level", "ordinal, interval"),
        ({"question": "\n"}, "question", "Enter the question"),
        ({"texts": []}, "texts", "1 to 10"),
        ({"texts": ["text", "text"]}, "texts", "named twice"),
        ({"texts": "text"}, "texts", "not a list"),
        ({"colour": 1}, "colour", "no setting colour"),
    ],
)
def test_settings_that_cannot_be_taken(settings: dict[str, Any], field: str, why: str) -> None:
    with pytest.raises(InvalidSettings) as refused:
        LABEL.check_settings(settings)
    assert refused.value.field == field
    assert why in refused.value.message


@pytest.mark.parametrize("kind", DEFAULTS)
def test_settings_are_taken_back_as_they_were_checked(kind: str) -> None:
    settings = LABEL.check_settings({"kind": kind})
    again = settings if kind == "scale" else settings | {"level": "ordinal"}
    assert LABEL.check_settings(again) == settings
    form = LabelSettingsForm(LabelSettingsForm.answers_of(settings))
    assert form.is_valid(), form.errors
    assert form.settings() == settings


def test_only_a_scale_has_a_level() -> None:
    assert (ONE["level"], ANY["level"], SCALE["level"]) == ("nominal", "nominal", "ordinal")
    assert LABEL.check_settings({"kind": "scale", "level": "interval"})["level"] == "interval"


def test_twenty_labels_have_twenty_keys() -> None:
    labels = LABEL.check_settings({"labels": named(*map(str, range(20)))})["labels"]
    assert [one["key"] for one in labels] == list(KEYS[:20])
    assert len(set(KEYS)) == len(KEYS) >= MAX_LABELS
    assert not set("z0") & set(KEYS)


def test_the_form_keeps_lines_apart_from_their_numbers() -> None:
    """A label may be on the fourth line with the third left empty."""
    data = LabelSettingsForm.answers_of({"kind": "one"}) | {"label_2": "", "definition_2": ""}
    data |= {"label_5": "Mixed", "key_5": "1"}
    form = LabelSettingsForm(data)
    assert not form.is_valid()
    assert form.errors["key_5"] == ["Labels 1 and 3 have the same key. Change one of them."]
    form = LabelSettingsForm(data | {"key_5": "m"})
    assert form.is_valid(), form.errors
    assert [one["label"] for one in form.settings()["labels"]] == ["Positive", "Negative", "Mixed"]


def test_a_kind_alone_brings_its_own_labels() -> None:
    """A page without scripts sends the labels of the previous kind."""
    first = LabelSettingsForm.answers_of({})
    form = LabelSettingsForm(first | {"kind": "scale"}, initial=first)
    assert form.is_valid(), form.errors
    assert form.settings() == SCALE


def test_a_kind_alone_leaves_the_labels_that_a_researcher_wrote() -> None:
    first = LabelSettingsForm.answers_of(LABEL.check_settings({"labels": named("Yes", "No")}))
    form = LabelSettingsForm(first | {"kind": "scale"}, initial=first)
    assert form.is_valid(), form.errors
    assert [one["label"] for one in form.settings()["labels"]] == ["Yes", "No"]


def test_the_room_of_an_answer_holds_every_label() -> None:
    settings = LABEL.check_settings(
        {"kind": "any", "labels": named(*("x" * n for n in range(61, 81)))}
    )
    answer = json.dumps({"answer": [one["label"] for one in settings["labels"]]})
    assert len(answer) < LABEL.room(item(), settings) < 100_000
