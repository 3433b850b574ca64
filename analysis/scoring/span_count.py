"""The count of a campaign of spans: some texts at a time, and finally all figures."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from agreement.spans.figures import Answer, span_contribution, span_figures
from agreement.spans.many import count_texts
from agreement.spans.summaries import summaries
from agreement.spans.texts import Ints, Spans, Texts
from agreement.spans.workers import WayCount, WorkerCount
from agreement.tally import Tally
from analysis.scoring.spans import line_of, span_line
from annotation.json_types import JsonObject
from annotation.schemes.base import Settings
from annotation.schemes.spans.answer import HEAD, SIZE, named_spans

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

    def add(self, judged: Sequence[GivenText]) -> list[JsonObject]:
        """Count texts with judgments, and return the lines of their consensus."""
        lines: list[JsonObject] = []
        for texts, is_large in _portions(judged):
            lines += map(self._add_one, texts) if is_large else self._add_many(texts)
        return lines

    def figures(self) -> JsonObject:
        return {
            "agreement": span_figures(self._state),
            "workers": self._by_worker.figures(),
            "ways": self._by_way.figures(),
        }

    def _add_one(self, text: GivenText) -> JsonObject:
        answers = [
            (str(worker), named_spans(vector, self._settings)) for worker, vector in text.given
        ]
        alone = [answer for _, answer in answers]
        self._state.shift(span_contribution(alone, text.length), 1)
        self._by_worker.add(answers, text.known)
        self._by_way.add(alone, text.known)
        return span_line(text.name, alone, text.length, text.known)

    def _add_many(self, judged: Sequence[GivenText]) -> Iterator[JsonObject]:
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
