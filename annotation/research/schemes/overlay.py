"""All judgments of an item laid over each other: what its stored summary counts, as heat."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.text.formatting import percent

STEPS = 9


@dataclass(frozen=True)
class Line:
    """The number of the judgments, `of` in all, that have what `name` says."""

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


@dataclass(frozen=True)
class Overlay:
    """One picture and its numbers. `template` draws `picture`, `about` says how to read it, `first`
    heads what `lines` name. Of a long text a part is left out, and `left_out` says what."""

    template: str
    about: str
    picture: object
    first: str
    lines: Sequence[Line]
    left_out: str = ""
