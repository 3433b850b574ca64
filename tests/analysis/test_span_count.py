"""Span texts are counted together or, if large, alone; the figures are the same."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.spans.figures import span_contribution, span_figures
from agreement.spans.many import Counted, count_texts
from agreement.spans.texts import Texts
from agreement.spans.workers import ways_of, workers_of
from agreement.tally import Tally
from midpath.schemes.spans.answer import named_spans
from midpath.scoring import spans as span_count
from midpath.scoring.spans import GivenText, SpanCount, span_line
from tests.helpers.tiers import by_tier

# Not in alphabetical order, as a researcher may enter them.
SETTINGS = {"labels": [{"label": label} for label in ("c/d", "a", "b")], "unit": "words"}
Vector = tuple[int, ...]


@st.composite
def vectors(draw: st.DrawFn, length: int) -> Vector:
    places = st.tuples(st.integers(0, length - 1), st.integers(1, length), st.integers(0, 2))
    spans = draw(st.sets(places.filter(lambda span: span[0] < span[1]), max_size=3))
    return (length, *(number for span in sorted(spans) for number in span))


@st.composite
def judged(draw: st.DrawFn, name: str) -> GivenText:
    length = draw(st.integers(1, 8))
    by_worker = draw(st.dictionaries(st.integers(1, 4), vectors(length), min_size=1))
    known = draw(st.none() | vectors(length))
    return GivenText(
        *(name, length, None if known is None else named_spans(known, SETTINGS)),
        list(by_worker.items()),
    )


@st.composite
def campaigns(draw: st.DrawFn) -> list[GivenText]:
    return [draw(judged(f"text {number}")) for number in range(draw(st.integers(0, 5)))]


def counted(texts: Sequence[GivenText], **bounds: int) -> tuple[object, object]:
    with pytest.MonkeyPatch.context() as patched:
        for name, value in bounds.items():
            patched.setattr(span_count, name, value)
        count = SpanCount(SETTINGS)
        return count.add(texts), count.figures()


@settings(deadline=None, max_examples=by_tier(quick=20, long=150))
@given(campaigns())
def test_it_is_what_each_text_gives_by_itself(texts: list[GivenText]) -> None:
    given = [
        (text.name, str(worker), named_spans(vector, SETTINGS))
        for text in texts
        for worker, vector in text.given
    ]
    answers = {
        text.name: [answer for name, _, answer in given if name == text.name] for text in texts
    }
    known = {text.name: text.known for text in texts if text.known is not None}
    state = Tally.total(span_contribution(answers[text.name], text.length) for text in texts)
    lines, figures = counted(texts)
    assert lines == [
        span_line(text.name, answers[text.name], text.length, text.known) for text in texts
    ]
    assert figures == {
        "agreement": span_figures(state),
        "workers": workers_of(given, known),
        "ways": ways_of(given, known),
    }


@pytest.mark.long
@settings(deadline=None, max_examples=by_tier(quick=50, long=60))
@given(campaigns(), st.integers(0, 12), st.integers(1, 9), st.integers(0, 30))
def test_it_is_the_same_whatever_is_counted_together(
    texts: list[GivenText], most: int, longest: int, together: int
) -> None:
    whole = counted(texts)
    bounds = {"MAX_ROWS": most, "MAX_LENGTH": longest, "ROWS_TOGETHER": together}
    assert counted(texts, **bounds) == whole


def test_a_large_text_is_counted_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def noting(texts: Texts) -> Counted:
        sizes.append(len(texts.lengths))
        return count_texts(texts)

    monkeypatch.setattr(span_count, "count_texts", noting)
    small = GivenText("small", 4, None, [(1, (4, 0, 1, 0)), (2, (4,))])
    many = GivenText("many", 4, None, [(worker, (4,)) for worker in range(5)])
    long = GivenText("long", 90, None, [(1, (90, 0, 1, 0))])
    lines, _ = counted([small, small, many, small, long], MAX_ROWS=8, MAX_LENGTH=50)
    assert sizes == [2, 1]
    assert isinstance(lines, list)
    assert [line["item"] for line in lines] == ["small", "small", "many", "small", "long"]
    sizes.clear()
    counted([small] * 5, ROWS_TOGETHER=8)
    assert sizes == [2, 2, 1]
