"""What a kernel is told of an item beside its judgments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Vectors = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class ItemContext:
    """What was asked about an item: the campaign's settings, and the facts of its content that
    the kernel looks at."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


NOTHING = ItemContext()
