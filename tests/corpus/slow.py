"""A simple sampler of pairs: every formula written out, one pair at a time, without NumPy."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

from midpath.corpus.pair_sampling import OF_CANDIDATES, OF_DOCUMENTS, Document, Plan
from midpath.corpus.words import words_of

WORD = 2**64


def mix(value: int) -> int:
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB % WORD
    return value ^ (value >> 31)


def lot(seed: int, stream: int, number: int) -> int:
    start = mix((mix(seed % WORD) + stream) % WORD)
    return mix((start + (number + 1) * 0x9E3779B97F4A7C15) % WORD)


def vectors(texts: Sequence[str], *, smooth: bool) -> list[dict[str, float]]:
    words = [words_of(text) for text in texts]
    known = {word: sum(word in each for each in words) for each in words for word in each}
    weighted = []
    for each in words:
        vector = {}
        for word in each:
            idf = (
                1 + math.log((1 + len(texts)) / (1 + known[word]))
                if smooth
                else math.log(len(texts) / known[word])
            )
            vector[word] = each.count(word) * idf
        weighted.append(vector)
    return weighted


def cosine(left: dict[str, float], right: dict[str, float]) -> float:
    lengths = [math.sqrt(math.fsum(w * w for w in each.values())) for each in (left, right)]
    if 0 in lengths:
        return 0.0
    shared = math.fsum(left[word] * right[word] for word in left if word in right)
    return shared / lengths[0] / lengths[1]


def document_pairs(documents: Sequence[Document], plan: Plan) -> list[tuple[int, int]]:
    found = []
    for category in {document.category for document in documents}:
        pairs = [
            (a, b)
            for (a, left), (b, right) in combinations(enumerate(documents), 2)
            if left.category == right.category == category and left.segments and right.segments
        ]
        pairs.sort(
            key=lambda pair: lot(plan.seed, OF_DOCUMENTS, pair[0] * len(documents) + pair[1])
        )
        found += pairs[: plan.document_pairs]
    return sorted(found)


def stratum_of(similarity: int) -> int:
    value = Fraction(similarity, 1_000_000)
    return sum(value > edge for edge in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)))


def together(plan: Plan, left: int, right: int) -> bool | None:
    """Return the relation that more runs support than contradict; None if there is none."""
    assert plan.disagreeing
    runs = [(run[left], run[right]) for run in plan.disagreeing.labels.tolist()]
    said = [one == other for one, other in runs if -1 not in (one, other)]
    share = Fraction(sum(said), len(said)) if said else Fraction(1, 2)
    return None if share == Fraction(1, 2) else share > Fraction(1, 2)


def draw(documents: Sequence[Document], plan: Plan, *, smooth: bool) -> dict[str, object]:
    places = [(d, s) for d, document in enumerate(documents) for s in range(len(document.segments))]
    texts = [documents[d].segments[s] for d, s in places]
    weighted = vectors(texts, smooth=smooth)
    number_of = {place: number for number, place in enumerate(places)}
    names = {document.category for document in documents}
    categories = sorted(names) if plan.by_category else [""]
    strata: dict[str, list[list[tuple[int, object]]]] = {
        one: [[], [], [], []] for one in categories
    }
    histogram = [0] * 50
    silent = 0
    for a, b in document_pairs(documents, plan):
        sides = (range(len(documents[a].segments)), range(len(documents[b].segments)))
        for s, t in product(*sides):
            left, right = number_of[a, s], number_of[b, t]
            similarity = round(cosine(weighted[left], weighted[right]) * 1_000_000)
            histogram[min(similarity // 20_000, 49)] += 1
            if plan.disagreeing:
                said = together(plan, left, right)
                silent += said is None
                if said is None or said == (similarity > plan.disagreeing.edge):
                    continue
            drawn = lot(plan.seed, OF_CANDIDATES, left * len(places) + right)
            stratum = stratum_of(similarity)
            category = documents[a].category if plan.by_category else ""
            strata[category][stratum].append((drawn, ((a, s), (b, t), similarity, stratum)))
    return {
        "histogram": histogram,
        "silent": silent,
        "candidates": [sum(len(strata[one][n]) for one in categories) for n in range(4)],
        "pairs": [
            pair
            for n in range(4)
            for one in categories
            for _, pair in sorted(strata[one][n])[: plan.per_stratum]
        ],
        "categories": [
            (one, [len(found) for found in strata[one]], _up_to(plan.per_stratum, strata[one]))
            for one in categories
            if plan.by_category
        ],
    }


def _up_to(most: int, strata: Sequence[Sequence[object]]) -> list[int]:
    return [min(most, len(found)) for found in strata]
