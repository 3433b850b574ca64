"""Span answers that are accepted, and possible settings of a campaign of spans."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import Item
from annotation.schemes.mixins import HasGoldAnswers
from annotation.schemes.spans.figures import FIGURES
from annotation.schemes.spans.form import SpanSettingsForm
from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.label_settings import KEYS, MAX_LABELS
from midpath.schemes.spans.answer import MAX_SPANS, most_spans, named_spans, spans_of
from midpath.schemes.spans.gold_answers import known_vector
from midpath.schemes.spans.places import reading_of
from tests.helpers.refusals import refused_at
from tests.helpers.spans import ADA, SPANS, settings_of, text

WORDS = settings_of()
NESTED = settings_of(overlap="nested")
CROSSING = settings_of(overlap="any")
CHARACTERS = settings_of(unit="characters")


def document(*sections: tuple[str, list[str]]) -> Item:
    content = {"sections": [{"title": title, "paragraphs": rest} for title, rest in sections]}
    return Item(text="house", content=content)


@pytest.mark.parametrize(
    ("settings", "spans", "vector", "written"),
    [
        (WORDS, [], (11,), "nothing marked"),
        (
            WORDS,
            [[8, 10, "Place"], [0, 2, 0]],
            (11, 0, 2, 0, 8, 10, 1),
            "Ada Brandt [Person] | Grey Island [Place]",
        ),
        (
            NESTED,
            [[0, 2, 0], [0, 1, 0], [0, 2, 1]],
            (11, 0, 1, 0, 0, 2, 0, 0, 2, 1),
            "Ada [Person] | Ada Brandt [Person] | Ada Brandt [Place]",
        ),
        (
            CROSSING,
            [[0, 2, 0], [1, 3, 0]],
            (11, 0, 2, 0, 1, 3, 0),
            "Ada Brandt [Person] | Brandt took [Person]",
        ),
        (CHARACTERS, [[0, 4, 0]], (56, 0, 3, 0), "Ada [Person]"),
    ],
)
def test_an_answer_is_its_spans_in_order(
    settings: dict[str, Any], spans: list[Any], vector: tuple[int, ...], written: str
) -> None:
    found = SPANS.parse({"spans": spans}, text(), settings)
    assert found == vector
    assert SPANS.written(found, text(), settings) == written
    again = [list(span) for span in named_spans(found, settings)]
    assert SPANS.parse({"spans": again}, text(), settings) == found


@pytest.mark.attack(25)
@pytest.mark.parametrize(
    ("settings", "spans", "said", "position"),
    [
        (WORDS, None, "as a list", None),
        (WORDS, {"0": 1}, "as a list", None),
        (WORDS, [[0, 1]], "from, up to, label", 0),
        (WORDS, [[0, 1, 0], [2, True, 0]], "from, up to, label", 1),
        (WORDS, [[0, 1.0, 0]], "from, up to, label", 0),
        (WORDS, [[0, 12, 0]], "has 11 words", 0),
        (WORDS, [[3, 3, 0]], "is no span", 0),
        (WORDS, [[-1, 3, 0]], "is no span", 0),
        (WORDS, [[0, 1, 3]], "Unknown label: 3", 0),
        (WORDS, [[0, 1, "person"]], "The labels are: Person; Place; Organization", 0),
        (WORDS, [[0, 1, True]], "Unknown label", 0),
        (WORDS, [[0, 2, 0], [1, 3, 1]], "must not overlap", 1),
        (WORDS, [[0, 2, 0], [0, 2, 1]], "must not overlap", 1),
        (NESTED, [[0, 2, 0], [1, 3, 1]], "partly overlaps another", 1),
        (NESTED, [[0, 2, 0], [0, 2, 0]], "appears twice", 1),
        (CROSSING, [[1, 3, 1], [0, 2, 0], [1, 3, "Place"]], "appears twice", 2),
        (CHARACTERS, [[3, 4, 0]], "only white space", 0),
        (CHARACTERS, [[0, 3, 0], [0, 4, 0]], "appears twice", 1),
        (WORDS, [[0, 1, 0]] * 61, "at most 60", 60),
    ],
)
def test_any_other_answer_is_refused_with_its_place(
    settings: dict[str, Any], spans: object, said: str, position: int | None
) -> None:
    with pytest.raises(InvalidAnswer, match=said) as caught:
        SPANS.parse({"spans": spans}, text(), settings)
    assert (caught.value.field, caught.value.position) == ("spans", position)


def test_an_answer_has_no_other_field() -> None:
    with pytest.raises(InvalidAnswer, match="Unknown field 'none': an answer has only spans"):
        SPANS.parse({"spans": [], "none": True}, text(), WORDS)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4), st.integers(0, 2)), max_size=12))
def test_a_nested_answer_is_taken_if_no_two_of_its_spans_cross(
    drawn: list[tuple[int, int, int]],
) -> None:
    """A slow reference: each span against each other one."""
    spans = [[begin, min(begin + size, 11), label] for begin, size, label in drawn]
    crossing = any(a < c < b < d for a, b, _ in spans for c, d, _ in spans) or len(
        {tuple(span) for span in spans}
    ) < len(spans)
    try:
        SPANS.parse({"spans": spans}, text(), NESTED)
    except InvalidAnswer:
        assert crossing
    else:
        assert not crossing


def test_a_document_is_read_line_by_line_with_its_headings() -> None:
    item = document(("Data", ["We keep a log.", "For ten days."]), ("", ["Ask us."]))
    reading = reading_of(item)
    assert reading.text == "Data\nWe keep a log.\nFor ten days.\nAsk us."
    assert reading.headings == [(0, 4)]
    assert (reading.length("words"), reading.length("characters")) == (10, 41)
    assert reading.of(1, 5, "words") == "We keep a log."
    shown = SPANS.shown(item, WORDS)
    assert [shown["text"][begin:end] for begin, end in shown["places"]] == reading.text.split()


@pytest.mark.parametrize(
    ("words", "tokens", "found"),
    [
        ("東京に行く", ["東京", "に", "行く"], ["東京", "に", "行く"]),
        ("a a a", ["a", "a", "a"], ["a", "a", "a"]),
        ("it 's other", ["its", "other"], ["its", "other"]),
    ],
)
def test_words_are_those_of_the_file(words: str, tokens: list[str], found: list[str]) -> None:
    """Words that do not occur in the text replace it."""
    reading = reading_of(Item(text=words, content={"tokens": tokens}))
    assert [reading.text[begin:end] for begin, end in reading.words] == found


def test_the_browser_gets_no_known_answer() -> None:
    item = text(gold='[[0, 2, "Person"]]', why="A name.")
    assert set(SPANS.shown(item, WORDS)) == {
        *("text", "places", "headings", "unit", "overlap", "labels")
    }


@pytest.mark.parametrize(
    ("given", "vector"),
    [
        ('[[0, 2, "Person"]]', (11, 0, 2, 0)),
        ([[0, 2, "Person"]], (11, 0, 2, 0)),
        ({"spans": [[0, 2, 0]]}, (11, 0, 2, 0)),
        (" None ", (11,)),
        ("[]", (11,)),
        (None, None),
        ("  ", None),
    ],
)
def test_a_known_answer_stands_in_the_column_gold(
    given: object, vector: tuple[int, ...] | None
) -> None:
    assert known_vector(text(gold=given), WORDS) == vector


@pytest.mark.parametrize("given", ["Ada", '[[0, 2, "Animal"]]', "[[0, 99, 0]]", "[[0, 2", 7])
def test_a_known_answer_that_nobody_can_give_is_refused(given: object) -> None:
    with refused_at("gold", InvalidAnswer, match="The gold answer"):
        known_vector(text(gold=given), WORDS)


def test_an_answer_is_right_by_its_spans() -> None:
    known = SPANS.parse({"spans": [[0, 2, 0], [6, 7, 1], [8, 10, 1]]}, text(), WORDS)
    near = SPANS.parse({"spans": [[0, 2, 0], [6, 7, 1], [8, 9, 1]]}, text(), WORDS)
    assert SPANS.agrees(known, known, WORDS)
    assert not SPANS.agrees(near, known, WORDS)
    assert SPANS.agrees(near, known, WORDS, Decimal("0.66"))
    assert not SPANS.agrees(near, known, WORDS, Decimal("0.67"))
    item = text(gold='[[0, 2, "Person"]]', why="A name.")
    assert isinstance(SPANS, HasGoldAnswers)
    assert SPANS.describe_gold(item, WORDS) == ("Ada Brandt [Person]", "A name.")


@pytest.mark.parametrize("words", [1, 30, 31, 5000])
def test_the_room_of_an_answer_holds_the_longest_one(words: int) -> None:
    labels = [{"label": f"{number:02} " + "é" * 37} for number in range(20)]
    settings = settings_of(labels=labels)
    most = most_spans(words)
    assert most <= MAX_SPANS
    a_span = len(f'[{words}, {words}, "') + 12 * 40 + len('"], ')
    assert most * a_span <= SPANS.room(text(" ".join(["w"] * words)), settings)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"unit": "lines"}, "unit"),
        ({"overlap": True}, "overlap"),
        ({"question": " "}, "question"),
        ({"labels": []}, "labels"),
        ({"labels": "ab"}, "labels"),
        ({"labels": [{"label": str(n)} for n in range(MAX_LABELS + 1)]}, "labels"),
        ({"labels": [{"label": "a|b"}]}, "labels.1.label"),
        ({"labels": [{"label": "x" * 41}]}, "labels.1.label"),
        ({"labels": [{"label": "a"}, {"label": "A"}]}, "labels.2.label"),
        ({"labels": [{"label": "a", "key": "z"}]}, "labels.1.key"),
        ({"labels": [{"label": "a", "key": "N"}]}, "labels.1.key"),
        ({"labels": [{"label": "a", "key": "!"}]}, "labels.1.key"),
        ({"labels": [{"label": "a", "shape": "round"}]}, "labels.1"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], field: str) -> None:
    with refused_at(field, InvalidSettings):
        settings_of(**settings)


def test_settings_are_filled_in_and_stay_as_they_are() -> None:
    assert settings_of(**WORDS) == WORDS
    assert settings_of(labels=[{"label": " a  b "}])["labels"] == [
        {"label": "a b", "key": "1", "definition": "", "example": ""}
    ]
    many = settings_of(labels=[{"label": str(n)} for n in range(MAX_LABELS)])
    assert "".join(one["key"] for one in many["labels"]) == KEYS[:MAX_LABELS]


def test_the_form_gives_the_settings_that_it_was_given() -> None:
    settings = settings_of(
        unit="characters",
        overlap="nested",
        labels=[{"label": "A", "key": "q", "definition": "One.", "example": "Two."}],
    )
    form = SpanSettingsForm(SpanSettingsForm.answers_of(settings))
    assert form.is_valid(), form.errors
    assert form.settings() == settings


def test_the_form_says_at_which_label_a_fault_is() -> None:
    answers = SpanSettingsForm.answers_of(WORDS) | {"label_2": "", "definition_2": "", "key_5": "z"}
    answers |= {"label_5": "Animal"}
    form = SpanSettingsForm(answers)
    assert not form.is_valid()
    assert list(form.errors) == ["key_5"]


def test_the_spans_of_a_vector_are_its_threes() -> None:
    assert [tuple(span) for span in spans_of((9, 0, 2, 0, 5, 6, 1))] == [(0, 2, 0), (5, 6, 1)]
    assert len(ADA.split()) == 11


def test_the_first_figure_is_the_alpha_of_2016_and_says_why() -> None:
    first, *_, last = FIGURES
    assert (first.path, first.label) == (("coincidence",), "α for unitizing")
    assert "2016" in first.definition
    assert "can rise when a span that two workers marked exactly is missed" in first.definition
    assert (last.path, last.label) == (("alpha",), "α for unitizing, 1995")
