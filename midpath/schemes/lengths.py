"""The number of words that texts of a scheme may have."""

from typing import NamedTuple

from midpath.schemes.base import Item


class Lengths(NamedTuple):
    """The minimum and maximum number of words of a text, both included."""

    fewest: int
    most: int

    def __str__(self) -> str:
        return f"{self.fewest} to {self.most} words"

    def allow(self, item: Item) -> bool:
        return self.fewest <= len(item.words) <= self.most
