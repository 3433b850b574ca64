"""Plan the replay of evidence files' recorded answers, matched to a campaign's questions by their
ids."""

from analysis.replaying.replay import CannotReplay, Plan, Recorded, fault_in_words
from annotation.exchange.evidence.common_form import BadEvidence
from annotation.exchange.evidence.evidence_files import read_evidence_file
from annotation.exchange.recorded.evidence import payload_of
from annotation.models import HIT, Campaign
from annotation.schemes import scheme_of
from annotation.schemes.base import InvalidAnswer

UNKNOWN_QUESTION = "the campaign has no such question"
OTHER_DOCUMENT = "the document has other sentences in the campaign"


def plan_evidence_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the answers of a file in the campaign's order of questions, and within a question in the
    file's order. Fields other than the evidence are included if the campaign has them."""
    try:
        evidence = read_evidence_file(file)
    except BadEvidence as bad:
        faults = [fault_in_words("line", fault) for fault in bad.errors]
        raise CannotReplay(f"{file} has errors, so nothing was submitted.", faults) from bad
    plan, scheme = Plan(), scheme_of(campaign)
    waiting = {question.id: question for question in evidence.questions}
    hits = HIT.objects.filter(campaign=campaign).select_related("item__document")
    for hit in hits.order_by("position").iterator():
        question = waiting.pop(hit.item.text, None)
        if question is None or hit.item.document is None:
            continue
        document = evidence.documents[question.document]
        if list(document.sentences) != hit.item.document.content["sentences"]:
            plan.left_out[OTHER_DOCUMENT] += len(question.answers)
            continue
        before = len(plan.judgments)
        for annotator, answer in question.answers.items():
            payload = payload_of(answer, document, campaign.settings)
            try:
                scheme.parse(payload, hit.item, campaign.settings)
            except InvalidAnswer as error:
                plan.left_out[error.message] += 1
            else:
                plan.judgments.append(Recorded(annotator, hit.pk, payload))
        plan.fullest = max(plan.fullest, len(plan.judgments) - before)
    if unknown := sum(len(question.answers) for question in waiting.values()):
        plan.left_out[UNKNOWN_QUESTION] = unknown
    return plan
