"""Files of spans in CoNLL, spaCy's JSON, Label Studio and brat are read as they were written."""

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.spans.brat import write_brat
from midpath.exchange.spans.conll import write_conll
from midpath.exchange.spans.label_studio import Task, write_tasks
from midpath.exchange.spans.marked_text import Span
from midpath.exchange.spans.spacy import write_spacy
from midpath.exchange.spans.tag_names import label_meant, plain_names
from tests.exchange.test_span_forms import sound

pytestmark = pytest.mark.long


@pytest.mark.quick
def test_names_without_what_a_form_refuses_stay_apart() -> None:
    labels = ["a b", "a_b", "a-b", "é"]
    names = plain_names(labels, re.compile(r"[^A-Za-z0-9_-]+"))
    assert len(set(names.values())) == len(labels)
    assert (names["a_b"], names["a-b"]) == ("a_b", "a-b")
    assert label_meant("known_PLACE", ["Known place", "Person"]) == "Known place"
    assert label_meant("a_b", ["a b", "A-B"]) == "a b"
    assert label_meant("A_b", ["a b", "A-B"]) == "A_b"


LETTERS = st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="\ufeff")
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=12)
LABELS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="|\ufeff"),
    min_size=1,
    max_size=8,
)


def places_of(words: Sequence[str]) -> list[tuple[int, int]]:
    ends = accumulate(len(word) + 1 for word in words)
    return [(end - 1 - len(word), end - 1) for word, end in zip(words, ends, strict=True)]


@st.composite
def texts_of_words(draw: st.DrawFn) -> tuple[list[str], list[Span]]:
    """Draw words, and non-overlapping spans of whole words."""
    words = draw(WORDS)
    places = places_of(words)
    edges = sorted(draw(st.sets(st.integers(0, len(words)), min_size=2, max_size=len(words) + 1)))
    spans = [
        (places[first][0], places[following - 1][1], draw(LABELS))
        for first, following in pairwise(edges)
        if draw(st.booleans())
    ]
    return words, spans


@st.composite
def texts_of_characters(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """Draw a text of one or more lines, and any spans of it without white space at their ends."""
    words = draw(WORDS)
    text = words[0] + "".join(
        draw(st.sampled_from([" ", "\n", " \n", "  "])) + word for word in words[1:]
    )
    solid = [at for at, one in enumerate(text) if not one.isspace()]
    ends = st.tuples(st.sampled_from(solid), st.sampled_from(solid), LABELS)
    spans = {(min(a, b), max(a, b) + 1, name) for a, b, name in draw(st.lists(ends, max_size=6))}
    return text, sorted(spans)


@given(st.lists(texts_of_words(), min_size=1, max_size=4))
def test_conll_is_read_as_it_was_written(given: list[tuple[list[str], list[Span]]]) -> None:
    texts = [(" ".join(words), places_of(words), spans) for words, spans in given]
    body = b"".join(write_conll(texts, {label for _, spans in given for _, _, label in spans}))
    marked = sound("a.conll", body)
    assert [(one.words, list(one.answers["1"])) for one in marked] == given


@given(st.lists(texts_of_characters(), min_size=1, max_size=4), st.booleans())
def test_spacy_is_read_as_it_was_written(
    given: list[tuple[str, list[Span]]], overlapping: bool
) -> None:
    marked = sound("a.jsonl", b"".join(write_spacy(given, overlapping=overlapping)))
    assert [(one.text, list(one.answers["1"])) for one in marked] == given


@given(st.lists(texts_of_characters(), min_size=1, max_size=4))
def test_brat_is_read_as_it_was_written(given: list[tuple[str, list[Span]]]) -> None:
    labels = list({name: name for _, spans in given for _, _, name in spans})
    texts = [(f"{at}", text, spans) for at, (text, spans) in enumerate(given)]
    body = b"".join(write_brat(texts, labels))
    marked = sound("a.zip", body)
    assert [(one.text, list(one.answers["1"])) for one in marked] == given
    assert body == b"".join(write_brat(texts, labels))


@given(texts_of_characters(), st.data())
def test_label_studio_is_read_as_it_was_written(
    given: tuple[str, list[Span]], data: st.DataObject
) -> None:
    text, spans = given
    some = st.lists(st.sampled_from(spans), unique=True).map(sorted) if spans else st.just([])
    workers = {str(number): data.draw(some) for number in range(1, data.draw(st.integers(1, 4)))}
    known = data.draw(st.none() | some)
    (only,) = sound("a.json", b"".join(write_tasks([Task(text, workers, spans, known)])))
    assert only.text == text
    assert only.known == (None if known is None else tuple(known))
    if workers or known is not None:
        assert only.answers == {who: tuple(own) for who, own in workers.items()}
    else:
        assert only.answers == {"settled": tuple(spans)}
