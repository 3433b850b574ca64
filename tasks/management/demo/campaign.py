"""A campaign of the demo."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.models import Dataset, Project, User


@dataclass(frozen=True)
class DemoCampaign:
    """`dataset` makes what it asks about, or returns what is there; `judgments` are simulated."""

    scheme: str
    name: str
    judgments: int
    dataset: Callable[[Project, User], Dataset]
    settings: Mapping[str, Any] = field(default_factory=dict)
