"""The demo's questions on a document, the privacy notice of an invented company, and their author's
answers."""

from functools import cache
from pathlib import Path

from annotation.exchange.evidence.common_form import Evidence
from annotation.exchange.evidence.evidence_files import read_evidence_file
from annotation.exchange.recorded.evidence import payload_of
from annotation.models import Campaign, Dataset, Item, Project, User
from annotation.services.datasets.datasets import import_dataset

QUESTIONS = "Questions on a privacy notice, invented"
FILE = Path(__file__).parent / "evidence.jsonl"


def demo_questions(project: Project, user: User) -> Dataset:
    """Create the dataset of questions; an existing one is not changed."""
    return Dataset.objects.filter(project=project, name=QUESTIONS).first() or import_dataset(
        project=project, user=user, name=QUESTIONS, filename=FILE.name, body=FILE.read_bytes()
    )


def true_evidence(item: Item, campaign: Campaign) -> dict[str, object] | None:
    """Return the author's answer to a question; None if the file no longer contains it.

    Workers who overlook the evidence say that the notice is silent.
    """
    evidence = _written()
    for question in evidence.questions:
        if question.id == item.text:
            document = evidence.documents[question.document]
            answer = payload_of(question.answers["author"], document, campaign.settings)
            return {"cause": "silent"} | answer
    return None


@cache
def _written() -> Evidence:
    return read_evidence_file(str(FILE))
