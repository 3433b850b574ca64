"""A figure as a page tells it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure: `value` is empty where it cannot be told, and then `note` says why."""

    label: str
    value: str
    note: str
    definition: str
