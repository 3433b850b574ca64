"""Workers by how far the spans that they mark are those of others, and of known answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypedDict

from agreement.figure import ExactFigure, figure_of
from agreement.spans.consensus import Span, span_votes, word_spans
from agreement.spans.counting import Answer, touching
from agreement.spans.unitizing import Unit

ALONE = "No other worker judged the same texts."
NO_SPAN = "Neither they nor others marked anything in the same texts."
NOTHING_KNOWN = "No text that they judged has a known answer."


class SpanWorker(TypedDict):
    """A worker: texts judged, spans marked, F1 with others, and with known answers."""

    worker: str
    judged: int
    spans: int
    exact: ExactFigure
    partial: ExactFigure
    gold: int
    gold_exact: ExactFigure


class SpanWay(TypedDict):
    """The spans that a way to settle settles on, and F1 with the known answers of so many texts."""

    spans: int
    gold: int
    gold_exact: ExactFigure


class _Pooled:
    """Spans shared and spans in all, so that F1 is twice the one by the other."""

    def __init__(self) -> None:
        self.texts = self.exact = self.touching = self.spans = 0

    def add(self, one: Iterable[Span], other: Iterable[Span]) -> None:
        mine, theirs = set(one), set(other)
        self.texts += 1
        self.spans += len(mine) + len(theirs)
        self.exact += 2 * len(mine & theirs)
        self.touching += _touching(mine, theirs) + _touching(theirs, mine)

    def figure(self, shared: int, without: str) -> ExactFigure:
        why = NO_SPAN if self.texts else without
        return figure_of(Fraction(shared, self.spans) if self.spans else None, why)


def workers_of(
    given: Sequence[tuple[str, str, Answer]], gold: Mapping[str, Answer]
) -> list[SpanWorker]:
    """Return the workers, those who judged most first.

    given : text, worker and answer of each judgment
    gold : the known answers, by text

    F1 is pooled over all pairs of a worker's answer and another's to the same text: twice the spans
    that both have, of all spans of both. Partial F1 counts the spans of each that share a place
    with one of that label of the other.

    >>> a, b = ((0, 2, "x"),), ((0, 2, "x"), (3, 4, "x"))
    >>> found = workers_of([("t", "v", a), ("t", "w", b)], {"t": b})
    >>> [(one["worker"], one["exact"]["exact"], one["gold_exact"]["exact"]) for one in found]
    [('v', '2/3', '2/3'), ('w', '2/3', '1/1')]
    """
    by_text: defaultdict[str, list[tuple[str, Answer]]] = defaultdict(list)
    for text, worker, answer in given:
        by_text[text].append((worker, answer))
    judged, spans = Counter[str](), Counter[str]()
    others: defaultdict[str, _Pooled] = defaultdict(_Pooled)
    known: defaultdict[str, _Pooled] = defaultdict(_Pooled)
    for text, answers in by_text.items():
        for worker, answer in answers:
            judged[worker] += 1
            spans[worker] += len(answer)
            for other, theirs in answers:
                if other != worker:
                    others[worker].add(answer, theirs)
            if text in gold:
                known[worker].add(answer, gold[text])
    return [
        {
            "worker": worker,
            "judged": judged[worker],
            "spans": spans[worker],
            "exact": others[worker].figure(others[worker].exact, ALONE),
            "partial": others[worker].figure(others[worker].touching, ALONE),
            "gold": known[worker].texts,
            "gold_exact": known[worker].figure(known[worker].exact, NOTHING_KNOWN),
        }
        for worker in sorted(judged, key=lambda name: (-judged[name], name))
    ]


def ways_of(
    given: Sequence[tuple[str, str, Answer]], gold: Mapping[str, Answer]
) -> dict[str, SpanWay]:
    """Return the two ways to settle spans, each with F1 against the known answers.

    >>> a, b = ((0, 2, "x"),), ((0, 2, "x"), (3, 4, "x"))
    >>> found = ways_of([("t", "v", a), ("t", "w", a), ("t", "u", b)], {"t": b})
    >>> found["votes"]["spans"], found["words"]["gold_exact"]["exact"]
    (1, '2/3')
    """
    by_text: defaultdict[str, list[Answer]] = defaultdict(list)
    for text, _, answer in given:
        by_text[text].append(answer)
    found: dict[str, SpanWay] = {}
    for way, settle in (("votes", _voted), ("words", word_spans)):
        settled = {text: settle(answers) for text, answers in by_text.items()}
        pooled = _Pooled()
        for text, spans in settled.items():
            if text in gold:
                pooled.add(spans, gold[text])
        found[way] = {
            "spans": sum(map(len, settled.values())),
            "gold": pooled.texts,
            "gold_exact": pooled.figure(pooled.exact, "No text has a known answer."),
        }
    return found


def _voted(answers: Sequence[Answer]) -> list[Span]:
    return span_votes(answers).chosen


def _touching(mine: Iterable[Span], theirs: Iterable[Span]) -> int:
    own, others = _by_label(mine), _by_label(theirs)
    return sum(touching(units, others.get(label, ())) for label, units in own.items())


def _by_label(spans: Iterable[Span]) -> dict[str, list[Unit]]:
    found: defaultdict[str, list[Unit]] = defaultdict(list)
    for begin, end, label in spans:
        found[label].append((begin, end))
    return found
