"""Plan the replay of evidence files' recorded answers, matched to a campaign's questions by their
ids."""

from functools import partial

from analysis.replaying.replay import CannotReplay, Plan
from annotation.models import HIT, Campaign, Item
from annotation.recorded.evidence import payload_of
from annotation.schemes import scheme_of
from midpath.exchange.evidence.common_form import Answer, BadEvidence, Document
from midpath.exchange.evidence.evidence_files import read_evidence_file
from midpath.scoring.segment_files import placed
from midpath.text.characters import canonical, canonical_parts

Payload = dict[str, object]
OTHER_DOCUMENT = "the document has other sentences in the campaign"


def plan_evidence_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the answers of a file in the campaign's order of questions, and within a question in the
    file's order. Fields other than the evidence are included if the campaign has them."""
    try:
        evidence = read_evidence_file(file)
    except BadEvidence as bad:
        faults = [placed(fault, "line", "file") for fault in bad.errors]
        raise CannotReplay(f"{file} has errors, so nothing was submitted.", faults) from bad
    plan = Plan()
    waiting = {canonical(question.id): question for question in evidence.questions}
    hits = HIT.objects.filter(campaign=campaign).select_related("item__document")
    for hit in hits.order_by("position").iterator():
        question = waiting.pop(canonical(hit.item.text), None)
        if question is None or hit.item.document is None:
            continue
        document = evidence.documents[question.document]
        mine = hit.item.document.content["sentences"]
        if canonical_parts(document.sentences) != canonical_parts(mine):
            plan.left_out[OTHER_DOCUMENT] += len(question.answers)
            continue
        plan.add(hit.pk, question.answers.items(), partial(_payload, campaign, hit.item, document))
    return plan.end("question", [one.answers for one in waiting.values()], skipped=evidence.skipped)


def _payload(campaign: Campaign, item: Item, document: Document, answer: Answer) -> Payload:
    payload = payload_of(answer, document, campaign.settings)
    scheme_of(campaign).parse(payload, item, campaign.settings)
    return payload
