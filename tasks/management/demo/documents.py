"""The demo's documents: short privacy notices of invented companies."""

from pathlib import Path

from annotation.models import Dataset, Project, User
from annotation.services.datasets.datasets import import_dataset

DOCUMENTS = "Privacy notices, invented"
NOTICES = Path(__file__).parent / "policies.jsonl"


def demo_documents(project: Project, user: User) -> Dataset:
    """Create the dataset, or return the existing one unchanged."""
    documents = Dataset.objects.filter(project=project, name=DOCUMENTS).first()
    return documents or import_dataset(
        project=project,
        user=user,
        name=DOCUMENTS,
        filename=NOTICES.name,
        body=NOTICES.read_bytes(),
    )
