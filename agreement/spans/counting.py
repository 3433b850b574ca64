"""Counts of texts with labelled spans: one text's contribution to a tally.

The length of a text is its number of places, words or characters. A span is (begin, end, label);
the end is excluded. An answer is any number of distinct spans.

A campaign's tally is the sum of its texts' contributions:
    units/<m>               texts with m answers
    none                    answers without a span
    alone/<label>           spans of the label in texts with one answer
    votes/<label>           spans that more than half of a text's answers have
    words/<label>           spans settled place by place, by `consensus`
    undecided               texts with a span that exactly half of the answers have
and for texts with m > 1 answers
    length/<m>              places
    whole/<length>          answers to texts of that length
    unlike/<m>              ordered pairs of different answers
    given/<label>           spans
    exact/<m>/<label>       spans that both have, over ordered pairs of answers
    touch/<m>/<label>       spans that share a place with one of the same label in the other
                            answer, over ordered pairs of answers
    apart/<m>/<label>       the sum of d over ordered pairs of answers, as defined in `unitizing`
    unit/<length>/<label>   units of that length
    gap/<length>/<label>    gaps of that length in answers that have the label
    marked/<length>/<label> answers that have the label, of texts of that length
    value/<labels>          places that have these labels, and no others, in an answer
    square/<labels>         sum of the squared lengths of the stretches of such places
    differ/<m>              places with different labels, over ordered pairs of answers
A gap that fills a whole text is counted once for all labels, as `whole` without `marked`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, permutations

from agreement.spans.consensus import span_votes, word_spans
from agreement.spans.unitizing import Unit, counted, joined
from agreement.tally import Tally

Span = tuple[int, int, str]
Answer = tuple[Span, ...]
PARTED = "|"


def span_contribution(answers: Sequence[Answer], length: int) -> Tally:
    """Return one text's contribution; the order of answers and of spans does not matter.

    Raises ValueError if a span lies outside of the text, or is given twice in one answer.

    >>> one, other = ((0, 2, "PER"),), ((0, 1, "PER"), (3, 4, "LOC"))
    >>> tally = span_contribution([one, other], 5)
    >>> [tally[key] for key in ("units/2", "given/PER", "touch/2/PER", "differ/2", "whole/5")]
    [1, 2, 2, 4, 2]
    >>> "exact/2/PER" in tally, tally - span_contribution([other, one], 5) == Tally()
    (False, True)
    """
    m = len(answers)
    if not m:
        return Tally()
    for answer in answers:
        check_spans(answer, length)
    counts: Counter[str] = Counter({f"units/{m}": 1, "none": sum(not one for one in answers)})
    counts.update(_settled(answers))
    if m == 1:
        counts.update(f"alone/{label}" for _, _, label in answers[0])
        return Tally(counts)
    counts[f"length/{m}"] = length
    counts[f"whole/{length}"] = m
    counts[f"unlike/{m}"] = m * m - sum(n * n for n in Counter(map(frozenset, answers)).values())
    for label in sorted({label for answer in answers for _, _, label in answer}):
        counts.update(_of_label([_of(answer, label) for answer in answers], length, label))
    counts.update(_of_places(answers))
    return Tally(counts)


def check_spans(answer: Answer, length: int) -> None:
    """Raise ValueError if spans are not valid for a text of that length."""
    for begin, end, label in answer:
        if not 0 <= begin < end <= length:
            raise ValueError(f"From {begin} up to {end} is not a span of {length} places.")
        if PARTED in label:
            raise ValueError(f"The label {label!r} contains a bar, which separates labels.")
    if len(set(answer)) < len(answer):
        raise ValueError("An answer has a span twice.")


def touching(mine: Sequence[Unit], theirs: Sequence[Unit]) -> int:
    """Return how many of the first spans share a place with any of the second.

    >>> touching([(0, 2), (2, 4), (8, 9)], [(1, 2), (3, 9)])
    3
    """
    others = sorted(theirs)
    begins = [begin for begin, _ in others]
    ends = list(accumulate((end for _, end in others), max))
    met = ((bisect_left(begins, end), begin) for begin, end in mine)
    return sum(at > 0 and ends[at - 1] > begin for at, begin in met)


def stretches(answer: Answer) -> Iterator[tuple[int, int, str]]:
    """Yield the labelled stretches, cut where any span begins or ends: begin, end, and their labels
    in alphabetical order.

    >>> list(stretches(((0, 4, "a"), (1, 2, "b"))))
    [(0, 1, 'a'), (1, 2, 'a|b'), (2, 4, 'a')]
    """
    changes: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for begin, end, label in answer:
        changes[begin].append((label, 1))
        changes[end].append((label, -1))
    open_now: Counter[str] = Counter()
    for at, following in pairwise(sorted(changes)):
        for label, change in changes[at]:
            open_now[label] += change
        if labels := PARTED.join(sorted(+open_now)):
            yield at, following, labels


def _of(answer: Answer, label: str) -> list[Unit]:
    return sorted((begin, end) for begin, end, of in answer if of == label)


def _of_label(given: Sequence[Sequence[Unit]], length: int, label: str) -> Counter[str]:
    m = len(given)
    units = counted([joined(spans) for spans in given], length)
    counts = Counter({f"given/{label}": sum(map(len, given)), f"apart/{m}/{label}": units.apart[m]})
    counts.update({f"unit/{size}/{label}": times for size, times in units.units.items()})
    counts.update({f"gap/{size}/{label}": times for size, times in units.gaps.items()})
    marked = sum(map(bool, given))
    counts[f"marked/{length}/{label}"] = marked
    counts[f"gap/{length}/{label}"] -= m - marked
    times = Counter(span for spans in given for span in spans)
    counts[f"exact/{m}/{label}"] = sum(n * (n - 1) for n in times.values())
    counts[f"touch/{m}/{label}"] = sum(touching(*pair) for pair in permutations(given, 2))
    return counts


def _of_places(answers: Sequence[Answer]) -> Counter[str]:
    """Return the counts of labels by place: places, their stretches, and differing places."""
    m, counts = len(answers), Counter[str]()
    changes: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for number, answer in enumerate(answers):
        for begin, end, labels in stretches(answer):
            counts[f"value/{labels}"] += end - begin
            counts[f"square/{labels}"] += (end - begin) ** 2
            changes[end].insert(0, (number, ""))
            changes[begin].append((number, labels))
    now = [""] * m
    for at, following in pairwise(sorted(changes)):
        for number, labels in changes[at]:
            now[number] = labels
        same = sum(n * n for n in Counter(now).values())
        counts[f"differ/{m}"] += (m * m - same) * (following - at)
    return counts


def _settled(answers: Sequence[Answer]) -> Counter[str]:
    found = span_votes(answers)
    counts = Counter(f"votes/{label}" for _, _, label in found.chosen)
    counts.update(f"words/{label}" for _, _, label in word_spans(answers))
    counts["undecided"] = bool(found.half)
    return counts
