"""Files of a campaign of evidence: its answers in every form, and gold with all their results.

`manage.py score --evidence` computes the live figures from the files.
"""

from collections.abc import Callable, Sequence
from typing import Any

import orjson

from analysis.exports.decisions import in_gold
from analysis.exports.terms import terms_of
from analysis.kernels.evidence import EvidenceKernel
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.scoring.evidence import evidence_lines, score_evidence
from annotation.exchange.evidence.form import Evidence, Question
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.schemes.evidence.vector import meaning_of
from annotation.services.work.counting import withdrawn_from

FORMAT = "midpath evidence 1"
Content = dict[str, Any]


def written_by(write: Callable[[Evidence], bytes]) -> Callable[[Campaign], bytes]:
    """Return a writer of the answers that count, in one of the forms of evidence files."""
    return lambda campaign: write(EvidenceMaterial(campaign).counting())


def evidence_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with documents, questions, answers that count, figures and terms."""
    material = EvidenceMaterial(campaign)
    evidence = material.counting()
    judged = Evidence(evidence.documents, [one for one in evidence.questions if one.answers])
    state = AgreementState.objects.filter(campaign=campaign).first()
    content = {
        "format": FORMAT,
        "campaign": terms_of(campaign),
        "workers": material.sources,
        "documents": {
            name: {
                "sentences": document.sentences,
                "sections": [[section.title, section.start] for section in document.sections],
            }
            for name, document in evidence.documents.items()
        },
        "questions": {one.id: _question(one) for one in evidence.questions},
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
            material.vectors(),
            lambda vector, _: _decided(vector, campaign),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def _question(question: Question) -> Content:
    return {
        "document": question.document,
        "text": question.text,
        "category": question.category,
        "answers": {
            worker: {"sentences": one.sentences, "spans": one.spans, **one.meta}
            for worker, one in question.answers.items()
        },
        "extra": question.extra,
    }


def _decided(vector: Sequence[int], campaign: Campaign) -> Content:
    meaning = meaning_of(vector, campaign.settings)._asdict()
    named = {name: value for name, value in meaning.items() if value not in ("", None, ())}
    return {**named, "sentences": meaning["sentences"], "answerable": meaning["answerable"]}
