"""The release format: files are read back as written."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.segmentation.boundaries import format_flat
from midpath.exchange.readers import read_upload
from midpath.exchange.release import read_release
from midpath.scoring.segmentations import read_annotations
from midpath.text.characters import problem_with_words
from tests.exports.slow_gold import write_release
from tests.helpers.tiers import by_tier

WORD_CHARACTERS = st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"))
WORD = st.text(WORD_CHARACTERS, min_size=1, max_size=8).filter(lambda word: word.split() == [word])
WORDS = st.lists(WORD, min_size=2, max_size=12).filter(lambda words: not problem_with_words(words))


@st.composite
def segmented(draw: st.DrawFn) -> tuple[list[str], list[tuple[int, ...]]]:
    words = draw(WORDS)
    vector = st.tuples(*(st.integers(0, 1) for _ in words[1:]))
    return words, draw(st.lists(vector, max_size=4))


@pytest.mark.long
@settings(deadline=None, max_examples=by_tier(quick=25, long=60))
@given(st.lists(segmented(), min_size=1, max_size=5, unique_by=lambda pair: " ".join(pair[0])))
def test_annotations_come_back_whatever_the_words_are(
    content: list[tuple[list[str], list[tuple[int, ...]]]],
) -> None:
    """Bars, brackets, backslashes, digits, emoji: all are words."""
    texts = {
        " ".join(words): {
            str(number): format_flat(words, vector) for number, vector in enumerate(vectors, 1)
        }
        for words, vectors in content
    }
    body = write_release(texts, {" ".join(words): words for words, _ in content})
    readings = read_annotations("flat", read_release(body))
    assert not readings.left_out
    assert readings.vectors == {" ".join(words): vectors for words, vectors in content}


@pytest.mark.long
@settings(deadline=None, max_examples=by_tier(quick=25, long=60))
@given(st.lists(WORDS, min_size=1, max_size=5, unique_by="".join))
def test_words_without_spaces_between_them_come_back(texts: list[list[str]]) -> None:
    words = {"".join(tokens): tokens for tokens in texts}
    body = write_release({text: {} for text in words}, words)
    assert {text: read_release(body).words(text) for text in words} == words
    parsed = read_upload("a.json", body)
    assert {item.text: item.content["tokens"] for item in parsed.items} == words


@pytest.mark.long
@settings(deadline=None, max_examples=by_tier(quick=25, long=60))
@given(st.lists(WORDS, min_size=1, max_size=5, unique_by=" ".join))
def test_lines_and_json_lines_read_the_same(texts: list[list[str]]) -> None:
    lines = "\n".join(" ".join(words) for words in texts)
    json_lines = "\n".join(json.dumps({"tokens": words}) for words in texts)
    by_line = read_upload("a.txt", lines.encode())
    by_json = read_upload("a.jsonl", json_lines.encode())
    assert not by_line.errors
    assert by_line.items == by_json.items


def test_the_same_content_gives_the_same_bytes() -> None:
    one = write_release({"a b": {"2": "a b", "1": "a | b"}}, {"a b": ["a", "b"]}, x=1, y={"q": 2})
    two = write_release({"a b": {"1": "a | b", "2": "a b"}}, {"a b": ["a", "b"]}, y={"q": 2}, x=1)
    assert one == two
