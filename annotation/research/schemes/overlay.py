"""All judgments of an item in one picture: the counts of its stored summary as a heat map."""

from collections.abc import Sequence
from dataclasses import dataclass

from midpath.text.formatting import percent

STEPS = 9
TRACK = 18  # the height of the mark between two words that votes fill
MOST, FEW = 0.6, 0.4  # shares beyond which a vote is clear


@dataclass(frozen=True)
class Line:
    """The number of judgments, out of `of`, with the property in `name`."""

    name: str
    count: int
    of: int

    @property
    def share(self) -> str:
        return percent(self.count / self.of, 0)

    @property
    def heat(self) -> int:
        """Return the share in steps: 0 for none, 9 for all."""
        return -(-STEPS * self.count // self.of)

    @property
    def rise(self) -> float:
        """Return how high the votes fill their track."""
        return round(TRACK * self.count / self.of, 1)

    @property
    def top(self) -> float:
        return round(TRACK - self.rise, 1)

    @property
    def tone(self) -> str:
        """Return whether most voted for it, few did, or they are divided.

        >>> [Line("", count, 10).tone for count in (7, 6, 4, 3)]
        ['most', 'divided', 'divided', 'few']
        """
        share = self.count / self.of
        return "most" if share > MOST else "few" if share < FEW else "divided"


@dataclass(frozen=True)
class Overlay:
    """One picture and its numbers. `template` draws `picture`, `about` explains it, and `first` is
    the header of the column with the names of `lines`. `left_out` says which part of a long text is
    left out."""

    template: str
    about: str
    picture: object
    first: str
    lines: Sequence[Line]
    left_out: str = ""
