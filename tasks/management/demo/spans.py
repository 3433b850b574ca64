"""The demo's news for marking names, all invented, and the names in them."""

import json
from pathlib import Path

from annotation.models import Campaign, Dataset, Item, Project, User
from annotation.services.datasets.datasets import import_dataset

NEWS = "News, invented"
FILE = Path(__file__).parent / "spans.jsonl"


def demo_news(project: Project, user: User) -> Dataset:
    """Create the dataset of news; an existing one is not changed."""
    return Dataset.objects.filter(project=project, name=NEWS).first() or import_dataset(
        project=project, user=user, name=NEWS, filename=FILE.name, body=FILE.read_bytes()
    )


def true_names(item: Item, campaign: Campaign) -> list[tuple[int, int, int]] | None:
    """Return the names in a text, in words; None if it has a gold answer."""
    labels = [one["label"] for one in campaign.settings["labels"]]
    written = item.content["columns"].get("spans")
    if written is None:
        return None
    return [(begin, end, labels.index(label)) for begin, end, label in json.loads(written)]
