"""The demo's documents, short privacy notices of invented companies, and pairs drawn from them."""

from pathlib import Path

from analysis.reading.places import documents_in
from analysis.text.drawing import draw_from
from annotation.models import Dataset, Project, User
from annotation.services.datasets.datasets import import_dataset
from annotation.services.jobs.draws import make_drawn_dataset
from corpus.pair_sampling import Plan

DOCUMENTS = "Privacy notices, invented"
PAIRS = "Sections of privacy notices, in pairs"
NOTICES = Path(__file__).parent / "policies.jsonl"
PLAN = Plan(per_stratum=10, seed=7, document_pairs=None)


def demo_pairs(project: Project, user: User) -> Dataset:
    """Create the datasets and return the pairs; existing ones stay as they are."""
    documents = Dataset.objects.filter(project=project, name=DOCUMENTS).first()
    if documents is None:
        documents = import_dataset(
            project=project,
            user=user,
            name=DOCUMENTS,
            filename=NOTICES.name,
            body=NOTICES.read_bytes(),
        )
    pairs = Dataset.objects.filter(project=project, name=PAIRS).first()
    if pairs is None:
        result = draw_from(documents_in(documents), "sections", PLAN)
        pairs = make_drawn_dataset(
            documents=documents,
            user=user,
            name=PAIRS,
            results=result.found,
            drawn=result.drawn,
        )
    return pairs
