"""Agreement of each annotator of segmentations with the others: alpha and S of one annotator.

These are the means in equations 1 to 7 of ACL 2013, over the pairs of which the annotator made one
side. Let T be the annotator's texts that others annotated too, and c the annotations of a text:
    within_w = mean over T of  sum of d(own, other) / (c - 1), halved
    alpha_w  = 1 - within_w / total         total of all annotations of the campaign (equation 3)
    S_w      = mean over T of  sum of P(d >= d(own, other)) / (c - 1)
    chance_w = mean over T of the mean of P(d >= X), X from a random pair
The mean over all annotations, each weighted by 1/c, is therefore the campaign's alpha and
S_distinct. If all texts have equally many annotations, that is the mean of alpha_w weighted by the
sizes of T.

A tally of one annotator has the keys of `counting`: items/n/c counts their texts, dk/n/c/x their
pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import Counts, take_apart
from agreement.segmentation.distance import check_power, numerator
from agreement.segmentation.null import MAX_NESTED_LENGTH, expected_tail, tails
from agreement.segmentation.vectors import Kind, check_alike, check_of
from agreement.tally import Tally

Annotator = TypeVar("Annotator", bound=Hashable)

ALONE = "Nobody else annotated a text of two or more words that they did."
ALIKE = "All annotations of the campaign are alike, so there is no variance to compare with."
LONG = f"Every text that they share has more than {MAX_NESTED_LENGTH} words."


class Standing(NamedTuple):
    """Alpha and S of one annotator with the others; None, with the reason, if undefined.

    texts, pairs : the annotator's texts, and pairs with another's annotation
    s_texts : the number of texts that have a null distribution
    """

    alpha: Fraction | None
    s: Fraction | None
    chance: Fraction | None
    texts: int
    pairs: int
    s_texts: int
    alpha_reason: str | None = None
    s_reason: str | None = None


def count_text(
    vectors: Sequence[Vector], annotators: Sequence[Annotator], powers: Sequence[int] = (1,)
) -> dict[Annotator, Tally]:
    """Return one text's contribution to the tally of each of its annotators.

    Empty if the text has fewer than two words or annotations. Raises ValueError if an annotator
    occurs twice or the annotators do not fit the annotations.

    >>> count_text([(1, 0), (1, 1), (1, 0)], ["ann", "bob", "cy"])["ann"]
    {'items/3/3': 1, 'd1/3/3/0': 1, 'd1/3/3/1': 1}
    """
    if len(set(annotators)) != len(vectors) or len(annotators) != len(vectors):
        raise ValueError("There is not one annotator for each annotation of the text.")
    vectors = check_alike(vectors)
    c = len(vectors)
    if c < 2 or not vectors[0]:
        return {}
    n = len(vectors[0]) + 1
    repeats = Counter(map(tuple, vectors))
    shares = {
        mine: Tally({f"items/{n}/{c}": 1})
        + Tally.total(_pairs(mine, repeats, f"{n}/{c}", k) for k in powers)
        for mine in repeats
    }
    return {who: shares[tuple(mine)] for who, mine in zip(annotators, vectors, strict=True)}


def standing(own: Mapping[str, int], total: Fraction | None, kind: Kind, k: int = 1) -> Standing:
    """Return an annotator's agreement with the others.

    own : the annotator's tally
    total : the total variance of the campaign; None or 0 if it has none

    >>> from agreement.segmentation.alpha import alpha
    >>> from agreement.segmentation.counting import count_item
    >>> texts = [[(1, 0), (1, 0), (0, 1)], [(0, 1), (0, 1), (0, 1)]]
    >>> total = alpha(take_apart(Tally.total(count_item("flat", text) for text in texts))).total
    >>> own = Tally.total(count_text(text, ["ann", "bob", "cy"])["cy"] for text in texts)
    >>> found = standing(own, total, "flat")
    >>> print(found.alpha, found.s, found.chance, found.texts, found.pairs)
    1/16 5/8 11/16 2 4
    """
    check_of(kind)
    check_power(k)
    counts = take_apart(own)
    groups = counts.compared
    texts = sum(groups.values())
    if not texts:
        return Standing(None, None, None, 0, 0, 0, ALONE, ALONE)
    pairs = sum((c - 1) * times for (_, c), times in groups.items())
    alpha = 1 - _within(counts, k) / texts / total if total else None
    s, chance, known = _over_chance(counts, kind, k)
    return Standing(
        alpha, s, chance, texts, pairs, known, None if total else ALIKE, None if known else LONG
    )


def standing_figures(found: Standing) -> dict[str, object]:
    """Return an annotator's figures, ready for JSON.

    >>> standing_figures(standing({}, None, "flat"))["alpha"]["reason"]
    'Nobody else annotated a text of two or more words that they did.'
    """
    return {
        "texts": found.texts,
        "pairs": found.pairs,
        "alpha": _figure(found.alpha, found.alpha_reason),
        "S": _figure(found.s, found.s_reason)
        | {"chance": None if found.chance is None else float(found.chance), "texts": found.s_texts},
    }


def _pairs(mine: Vector, repeats: Mapping[Vector, int], group: str, k: int) -> Tally:
    """Count the pairs of one annotation with each other annotation of its text, by distance."""
    pairs: Counter[int] = Counter()
    for other, times in repeats.items():
        pairs[numerator(mine, other, k)] += times - (other == mine)
    return Tally({f"d{k}/{group}/{x}": times for x, times in pairs.items()})


def _within(counts: Counts, k: int) -> Fraction:
    """Return half the sum over an annotator's texts of the mean distance from the others."""
    return sum(
        (Fraction(apart, 2 * (c - 1) * (n - 1)) for (n, c), apart in counts.sums[k].items()),
        Fraction(0),
    )


def _over_chance(
    counts: Counts, kind: Kind, k: int
) -> tuple[Fraction | None, Fraction | None, int]:
    """Return S and chance over the annotator's texts with a null distribution, and their number."""
    s, chance, known = Fraction(0), Fraction(0), 0
    for (n, c), texts in counts.compared.items():
        if kind != "flat" and n > MAX_NESTED_LENGTH:
            continue
        at_least = tails(kind, n, k)
        seen = sum(
            times * at_least[x]
            for x, times in counts.pairs[k].get((n, c), {}).items()
            if x < len(at_least)
        )
        s += Fraction(seen, at_least[0] * (c - 1))
        chance += texts * expected_tail(kind, n, k)
        known += texts
    return (s / known, chance / known, known) if known else (None, None, 0)


def _figure(value: Fraction | None, reason: str | None) -> dict[str, object]:
    figure: dict[str, object] = {"value": None if value is None else float(value)}
    return figure if reason is None else figure | {"reason": reason}
