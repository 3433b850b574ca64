"""A campaign of the demo, and the file of a dataset."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from annotation.models import Campaign, Dataset, Item, Project, User
from annotation.services.datasets.datasets import import_dataset

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class DemoFile:
    """A dataset of the demo, created from a file of this folder; an existing one is not changed."""

    name: str
    filename: str

    @property
    def path(self) -> Path:
        return FOLDER / self.filename

    def __call__(self, project: Project, user: User) -> Dataset:
        found = Dataset.objects.filter(project=project, name=self.name).first()
        return found or import_dataset(
            project=project,
            user=user,
            name=self.name,
            filename=self.filename,
            body=self.path.read_bytes(),
        )


@dataclass(frozen=True)
class DemoCampaign:
    """A campaign of the demo. `dataset` creates or returns its dataset; `judgments` are simulated,
    not counting those of gold HITs, by this number of `workers`, who stopped `ended` before now.

    `meant` returns the true answer to an item in the form that the scheme's simulation expects. One
    of an add-on comes `after` the campaign of another scheme. One that is not the first of its
    scheme has a `label` of its own. `disputed`: some of its items wait for an adjudicator.
    `finished`: it is closed, and a snapshot is published.
    """

    scheme: str
    name: str
    judgments: int
    dataset: Callable[[Project, User], Dataset]
    meant: Callable[[Item, Campaign], Any]
    settings: Mapping[str, object] = field(default_factory=dict)
    after: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)
    workers: int = 8
    ended: timedelta = timedelta(minutes=4)
    label: str = ""
    disputed: bool = False
    finished: bool = False

    @property
    def key(self) -> str:
        return self.label or self.scheme
