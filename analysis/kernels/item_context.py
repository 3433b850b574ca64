"""The context of an item for the kernel, in addition to its judgments."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from annotation.json_types import JsonMapping

Vectors = Sequence[tuple[int, ...]]


class Document(NamedTuple):
    """The document of a question: its name and its content."""

    name: str
    content: JsonMapping


@dataclass(frozen=True)
class ItemContext:
    """The campaign's settings, and the facts of an item's content that the kernel needs."""

    settings: JsonMapping = field(default_factory=dict)
    facts: JsonMapping = field(default_factory=dict)


NOTHING = ItemContext()
