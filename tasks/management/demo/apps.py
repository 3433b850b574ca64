"""The demo's apps, of invented companies whose privacy notices are among the demo's documents."""

from pathlib import Path

from annotation.models import Dataset, Project, User
from annotation.services.datasets.datasets import import_dataset

APPS = "Apps, invented"
FILE = Path(__file__).parent / "apps.jsonl"


def demo_apps(project: Project, user: User) -> Dataset:
    """Create the dataset of apps; an existing one stays as it is."""
    return Dataset.objects.filter(project=project, name=APPS).first() or import_dataset(
        project=project, user=user, name=APPS, filename=FILE.name, body=FILE.read_bytes()
    )
