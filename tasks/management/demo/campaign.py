"""A campaign of the demo."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.models import Campaign, Dataset, Item, Project, User


@dataclass(frozen=True)
class DemoCampaign:
    """A campaign of the demo. `dataset` creates or returns its dataset; `judgments` are simulated.

    `meant` returns the true answer to an item in the form that the scheme's simulation expects. One
    of an add-on comes `after` the campaign of another scheme.
    """

    scheme: str
    name: str
    judgments: int
    dataset: Callable[[Project, User], Dataset]
    meant: Callable[[Item, Campaign], Any]
    settings: Mapping[str, object] = field(default_factory=dict)
    after: str = ""
