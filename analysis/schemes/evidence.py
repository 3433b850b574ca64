"""The computation of evidence for questions on documents."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from analysis.exports.evidence_gold import write_evidence_gold
from analysis.exports.export import USUAL, Export, from_parts, in_pieces
from analysis.reading.evidence_material import EvidenceMaterial, answer_of
from analysis.reading.evidence_source import EvidenceSource
from analysis.replaying.evidence import plan_evidence_replay
from analysis.replaying.replay import Plan
from analysis.reports.intervals import evidence_intervals
from analysis.schemes.base import Crowd, FoldedEvidence, InGold, OwnMaterial, Part, Vector
from analysis.schemes.mixins import FewAnswers, HasGoldFile, HasParts, Replayable
from analysis.signals.reading_tests import EvidenceReading
from analysis.simulation.evidence import MODEL, judge
from analysis.text.answer_sets import write_answer_sets
from annotation.models import Campaign, Item
from midpath.comparing.evidence import EvidenceComparing
from midpath.exchange.evidence.common_form import Source
from midpath.exchange.evidence.evidence_jsonl import write_jsonl
from midpath.exchange.evidence.privacyqa import write_privacyqa, write_privacyqa_csv
from midpath.exchange.evidence.squad import write_squad
from midpath.exchange.evidence.web_annotation import write_web_annotation
from midpath.gold.evidence import RecomputedEvidence
from midpath.json_types import JsonMapping
from midpath.kernels.evidence import EvidenceKernel
from midpath.schemes.evidence.vector import meaning_of, sentences_of
from midpath.schemes.overlap import shared


def written_by(write: Callable[[Source], Iterator[bytes]], ending: str) -> Export:
    """Return the export of the answers that count, in one of the formats of evidence files."""

    def parts(campaign: Campaign) -> Iterator[bytes]:
        return write(EvidenceSource(campaign))

    return from_parts(parts, ending)


# Without an answer in the document, and with one.
ANSWERS = ("not answered there", "answered there")


class EvidenceAnalysis(FewAnswers, HasGoldFile, HasParts, Replayable):
    kernel = EvidenceKernel()
    exports = {
        USUAL: in_pieces(write_evidence_gold, "gold.json"),
        "evidence-jsonl": written_by(write_jsonl, "evidence.jsonl"),
        "squad": written_by(write_squad, "squad.json"),
        "privacyqa": written_by(write_privacyqa, "privacyqa.tsv"),
        "privacyqa-csv": written_by(write_privacyqa_csv, "privacyqa.csv"),
        "web-annotation": written_by(write_web_annotation, "annotations.jsonld"),
        "answer-sets": in_pieces(write_answer_sets, "answer-sets.json"),
    }
    crowd = Crowd(MODEL, judge)
    comparing = EvidenceComparing
    reading = EvidenceReading()
    judged_in_gold = "questions"
    recomputed_gold = RecomputedEvidence

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        material = EvidenceMaterial(campaign)
        judged = material.folded()
        return OwnMaterial(
            evidence=FoldedEvidence(judged, material.hits),
            intervals=lambda: evidence_intervals(judged),
        )

    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        for worker, answer in part["answers"].items():
            yield name, worker, answer

    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> object:
        answer = answer_of(meaning_of(vector, settings), None, item.content.get("options"))
        return {"sentences": answer.sentences, **answer.meta}

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_evidence_replay(campaign, file)

    def few_answers(self, settings: Mapping[str, object]) -> Sequence[str]:
        return ANSWERS

    def named(self, vector: Vector, settings: Mapping[str, object]) -> Sequence[str]:
        return [ANSWERS[meaning_of(vector, settings).answerable]]

    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the sentences of the evidence."""
        return [Part("sentence", one, one + 1) for one in sentences_of(vector)]

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return F1 of the sentences, 0 unless both find an answer or both find none, with the same
        option."""
        mine, theirs = meaning_of(one, settings), meaning_of(other, settings)
        if (mine.answerable, mine.choice) != (theirs.answerable, theirs.choice):
            return Fraction(0)
        return shared(mine.sentences, theirs.sentences)


analysis = EvidenceAnalysis()
