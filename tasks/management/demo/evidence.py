"""The demo's questions on a document, the privacy notice of an invented company, and their author's
answers."""

from functools import cache

from annotation.models import Campaign, Item
from annotation.recorded.evidence import payload_of
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.evidence.evidence_files import read_evidence_file
from tasks.management.demo.campaign import DemoFile

demo_questions = DemoFile("Questions on a privacy notice, invented", "evidence.jsonl")


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
    return read_evidence_file(str(demo_questions.path))
