"""The context that a kernel gets of an item beside its judgments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Vectors = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class ItemContext:
    """The campaign's settings, and the facts of an item's content that the kernel needs."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


NOTHING = ItemContext()
