"""Gold of evidence built all at once: the streamed one must equal it."""

import orjson

from analysis.exports.evidence_gold import FORMAT, decided, document_content, question_content
from analysis.exports.terms import terms_of
from analysis.kernels.evidence import EvidenceKernel
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.scoring.evidence import evidence_lines, score_evidence
from annotation.exchange.evidence.common_form import Evidence
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.services.work.counting import withdrawn_from
from tests.exports.slow_parts import in_gold, sources_of, vectors_of


def evidence_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with documents, questions, counting answers, figures and terms."""
    material = EvidenceMaterial(campaign)
    evidence = material.counting()
    judged = Evidence(evidence.documents, [one for one in evidence.questions if one.answers])
    state = AgreementState.objects.filter(campaign=campaign).first()
    content = {
        "format": FORMAT,
        "campaign": terms_of(campaign),
        "workers": sources_of(material.judgments),
        "documents": {
            name: document_content(document) for name, document in evidence.documents.items()
        },
        "questions": {one.id: question_content(one) for one in evidence.questions},
        "consensus": {line["question"]: line for line in evidence_lines(judged, None)},
        "figures": {
            "version": state.version if state else 0,
            "judgments": sum(len(one.answers) for one in judged.questions),
            "not_counted": sum(not one.counts for one in material.judgments),
            "withdrawn": withdrawn_from(campaign),
            "not_folded": sum(one.counts != one.folded for one in material.judgments),
            "agreement": score_evidence(judged),
        },
        **in_gold(
            campaign,
            EvidenceKernel(),
            {item.pk: item.text for item in material.items},
            vectors_of(material.judgments),
            lambda vector, _: decided(vector, campaign.settings),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)
