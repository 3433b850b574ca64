"""The demo's texts to label: short reviews of invented things, each with a title."""

from pathlib import Path

from annotation.models import Dataset, Project, User
from annotation.services.datasets.datasets import import_dataset

REVIEWS = "Reviews of things, invented"
FILE = Path(__file__).parent / "labels.jsonl"


def demo_reviews(project: Project, user: User) -> Dataset:
    """Create the dataset of reviews; an existing one stays as it is."""
    return Dataset.objects.filter(project=project, name=REVIEWS).first() or import_dataset(
        project=project, user=user, name=REVIEWS, filename=FILE.name, body=FILE.read_bytes()
    )
