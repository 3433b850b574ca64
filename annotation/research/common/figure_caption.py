from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure: `value` is empty if undefined, and then `note` says why."""

    label: str
    value: str
    note: str
    definition: str
