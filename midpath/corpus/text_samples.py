"""Samples of texts with a given number of texts of each length (ACL 2013 §3.1)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil

import numpy as np

from agreement.evidence.near_duplicates import MINIMUM, words_of
from midpath.corpus.seeded_sampling import lots

OF_TEXTS = 1


def shared_out(total: int, weights: Mapping[int, int | float]) -> dict[int, int]:
    """Return whole parts of a total in proportion to weights, by largest remainders.

    Each part is rounded down; what is left goes one by one to the largest remainders, of equal ones
    to the lowest key first (Hamilton's method). Keys without weight get nothing; without any
    weight, all do.

    >>> shared_out(700, {4: 1, 5: 1, 6: 1, 7: 1, 8: 1})
    {4: 140, 5: 140, 6: 140, 7: 140, 8: 140}
    >>> shared_out(10, {3: 5, 4: 3, 5: 0, 6: 1})
    {3: 6, 4: 3, 5: 0, 6: 1}
    """
    whole = sum(Fraction(weight) for weight in weights.values())
    if not whole:
        return dict.fromkeys(sorted(weights), 0)
    exact = {key: total * Fraction(weights[key]) / whole for key in sorted(weights)}
    parts = {key: int(part) for key, part in exact.items()}
    by_remainder = sorted(exact, key=lambda key: (parts[key] - exact[key], key))
    for key in by_remainder[: total - sum(parts.values())]:
        parts[key] += 1
    return parts


def sample_texts(
    texts: Sequence[Sequence[str]],
    requested: Mapping[int, int],
    seed: int,
    *,
    near_duplicates: bool = True,
    visited: Callable[[], object] = lambda: None,
) -> tuple[list[int], int]:
    """Return the places of the sampled texts, in order, and how many near-duplicates were left out.

    texts : the words of each text
    requested : how many texts of each number of words to sample
    visited : called for each text that is tried; it may raise to stop

    The texts are visited by lot, the lowest first; one is sampled if its length still needs one.
    Without `near_duplicates`, a text is left out if it is a near-duplicate of a text sampled before
    it: if |A ∩ B| / |A ∪ B| of their distinct words, without case and punctuation at their ends, is
    at least 3/4 (see agreement.evidence.near_duplicates). Fewer are returned if there are no more.

    >>> queries = [q.split() for q in ("red wine bar", "Red wine, bar!", "old town map", "sun")]
    >>> sample_texts(queries, {3: 3, 1: 1}, 1, near_duplicates=False)
    ([0, 2, 3], 1)
    """
    wanted = Counter(dict(requested))
    seen = _Seen(texts) if not near_duplicates else None
    chosen, left_out = [], 0
    numbers = np.arange(len(texts), dtype=np.uint64)
    for place in np.argsort(lots(seed, OF_TEXTS, numbers), kind="stable").tolist():
        visited()
        length = len(texts[place])
        if not wanted[length]:
            continue
        if seen is not None and not seen.add(texts[place]):
            left_out += 1
            continue
        wanted[length] -= 1
        chosen.append(place)
    return sorted(chosen), left_out


class _Seen:
    """The texts sampled so far, found by their rarest words.

    If two sets share at least 3/4 of their words, then each shares at least ⌈3/4 of its own⌉ words
    with the other, so the two have a word in common among the |A| − ⌈3|A|/4⌉ + 1 first of each, in
    any fixed order of words (Chaudhuri, Ganti and Kaushik 2006, prefix filter). With the rarest
    words first, few texts have to be compared.
    """

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self._times = Counter(word for text in texts for word in _distinct(text))
        self._with: dict[str, list[frozenset[str]]] = defaultdict(list)

    def add(self, text: Sequence[str]) -> bool:
        """Add a text unless it is a near-duplicate of one added before; return whether it was
        added."""
        words = _distinct(text)
        first = sorted(words, key=lambda word: (self._times[word], word))
        first = first[: len(words) - ceil(MINIMUM * len(words)) + 1]
        if any(_near(words, other) for word in first for other in self._with[word]):
            return False
        for word in first:
            self._with[word].append(words)
        return True


def _distinct(text: Sequence[str]) -> frozenset[str]:
    return words_of(" ".join(text))


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    in_either = len(one) + len(other) - shared
    return shared * MINIMUM.denominator >= MINIMUM.numerator * in_either
