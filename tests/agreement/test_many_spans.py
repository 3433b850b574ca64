"""Many texts counted at once give the sum of the counts of each."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.spans import texts as arrays
from agreement.spans.counting import Answer, span_contribution
from agreement.spans.figures import span_item_summary
from agreement.spans.many import Counted, count_texts
from agreement.spans.summaries import summaries
from agreement.spans.texts import Spans, Texts
from agreement.spans.workers import WayCount, WorkerCount
from agreement.tally import Tally
from tests.agreement.strategies import LABELS, answers_to
from tests.helpers.tiers import by_tier

WORKERS = ("v", "w", "x")


class Text(NamedTuple):
    length: int
    given: list[tuple[str, Answer]]
    known: Answer | None

    @property
    def answers(self) -> list[Answer]:
        return [answer for _, answer in self.given]


@st.composite
def judged(draw: st.DrawFn) -> Text:
    """Draw a text judged by no worker, one or several; one worker may have judged it twice."""
    length = draw(st.integers(1, 9))
    one = answers_to(length)
    given = draw(st.lists(st.tuples(st.sampled_from(WORKERS), one), max_size=4))
    return Text(length, given, draw(st.none() | one))


def in_arrays(many: Sequence[Text], labels: Sequence[str] = LABELS) -> Texts:
    answers = [answer for text in many for answer in text.answers]
    spans = [(begin, end, labels.index(label)) for one in answers for begin, end, label in one]
    known = [
        (at, labels.index(label), begin, end)
        for at, text in enumerate(many)
        for begin, end, label in text.known or ()
    ]
    return Texts(
        np.array([text.length for text in many], np.int64),
        np.array([len(text.given) for text in many], np.int64),
        np.array([len(answer) for answer in answers], np.int64),
        np.array(spans, np.int64).reshape(-1, 3),
        labels,
        np.array([text.known is not None for text in many], bool),
        Spans(*np.array(known, np.int64).reshape(-1, 4).T),
    )


def counted(many: Sequence[Text]) -> Counted:
    return count_texts(in_arrays(many))


@settings(max_examples=by_tier(quick=25, long=300))
@given(st.lists(judged(), max_size=5))
def test_the_sum_is_that_of_the_texts_one_by_one(many: list[Text]) -> None:
    assert counted(many).state == Tally.total(
        span_contribution(text.answers, text.length) for text in many
    )


@settings(max_examples=by_tier(quick=25, long=200))
@given(st.lists(judged(), max_size=5))
def test_the_summaries_are_those_of_the_texts_one_by_one(many: list[Text]) -> None:
    found = list(summaries(counted(many)))
    assert found == [span_item_summary(text.answers, text.length) for text in many]


@settings(max_examples=by_tier(quick=25, long=200))
@given(st.lists(judged().filter(lambda text: text.given), max_size=5))
def test_workers_and_ways_are_those_of_the_texts_one_by_one(many: list[Text]) -> None:
    workers, ways = WorkerCount(), WayCount()
    for text in many:
        workers.add(text.given, text.known)
        ways.add(text.answers, text.known)
    by_many, ways_by_many = WorkerCount(), WayCount()
    found = counted(many)
    worker = [WORKERS.index(name) for text in many for name, _ in text.given]
    by_many.add_many(WORKERS, np.array(worker, np.int64), found)
    ways_by_many.add_many(found)
    assert by_many.figures() == workers.figures()
    assert ways_by_many.figures() == ways.figures()


@pytest.mark.long
@settings(max_examples=by_tier(quick=25, long=100))
@given(st.lists(judged(), max_size=3), st.integers(1, 5))
def test_in_however_small_blocks_spans_meet_the_other_answers(many: list[Text], rows: int) -> None:
    whole = counted(many)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(arrays, "ROWS_AT_ONCE", rows)
        found = counted(many)
    assert found.state == whole.state
    assert found.pairs.touching.tolist() == whole.pairs.touching.tolist()


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        (((0, 6, "a"),), "From 0 up to 6 is not a span of 5 places."),
        (((-1, 2, "a"),), "From -1 up to 2 is not a span of 5 places."),
        (((3, 3, "a"),), "From 3 up to 3 is not a span of 5 places."),
        (((0, 2, "a"), (1, 2, "a"), (0, 2, "a")), "An answer has a span twice."),
        (((0, 2, "p|q"),), "The label 'p|q' contains a bar, which separates labels."),
    ],
)
def test_what_is_no_answer_is_refused_as_it_is_in_one_text(spans: Answer, said: str) -> None:
    sound = Text(9, [("v", ((0, 9, "a"),))], None)
    many = [sound, Text(5, [("v", ()), ("w", spans)], None), sound]
    for count in (
        lambda: count_texts(in_arrays(many, ("a", "p|q"))),
        lambda: span_contribution(many[1].answers, 5),
    ):
        with pytest.raises(ValueError, match="^" + said.replace("|", r"\|").replace(".", r"\.")):
            count()


def test_more_labels_than_a_number_has_bits_are_refused() -> None:
    labels = [f"{number:02}" for number in range(arrays.MAX_LABELS + 1)]
    with pytest.raises(ValueError, match="At most 62 labels are counted together"):
        count_texts(in_arrays([], labels))
    highest = labels[:-1][-1]
    text = Text(3, [("v", ((0, 1, highest),)), ("w", ((0, 2, highest),))], None)
    state = count_texts(in_arrays([text], labels[:-1])).state
    assert state == span_contribution(text.answers, 3)
