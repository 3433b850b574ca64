"""Workers by the agreement of their spans with others' spans and with gold answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypedDict

import numpy as np

from agreement.figure import ExactFigure, figure_of
from agreement.spans.consensus import Span, span_votes, word_spans
from agreement.spans.counting import Answer, touching
from agreement.spans.many import Counted
from agreement.spans.pairs import beside_known
from agreement.spans.texts import Ints
from agreement.spans.unitizing import Unit

ALONE = "No other worker judged the same texts."
NO_SPAN = "Neither they nor others marked anything in the same texts."
NOTHING_KNOWN = "No text that they judged has a known answer."


class SpanWorker(TypedDict):
    """A worker: texts judged, spans marked, F1 with others, and with gold answers."""

    worker: str
    judged: int
    spans: int
    exact: ExactFigure
    partial: ExactFigure
    gold: int
    gold_exact: ExactFigure


class SpanWay(TypedDict):
    """The spans of a consensus method, and its F1 with the gold answers and their number of
    texts."""

    spans: int
    gold: int
    gold_exact: ExactFigure


class _Pooled:
    """Twice the shared spans, and all spans; F1 is their quotient."""

    def __init__(self) -> None:
        self.texts = self.exact = self.touching = self.spans = 0

    def add(self, one: Iterable[Span], other: Iterable[Span]) -> None:
        mine, theirs = set(one), set(other)
        touch = _touching(mine, theirs) + _touching(theirs, mine)
        self.put(1, len(mine) + len(theirs), 2 * len(mine & theirs), touch)

    def put(self, texts: int, spans: int, exact: int, touching: int) -> None:
        self.texts += texts
        self.spans += spans
        self.exact += exact
        self.touching += touching

    def figure(self, shared: int, without: str) -> ExactFigure:
        why = NO_SPAN if self.texts else without
        return figure_of(Fraction(shared, self.spans) if self.spans else None, why)


def _voted(answers: Sequence[Answer]) -> list[Span]:
    return span_votes(answers).chosen


WAYS: Mapping[str, Callable[[Sequence[Answer]], Sequence[Span]]] = {
    "votes": _voted,
    "words": word_spans,
}


class WorkerCount:
    """Counts workers, text by text."""

    def __init__(self) -> None:
        self._judged, self._spans = Counter[str](), Counter[str]()
        self._others: defaultdict[str, _Pooled] = defaultdict(_Pooled)
        self._known: defaultdict[str, _Pooled] = defaultdict(_Pooled)

    def add(self, answers: Sequence[tuple[str, Answer]], known: Answer | None) -> None:
        """Count the answers to a text, each with its worker, and its gold answer."""
        for worker, answer in answers:
            self._judged[worker] += 1
            self._spans[worker] += len(answer)
            for other, theirs in answers:
                if other != worker:
                    self._others[worker].add(answer, theirs)
            if known is not None:
                self._known[worker].add(answer, known)

    def add_many(self, names: Sequence[str], worker: Ints, counted: Counted) -> None:
        """Count the answers to many texts.

        worker : (A,) the worker of each answer, as an index of the names
        """
        texts = counted.texts
        others = counted.pairs.beside_others(worker)
        known = beside_known(texts, counted.settled)
        columns = np.stack([np.ones_like(worker), texts.sizes, *others, *known], axis=1)
        totals = np.zeros((len(names), columns.shape[1]), np.int64)
        np.add.at(totals, worker, columns)
        for name, (judged, spans, *sums) in zip(names, totals.tolist(), strict=True):
            if judged:
                self._judged[name] += judged
                self._spans[name] += spans
                self._others[name].put(*sums[: len(others)])
                self._known[name].put(*sums[len(others) :])

    def figures(self) -> list[SpanWorker]:
        return [
            self._figures(worker)
            for worker in sorted(self._judged, key=lambda name: (-self._judged[name], name))
        ]

    def _figures(self, worker: str) -> SpanWorker:
        others, known = self._others[worker], self._known[worker]
        return {
            "worker": worker,
            "judged": self._judged[worker],
            "spans": self._spans[worker],
            "exact": others.figure(others.exact, ALONE),
            "partial": others.figure(others.touching, ALONE),
            "gold": known.texts,
            "gold_exact": known.figure(known.exact, NOTHING_KNOWN),
        }


class WayCount:
    """Counts the results of both consensus methods, text by text."""

    def __init__(self) -> None:
        self._spans = Counter[str]()
        self._known = {way: _Pooled() for way in WAYS}

    def add(self, answers: Sequence[Answer], known: Answer | None) -> None:
        """Count the answers to a text, and its gold answer."""
        for way, settle in WAYS.items():
            settled = settle(answers)
            self._spans[way] += len(settled)
            if known is not None:
                self._known[way].add(settled, known)

    def add_many(self, counted: Counted) -> None:
        """Count the answers to many texts."""
        texts, settled = counted.texts, counted.settled
        known = len(texts.known)
        for way, chosen in (("votes", settled.chosen), ("words", settled.words)):
            self._spans[way] += int(np.count_nonzero(chosen))
            compared = np.count_nonzero(chosen & texts.is_known[settled.spans.of])
            shared = np.count_nonzero(chosen & settled.known)
            texts_known = int(np.count_nonzero(texts.is_known))
            self._known[way].put(texts_known, int(compared) + known, 2 * int(shared), 0)

    def figures(self) -> dict[str, SpanWay]:
        return {
            way: {
                "spans": self._spans[way],
                "gold": pooled.texts,
                "gold_exact": pooled.figure(pooled.exact, "No text has a known answer."),
            }
            for way, pooled in self._known.items()
        }


def workers_of(
    given: Sequence[tuple[str, str, Answer]], gold: Mapping[str, Answer]
) -> list[SpanWorker]:
    """Return the workers, in descending order of judgments.

    given : text, worker and answer of each judgment
    gold : the gold answers, by text

    F1 is pooled over all pairs of a worker's answer and another's to the same text: twice the spans
    that both have, of all spans of both. Partial F1 counts the spans of each that share a place
    with a span of the same label of the other.

    >>> a, b = ((0, 2, "x"),), ((0, 2, "x"), (3, 4, "x"))
    >>> found = workers_of([("t", "v", a), ("t", "w", b)], {"t": b})
    >>> [(one["worker"], one["exact"]["exact"], one["gold_exact"]["exact"]) for one in found]
    [('v', '2/3', '2/3'), ('w', '2/3', '1/1')]
    """
    count = WorkerCount()
    for text, answers in _by_text(given).items():
        count.add(answers, gold.get(text))
    return count.figures()


def ways_of(
    given: Sequence[tuple[str, str, Answer]], gold: Mapping[str, Answer]
) -> dict[str, SpanWay]:
    """Return the two consensus methods for spans, each with F1 against the gold answers.

    >>> a, b = ((0, 2, "x"),), ((0, 2, "x"), (3, 4, "x"))
    >>> found = ways_of([("t", "v", a), ("t", "w", a), ("t", "u", b)], {"t": b})
    >>> found["votes"]["spans"], found["words"]["gold_exact"]["exact"]
    (1, '2/3')
    """
    count = WayCount()
    for text, answers in _by_text(given).items():
        count.add([answer for _, answer in answers], gold.get(text))
    return count.figures()


def _by_text(
    given: Sequence[tuple[str, str, Answer]],
) -> dict[str, list[tuple[str, Answer]]]:
    found: defaultdict[str, list[tuple[str, Answer]]] = defaultdict(list)
    for text, worker, answer in given:
        found[text].append((worker, answer))
    return found


def _touching(mine: Iterable[Span], theirs: Iterable[Span]) -> int:
    own, others = _by_label(mine), _by_label(theirs)
    return sum(touching(units, others.get(label, ())) for label, units in own.items())


def _by_label(spans: Iterable[Span]) -> dict[str, list[Unit]]:
    found: defaultdict[str, list[Unit]] = defaultdict(list)
    for begin, end, label in spans:
        found[label].append((begin, end))
    return found
