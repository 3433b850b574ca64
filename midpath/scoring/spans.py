"""The figures of spans, from a file or from a campaign, by the same functions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from agreement.bootstrap import USUAL, Plan
from agreement.spans.figures import Answer, span_contribution, span_figures, span_item_summary
from agreement.spans.intervals import bootstrap_spans
from agreement.spans.many import count_texts
from agreement.spans.shapes import ItemSummary
from agreement.spans.summaries import summaries
from agreement.spans.texts import Ints, Spans, Texts
from agreement.spans.workers import WayCount, WorkerCount, ways_of, workers_of
from agreement.tally import Tally
from agreement.votes.effort import effort_figures
from midpath.exchange.spans.judged import JudgedSpans
from midpath.schemes.base import Settings
from midpath.schemes.spans.answer import HEAD, SIZE, named_spans

Figures = dict[str, Any]


class SpanVote(NamedTuple):
    """A judgment: the name of its text, its worker and the spans."""

    text: str
    worker: str
    answer: Answer


class SpanCrowd(NamedTuple):
    """Judgments, the length of each text, and the gold answers by text.

    `times` contains (words, milliseconds) of the judgments that have both.
    """

    votes: Sequence[SpanVote]
    lengths: Mapping[str, int]
    gold: Mapping[str, Answer]
    times: Sequence[tuple[int, int]]

    def by_text(self) -> dict[str, list[Answer]]:
        found: defaultdict[str, list[Answer]] = defaultdict(list)
        for vote in self.votes:
            found[vote.text].append(vote.answer)
        return dict(found)


def span_crowd_in(judged: JudgedSpans) -> SpanCrowd:
    """Return the crowd of a valid file."""
    votes = [SpanVote(row.item, row.worker, row.spans) for row in judged.rows]
    return SpanCrowd(votes, judged.lengths, judged.gold, judged.times)


def score_spans(judged: JudgedSpans, crowd: SpanCrowd, plan: Plan | None = None) -> Figures:
    """Return all figures of a file's crowd and its texts, with intervals by the plan."""
    result: Figures = {
        **figures_of_spans(crowd),
        "workers": workers_of(crowd.votes, crowd.gold),
        "ways": ways_of(crowd.votes, crowd.gold),
        "time": effort_figures(crowd.times),
        "not_counted": judged.not_counted,
    }
    if plan is None:
        return result
    return result | {
        name: result[name] | {"interval": interval}
        for name, interval in intervals_of_spans(crowd, plan).items()
    }


def states_of_spans(crowd: SpanCrowd) -> list[Tally]:
    """Return the contribution of each text."""
    return [
        span_contribution(answers, crowd.lengths[text]) for text, answers in crowd.by_text().items()
    ]


def figures_of_spans(crowd: SpanCrowd) -> Figures:
    """Return the figures as the live ones are computed: from counts, without the workers."""
    return dict(span_figures(Tally.total(states_of_spans(crowd))))


def intervals_of_spans(crowd: SpanCrowd, plan: Plan = USUAL) -> Figures:
    """Return the intervals by the name of the figure."""
    return dict(bootstrap_spans(states_of_spans(crowd), plan))


def span_lines(crowd: SpanCrowd) -> Iterator[Figures]:
    """Yield one line per text: the votes for each span, both consensus methods, and the gold
    answer."""
    for text, answers in crowd.by_text().items():
        yield span_line(text, answers, crowd.lengths[text], crowd.gold.get(text))


def span_line(text: str, answers: Sequence[Answer], length: int, gold: Answer | None) -> Figures:
    return line_of(text, span_item_summary(answers, length), gold)


def line_of(text: str, summary: ItemSummary, gold: Answer | None) -> Figures:
    known = None if gold is None else [list(span) for span in gold]
    return {"item": text, **summary, "gold": known}


Content = dict[str, Any]
# Texts are counted together up to this number of spans paired with other answers. A text that has
# more, or that is so long that squares of its places might overflow, is counted alone.
ROWS_TOGETHER, MAX_ROWS, MAX_LENGTH = 1 << 18, 1 << 21, 1 << 20


class GivenText(NamedTuple):
    """A text: its name and length, its gold answer, and the judgments that count, each with the
    number of its worker."""

    name: str
    length: int
    known: Answer | None
    given: Sequence[tuple[int, Sequence[int]]]

    def rows(self) -> int:
        """Return the number of spans, or of answers if larger, times the number of answers they are
        paired with."""
        spans = sum([len(vector) - HEAD for _, vector in self.given]) // SIZE
        return max(spans, len(self.given)) * len(self.given)


class SpanCount:
    """The figures of judged texts, counted some at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        names = [one["label"] for one in settings["labels"]]
        self._labels = sorted(names)
        self._place = {label: at for at, label in enumerate(self._labels)}
        self._places = np.array([self._place[name] for name in names])
        self._state, self._by_worker, self._by_way = Tally(), WorkerCount(), WayCount()

    def add(self, judged: Sequence[GivenText]) -> list[Content]:
        """Count texts with judgments, and return the lines of their consensus."""
        lines: list[Content] = []
        for texts, is_large in _portions(judged):
            lines += map(self._add_one, texts) if is_large else self._add_many(texts)
        return lines

    def figures(self) -> Content:
        return {
            "agreement": span_figures(self._state),
            "workers": self._by_worker.figures(),
            "ways": self._by_way.figures(),
        }

    def _add_one(self, text: GivenText) -> Content:
        answers = [
            (str(worker), named_spans(vector, self._settings)) for worker, vector in text.given
        ]
        alone = [answer for _, answer in answers]
        self._state.shift(span_contribution(alone, text.length), 1)
        self._by_worker.add(answers, text.known)
        self._by_way.add(alone, text.known)
        return span_line(text.name, alone, text.length, text.known)

    def _add_many(self, judged: Sequence[GivenText]) -> Iterator[Content]:
        counted = count_texts(self._arrays(judged))
        workers, worker = np.unique(
            [worker for text in judged for worker, _ in text.given], return_inverse=True
        )
        self._state.shift(counted.state, 1)
        self._by_worker.add_many([str(one) for one in workers], worker, counted)
        self._by_way.add_many(counted)
        for text, summary in zip(judged, summaries(counted), strict=True):
            yield line_of(text.name, summary, text.known)

    def _arrays(self, judged: Sequence[GivenText]) -> Texts:
        vectors = [vector for text in judged for _, vector in text.given]
        ends = np.cumsum([len(vector) for vector in vectors])
        numbers = np.fromiter(chain.from_iterable(vectors), np.int64, count=int(ends[-1]))
        sizes = (np.diff(ends, prepend=0) - HEAD) // SIZE
        heads = np.arange(HEAD) + (ends - sizes * SIZE)[:, None] - HEAD
        spans = np.delete(numbers, heads).reshape(-1, SIZE)
        spans[:, 2] = self._places[spans[:, 2]]
        return Texts(
            np.array([text.length for text in judged]),
            np.array([len(text.given) for text in judged]),
            *(sizes, spans, self._labels),
            np.array([text.known is not None for text in judged]),
            self._known(judged),
        )

    def _known(self, judged: Sequence[GivenText]) -> Spans:
        rows = [
            (at, self._place[label], begin, end)
            for at, text in enumerate(judged)
            for begin, end, label in text.known or ()
        ]
        columns: Ints = np.array(rows, np.int64).reshape(-1, 4).T
        return Spans(*columns)


class _Portion(NamedTuple):
    """Texts that are counted together, or a large one."""

    texts: list[GivenText]
    is_large: bool = False


def _portions(judged: Sequence[GivenText]) -> Iterator[_Portion]:
    some: list[GivenText] = []
    together = 0
    for text in judged:
        rows = text.rows()
        is_large = text.length > MAX_LENGTH or rows > MAX_ROWS
        if some and (is_large or together + rows > ROWS_TOGETHER):
            yield _Portion(some)
            some, together = [], 0
        if is_large:
            yield _Portion([text], is_large=True)
        else:
            some.append(text)
            together += rows
    if some:
        yield _Portion(some)
