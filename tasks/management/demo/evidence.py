"""The demo's questions on a document: the privacy notice of an invented company."""

from pathlib import Path

from annotation.models import Dataset, Project, User
from annotation.services.datasets.datasets import import_dataset

QUESTIONS = "Questions on a privacy notice, invented"
FILE = Path(__file__).parent / "evidence.jsonl"


def demo_questions(project: Project, user: User) -> Dataset:
    """Create the dataset of questions; an existing one stays as it is."""
    return Dataset.objects.filter(project=project, name=QUESTIONS).first() or import_dataset(
        project=project, user=user, name=QUESTIONS, filename=FILE.name, body=FILE.read_bytes()
    )
