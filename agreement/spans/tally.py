"""The counts of a tally of spans, sorted by what they count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from agreement.spans.unitizing import Continuum, Counted

ByM = dict[int, int]


@dataclass
class Counts:
    """Counts of a tally, named by the keys of `counting`."""

    units: ByM = field(default_factory=dict)
    length: ByM = field(default_factory=dict)
    whole: ByM = field(default_factory=dict)
    unlike: ByM = field(default_factory=dict)
    differ: ByM = field(default_factory=dict)
    none: int = 0
    undecided: int = 0
    alone: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    votes: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    value: Counter[str] = field(default_factory=Counter)
    square: Counter[str] = field(default_factory=Counter)
    exact: defaultdict[str, ByM] = field(default_factory=lambda: defaultdict(dict))
    touch: defaultdict[str, ByM] = field(default_factory=lambda: defaultdict(dict))
    apart: defaultdict[str, ByM] = field(default_factory=lambda: defaultdict(dict))
    unit: defaultdict[str, ByM] = field(default_factory=lambda: defaultdict(dict))
    gap: defaultdict[str, ByM] = field(default_factory=lambda: defaultdict(dict))
    marked: defaultdict[str, ByM] = field(default_factory=lambda: defaultdict(dict))

    @property
    def labels(self) -> list[str]:
        return sorted({*self.alone, *self.given})

    @property
    def items(self) -> int:
        return sum(self.units.values())

    @property
    def judgments(self) -> int:
        return sum(m * items for m, items in self.units.items())

    @property
    def together(self) -> int:
        """Return how many texts have two answers or more."""
        return self.items - self.units.get(1, 0)

    @property
    def judgments_together(self) -> int:
        return self.judgments - self.units.get(1, 0)

    @property
    def continuum(self) -> Continuum:
        return Continuum(
            sum(self.length.values()), sum(m * length for m, length in self.length.items())
        )

    def counted(self, label: str) -> Counted:
        """Return the counts of a label that alpha for unitizing needs.

        An answer without the label is one gap as long as its text.
        """
        gaps = Counter(self.whole)
        gaps.subtract(self.marked[label])
        gaps.update(self.gap[label])
        return Counted(self.apart[label], self.unit[label], +gaps)


def counts_of(state: Mapping[str, int]) -> Counts:
    counts = Counts()
    for key, count in state.items():
        what, _, of = key.partition("/")
        stored = getattr(counts, what)
        if isinstance(stored, int):
            setattr(counts, what, count)
        elif isinstance(stored, Counter):
            stored[of] = count
        elif isinstance(stored, defaultdict):
            number, _, label = of.partition("/")
            stored[label][int(number)] = count
        else:
            stored[int(of)] = count
    return counts


def weighed(sums: Mapping[int, int]) -> Fraction:
    """Return sums over ordered pairs of answers, by m, so that every answer counts once."""
    return sum((Fraction(total, m - 1) for m, total in sums.items()), Fraction(0))
