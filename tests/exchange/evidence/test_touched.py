"""Sentences touched by spans: one pass over the text equals checking each sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.exchange.evidence.common_form import Document
from annotation.exchange.evidence.sentences import sentence_places
from annotation.schemes.evidence.document import Span
from tests.exchange.evidence.slow_sentences import slow_sentence_places

TEXTS = st.text(alphabet="ab. \n!)e。u」", max_size=60)


def slow_sentences_in(document: Document, span: Span) -> list[int]:
    return [
        number
        for number, (start, end) in enumerate(document.places)
        if document.full_text[max(start, span[0]) : min(end, span[1])].strip()
    ]


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=8))
def test_spans_together_touch_what_each_touches(text: str, drawn: list[tuple[int, int]]) -> None:
    places = sentence_places(text)
    sentences = tuple(text[start:end] for start, end in places)
    document = Document("d", sentences, text=text)
    spans = [(start, start + length) for start, length in drawn if start + length <= len(text)]
    slow = {span: slow_sentences_in(document, span) for span in spans}
    assert document.spans_outside(spans) == {span for span in spans if not slow[span]}
    assert document.touched_by(spans) == {number for found in slow.values() for number in found}
    assert all(document.sentences_in(span) == slow[span] for span in spans)


@pytest.mark.long
@given(TEXTS | st.text(max_size=40))
def test_sentences_are_those_of_the_plain_rule(text: str) -> None:
    assert sentence_places(text) == slow_sentence_places(text)
