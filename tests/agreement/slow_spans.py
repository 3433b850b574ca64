"""Slow reference implementations of the span figures: position by position, and over every pair of
segments."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

Span = tuple[int, int, str]
Text = tuple[list[tuple[Span, ...]], int]  # the answers, and the length
Segment = tuple[int, int, bool]


def alpha(texts: Sequence[Text], labels: Sequence[str]) -> Fraction | None:
    """Krippendorff 2004, section 11.4, over texts: the sums written out, gap by gap."""
    judged = [text for text in texts if len(text[0]) > 1]
    n = sum(length * len(answers) for answers, length in judged)
    observed = expected = Fraction(0)
    for label in labels:
        units: list[int] = []
        gaps: list[int] = []
        for answers, length in judged:
            rows = [segments([s for s in answer if s[2] == label], length) for answer in answers]
            for one, other in permutations(rows, 2):
                apart = sum(difference(a, b) for a in one for b in other)
                observed += Fraction(apart, (len(rows) - 1) * n)
            for begin, end, unit in (segment for row in rows for segment in row):
                (units if unit else gaps).append(end - begin)
        total = Fraction(0)
        for size in units:
            total += Fraction((len(units) - 1) * (2 * size**3 - 3 * size**2 + size), 3)
            total += sum(size**2 * (gap - size + 1) for gap in gaps if gap >= size)
        if units and n * (n - 1) > sum(size * (size - 1) for size in units):
            expected += 2 * total / (n * (n - 1) - sum(size * (size - 1) for size in units))
    return 1 - observed / expected if expected else None


def segments(spans: Sequence[Span], length: int) -> list[Segment]:
    """Cut between two positions unless some span contains both, or no span contains either."""
    covered = [any(begin <= place < end for begin, end, _ in spans) for place in range(length)]
    found: list[Segment] = []
    first = 0
    for place in range(1, length + 1):
        if place < length and covered[place] == covered[place - 1]:
            inside = any(begin < place < end for begin, end, _ in spans)
            if inside or not covered[place]:
                continue
        found.append((first, place, covered[first]))
        first = place
    return found


def difference(one: Segment, other: Segment) -> int:
    if one[2] and other[2]:
        share = set(range(*one[:2])) & set(range(*other[:2]))
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 if share else 0
    if one[2] == other[2]:
        return 0
    unit, gap = (one, other) if one[2] else (other, one)
    return (unit[1] - unit[0]) ** 2 if set(range(*unit[:2])) <= set(range(*gap[:2])) else 0


def values(answer: Sequence[Span], length: int) -> list[frozenset[str]]:
    return [
        frozenset(label for begin, end, label in answer if begin <= place < end)
        for place in range(length)
    ]


def of_places(texts: Sequence[Text], *, stretched: bool) -> Fraction | None:
    """Return nominal alpha of position labels. With `stretched`, chance pairs exclude positions of
    the same stretch of an answer (Krippendorff et al. 2016), and an unmarked position and
    itself."""
    judged = [text for text in texts if len(text[0]) > 1]
    observed, n, places = Fraction(0), 0, []
    for number, (answers, length) in enumerate(judged):
        rows = [values(answer, length) for answer in answers]
        for one, other in permutations(rows, 2):
            unlike = sum(a != b for a, b in zip(one, other, strict=True))
            observed += Fraction(unlike, len(rows) - 1)
        n += len(rows) * length
        for who, (answer, row) in enumerate(zip(answers, rows, strict=True)):
            edges = sorted({edge for begin, end, _ in answer for edge in (begin, end)})
            for place, value in enumerate(row):
                stretch = sum(edge <= place for edge in edges)
                alone = (number, who, stretch) if stretched and value else (number, who, -1 - place)
                places.append((value, alone))
    unlike = pairs = 0
    for value, alone in places:
        for other_value, other_alone in places:
            unlike += value != other_value
            pairs += alone != other_alone
    if not unlike or not pairs:
        return None
    return 1 - observed / n / Fraction(unlike, pairs)


def shared(texts: Sequence[Text], *, exactly: bool) -> Fraction | None:
    both, given = Fraction(0), 0
    for answers, _ in texts:
        if len(answers) < 2:
            continue
        given += sum(map(len, answers))
        for mine, theirs in permutations(answers, 2):
            met = sum(any(alike(a, b, exactly) for b in theirs) for a in mine)
            both += Fraction(met, len(answers) - 1)
    return both / given if given else None


def alike(one: Span, other: Span, exactly: bool) -> bool:
    if exactly:
        return one == other
    return one[2] == other[2] and bool(set(range(*one[:2])) & set(range(*other[:2])))


def word_spans(answers: Sequence[Sequence[Span]], length: int) -> list[Span]:
    found: list[Span] = []
    for label in {label for answer in answers for _, _, label in answer}:
        own = [[span for span in answer if span[2] == label] for answer in answers]

        def holding(*places: int, own: list[list[Span]] = own) -> bool:
            votes = sum(any(all(b <= p < e for p in places) for b, e, _ in spans) for spans in own)
            return 2 * votes > len(answers)

        first = None
        for place in range(length + 1):
            inside = place < length and holding(place)
            if first is not None and not (inside and holding(place - 1, place)):
                found.append((first, place, label))
                first = None
            if inside and first is None:
                first = place
    return sorted(found)


def votes(answers: Sequence[Sequence[Span]]) -> list[Span]:
    times = Counter(span for answer in answers for span in answer)
    return sorted(span for span in times if 2 * times[span] > len(answers))
