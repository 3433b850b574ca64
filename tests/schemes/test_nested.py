"""Nested segmentation: its settings, and the answers under each of them."""

from random import Random
from typing import Any

import pytest

from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.nested import scheme
from annotation.schemes.nested.form import NestedSettingsForm
from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.nested.settings import check_nested_settings
from tests.helpers.tree_forms import LABELLED, LABELLED_BINARY, LABELS, MANY, random_tree


def item_of(text: str) -> Item:
    return Item(text=text, content={"tokens": text.split()})


ITEM = item_of("the red car stopped")


def answered(form: object, settings: Any) -> tuple[int, ...]:
    name = "answer" if isinstance(form, str) else "boundaries"
    return scheme.parse({name: form}, ITEM, settings)


def test_binary_trees_without_labels_have_no_settings() -> None:
    assert check_nested_settings({}) == {}
    assert check_nested_settings({"parts": "two", "labels": []}) == {}
    assert scheme.check_settings({}) == {}
    assert scheme.shown(ITEM, {}) == {"words": ITEM.words, "spaced": True}


def test_other_settings_are_complete() -> None:
    assert check_nested_settings({"parts": "many"}) == MANY
    found = check_nested_settings({"labels": [{"label": "NP", "definition": "A noun phrase"}]})
    assert found == {"parts": "two", "labels": LABELS[:1]}
    assert check_nested_settings(found) == found
    assert scheme.shown(ITEM, LABELLED)["labels"] == LABELS


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"parts": "three"}, "parts"),
        ({"height": 3}, "height"),
        ({"labels": "NP"}, "labels"),
        ({"labels": [{"label": "noun phrase"}]}, "labels.1.label"),
        ({"labels": [{"label": "N(P)"}]}, "labels.1.label"),
        ({"labels": [{"label": "N\\P"}]}, "labels.1.label"),
        ({"labels": [{"label": "NP"}, {"label": "np"}]}, "labels.2.label"),
        ({"labels": [{"label": "NP", "key": "z"}]}, "labels.1.key"),
        ({"labels": [{"label": f"L{n}"} for n in range(21)]}, "labels"),
    ],
)
def test_other_settings_are_refused(settings: Any, field: str) -> None:
    with pytest.raises(InvalidSettings) as refused:
        check_nested_settings(settings)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("settings", "form", "vector"),
    [
        ({}, "((the (red car)) stopped)", (1, 0, 2)),
        (MANY, "((the red car) stopped)", (0, 0, 1)),
        (MANY, "((the (red car)) stopped)", (1, 0, 2)),
        (MANY, [0, 0, 1], (0, 0, 1)),
        (LABELLED, "(VP (NP the red car) stopped)", (0, 0, 1, 0, 0, 1)),
        (LABELLED, "( (VP (NP (DT the) (JJ red) (NN car)) (VBD stopped)))", (0, 0, 1, 0, 0, 1)),
        (LABELLED, [0, 0, 1, 0, 0, 1], (0, 0, 1, 0, 0, 1)),
        (LABELLED_BINARY, "(VP (NP the (NP red car)) stopped)", (1, 0, 2, 0, 0, 1)),
    ],
)
def test_answers_have_a_vector_and_a_plain_form(settings: Any, form: Any, vector: Any) -> None:
    assert answered(form, settings) == vector
    written = scheme.written(vector, ITEM, settings)
    assert answered(written, settings) == vector
    assert scheme.forms([vector], ITEM.words, settings) == [written]
    assert scheme.as_sent({}, vector, settings) == {"boundaries": list(vector)}


@pytest.mark.attack(25)
@pytest.mark.parametrize(
    ("settings", "form", "message"),
    [
        ({}, "(the red car stopped)", "exactly two"),
        ({}, [0, 0, 1], "both have the label 0"),
        (MANY, "((the) red car stopped)", "two or more parts, but has 1"),
        (MANY, "(NP the red car stopped)", "Word 1 is “NP”"),
        (MANY, "the red car stopped", "second group or word"),
        (LABELLED, "((NP the red) (VP car stopped))", "has no label"),
        (LABELLED, "(XP the red car stopped)", "no label “XP”"),
        (LABELLED, "(NP the red car", "never closed"),
        (LABELLED, "(NP the red car) stopped)", "never opened"),
        (LABELLED, [0, 0, 1], "this text needs 6"),
        (LABELLED, [0, 0, 1, 0, 1, 1], "different labels"),
        (LABELLED, [0, 0, 1, 0, 0, 2], "Give 0 to 1"),
        (LABELLED_BINARY, "(NP the red car stopped)", "exactly two"),
    ],
)
def test_other_answers_are_refused(settings: Any, form: Any, message: str) -> None:
    with pytest.raises(InvalidAnswer) as refused:
        answered(form, settings)
    assert message in refused.value.message


@pytest.mark.parametrize("settings", [MANY, LABELLED, LABELLED_BINARY])
def test_random_trees_are_read_back(settings: Any) -> None:
    item = item_of("a b\\c (d) e|f g h")
    for seed in range(30):
        form = random_tree(item.words, settings, Random(seed))
        vector = scheme.parse({"answer": form}, item, settings)
        assert scheme.written(vector, item, settings) == form
        assert scheme.parse({"boundaries": list(vector)}, item, settings) == vector


def test_answers_share_groups_with_their_labels() -> None:
    one = answered("(VP (NP the red car) stopped)", LABELLED)
    other = answered("(VP (VP the red car) stopped)", LABELLED)
    assert scheme.parts(one, LABELLED) & scheme.parts(other, LABELLED) == {(0, 3, "VP")}  # type: ignore[operator]
    assert scheme.parts(answered("((the red car) stopped)", MANY), MANY) == {(0, 2)}


def test_texts_for_workers_follow_the_settings() -> None:
    assert "two" in scheme.question_of({})
    assert "two" not in scheme.question_of(MANY)
    assert "label" in scheme.hint_of(LABELLED)
    assert "label" not in scheme.hint_of(MANY)
    for settings in ({}, MANY, LABELLED, LABELLED_BINARY):
        assert scheme.is_standard(scheme.instructions_of(settings))
    assert not scheme.is_standard("Join as you like.")
    assert scheme.example_of(LABELLED)["labels"] == LABELS
    assert scheme.example_of(MANY)["answer"] == "(apply (first aid course) (on line))"


@pytest.mark.parametrize("settings", [{}, MANY, LABELLED, LABELLED_BINARY])
def test_the_form_returns_the_settings_that_it_shows(settings: Any) -> None:
    form = NestedSettingsForm(NestedSettingsForm.answers_of(settings))
    assert form.is_valid(), form.errors
    assert form.settings() == settings


def test_an_empty_form_means_binary_trees() -> None:
    form = NestedSettingsForm({})
    assert form.is_valid(), form.errors
    assert form.settings() == {}


def test_the_form_shows_an_error_at_its_label() -> None:
    form = NestedSettingsForm({"parts": "many", "label_2": "noun phrase", "key_2": "1"})
    assert not form.is_valid()
    assert list(form.errors) == ["label_2"]


def test_the_scheme_has_settings() -> None:
    assert SCHEMES["nested"] is scheme
