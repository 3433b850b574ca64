"""The context of an item for the kernel, in addition to its judgments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Vectors = Sequence[tuple[int, ...]]
Content = Mapping[str, Any]


class Document(NamedTuple):
    """The document of a question: its name and its content."""

    name: str
    content: Content


@dataclass(frozen=True)
class ItemContext:
    """The campaign's settings, and the facts of an item's content that the kernel needs."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


NOTHING = ItemContext()
