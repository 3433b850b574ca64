"""Alpha and S that are updated in microseconds when an annotation is added or withdrawn.

A tally (see `counting`) can be updated as well, but its figures are then computed from all of its
counts. This module stores the sums inside the figures instead (see `running`), and an annotation
adds its own part: to `within` and S its pairs with the others of its text, and to `total` its
distances to all other annotations. The cost grows with the number of distinct lengths and with the
text's own annotations.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from agreement.groups import Ints
from agreement.segmentation.alpha import Alpha, Weights, settle
from agreement.segmentation.counting import POWERS, count_items, take_apart
from agreement.segmentation.distance import check_power
from agreement.segmentation.running import Distances, Sums
from agreement.segmentation.vectors import Kind, Vector, check_vectors
from agreement.tally import Tally


class Closeness(NamedTuple):
    """S and S_distinct, the value of each by chance alone, and the number of texts in them."""

    value: Fraction | None
    distinct: Fraction | None
    chance: Fraction | None
    chance_distinct: Fraction | None
    items: int


@dataclass
class _Text:
    """A text's vectors, (c, n - 1), and for each k the sums over their pairs.

    apart, close : the sums of the numerators and of the closeness
    """

    rows: Ints
    apart: list[int]
    close: list[int]


class Live:
    """The annotations of a campaign, and the sums inside its figures.

    >>> live = Live("nested", {"first": [(1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0)]})
    >>> live.add("second", (0, 1, 0, 2, 0))
    >>> live.add("second", (0, 2, 0, 1, 0))
    >>> print(live.alpha(k=2).value)  # supplementary 3.3, printed .035
    37/1047
    """

    def __init__(
        self, kind: Kind, texts: Mapping[Hashable, Sequence[Vector]] | None = None
    ) -> None:
        given = {item: check_vectors(kind, vectors) for item, vectors in (texts or {}).items()}
        given = {item: vectors for item, vectors in given.items() if vectors}
        counts = take_apart(count_items(kind, given.values()))
        self._kind: Kind = kind
        self._distances = Distances(kind, counts)
        self._sums = [Sums(kind, k, counts) for k in POWERS[kind]]
        self._texts = self._read(given)
        self._items = sum(counts.compared.values())
        self._annotations = sum(c * items for (_, c), items in counts.compared.items())

    def add(self, item: Hashable, vector: Vector) -> None:
        """Add one annotation; ValueError if it is ill-formed or the text has another length."""
        [checked] = check_vectors(self._kind, [vector])
        row, text = self._find(item, checked)
        self._move(text, row, 1)
        text.rows = np.concatenate([text.rows, row[None]])
        self._texts[item] = text

    def withdraw(self, item: Hashable, vector: Vector) -> None:
        """Remove one annotation; ValueError if the text has no equal one."""
        row, text = self._find(item, vector)
        alike = np.flatnonzero((text.rows == row).all(axis=1)).tolist()
        if not alike:
            raise ValueError("The text has no such annotation.")
        text.rows = np.delete(text.rows, alike[0], axis=0)
        self._move(text, row, -1)
        if not len(text.rows):
            del self._texts[item]

    def alpha(self, k: int = 1, weights: Weights = "items") -> Alpha:
        """Return alpha, equal to `alpha.alpha` of the tally."""
        self._require_power(k)
        items, annotations = self._items, self._annotations
        if not items:
            return settle(None, None, 0, 0)
        weight = items if weights == "items" else annotations
        within = self._sums[k - 1].within[weights].over(weight)
        total = self._distances.over(k, 2 * annotations * (annotations - 1))
        return settle(within, total, items, annotations)

    def chance(self, k: int = 1) -> Closeness:
        """Return S, equal to `chance.agreement_over_chance` of the tally but without standard
        error."""
        self._require_power(k)
        sums = self._sums[k - 1]
        if not sums.items:
            return Closeness(None, None, None, None, 0)
        parts = (sums.value, sums.distinct, sums.chance, sums.chance_distinct)
        value, distinct, chance, chance_distinct = (part.over(sums.items) for part in parts)
        return Closeness(value, distinct, chance, chance_distinct, sums.items)

    def tally(self) -> Tally:
        """Return the counts of all annotations, which can be stored and merged."""
        texts = [list(map(tuple, text.rows.tolist())) for text in self._texts.values()]
        return count_items(self._kind, texts)

    def _require_power(self, k: int) -> None:
        check_power(k)
        if k not in POWERS[self._kind]:
            raise ValueError(f"There is no d{k} of {self._kind} segmentations, only d1.")

    def _read(self, given: Mapping[Hashable, Sequence[Vector]]) -> dict[Hashable, _Text]:
        shapes: defaultdict[tuple[int, int], list[Hashable]] = defaultdict(list)
        for item, vectors in given.items():
            shapes[len(vectors), len(vectors[0])].append(item)
        texts: dict[Hashable, _Text] = {}
        for (c, boundaries), items in shapes.items():
            rows = np.array([given[item] for item in items], dtype=np.int64)
            rows = rows.reshape(len(items), c, boundaries)
            apart, close = zip(*(sums.of_texts(rows) for sums in self._sums), strict=True)
            pairs = zip(zip(*apart, strict=True), zip(*close, strict=True), strict=True)
            for item, own, (far, near) in zip(items, rows, pairs, strict=True):
                texts[item] = _Text(own, list(far), list(near))
        return texts

    def _find(self, item: Hashable, vector: Vector) -> tuple[Ints, _Text]:
        row = self._distances.read(vector)
        nothing = [0] * len(self._sums)
        text = self._texts.get(item) or _Text(row[None][:0], nothing, nothing[:])
        if text.rows.shape[1] != len(row):
            raise ValueError("The annotations of one text have different lengths.")
        return row, text

    def _move(self, text: _Text, row: Ints, sign: int) -> None:
        """Update the sums for one annotation that joins or leaves those in the text's rows."""
        c, n = len(text.rows), len(row) + 1
        if n < 2 or not c:
            return
        before, after = (c, c + 1) if sign > 0 else (c + 1, c)
        apart = self._distances.apart(row, text.rows)
        for k, (sums, numerators) in enumerate(zip(self._sums, apart, strict=True)):
            sums.change((n, before), -1, -text.apart[k], -text.close[k])
            text.apart[k] += sign * sum(numerators)
            text.close[k] += sign * sums.closeness(n, Counter(numerators))
            sums.change((n, after), 1, text.apart[k], text.close[k])
        self._distances.shift(row, sign)
        if c == 1:
            self._distances.shift(text.rows[0], sign)
        self._items += sign * (c == 1)
        self._annotations += sign * (2 if c == 1 else 1)
