"""The computation of evidence for questions on documents."""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction

from analysis.exports.evidence_gold import write_evidence_gold
from analysis.exports.export import USUAL, Export, from_parts, in_pieces
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.reading.evidence_source import EvidenceSource
from analysis.replaying.evidence import plan_evidence_replay
from analysis.replaying.replay import Plan
from analysis.reports.intervals import evidence_intervals
from analysis.schemes.base import Crowd, FoldedEvidence, OwnMaterial, Part, Vector
from analysis.schemes.mixins import HasParts, Replayable
from analysis.signals.reading_tests import EvidenceReading
from analysis.simulation.evidence import MODEL, judge
from analysis.text.answer_sets import write_answer_sets
from annotation.models import Campaign
from midpath.comparing.evidence import EvidenceComparing
from midpath.exchange.evidence.common_form import Source
from midpath.exchange.evidence.evidence_jsonl import write_jsonl
from midpath.exchange.evidence.privacyqa import write_privacyqa, write_privacyqa_csv
from midpath.exchange.evidence.squad import write_squad
from midpath.exchange.evidence.web_annotation import write_web_annotation
from midpath.exchange.evidence.without_minority import WithoutMinority
from midpath.recounts.evidence import EvidenceRecount
from midpath.schemes.evidence.vector import meaning_of, sentences_of
from midpath.schemes.overlap import shared


def written_by(
    write: Callable[[Source], Iterator[bytes]],
    ending: str,
    select: Callable[[Source], Source] = lambda source: source,
) -> Export:
    """Return the export of the answers that count, in one of the formats of evidence files.

    select : leaves out some of the questions
    """

    def parts(campaign: Campaign) -> Iterator[bytes]:
        return write(select(EvidenceSource(campaign)))

    return from_parts(parts, ending)


class EvidenceAnalysis(EvidenceRecount, HasParts, Replayable):
    exports = {
        USUAL: in_pieces(write_evidence_gold, "gold.json"),
        "evidence-jsonl": written_by(write_jsonl, "evidence.jsonl"),
        "evidence-answered": written_by(write_jsonl, "answered.evidence.jsonl", WithoutMinority),
        "squad": written_by(write_squad, "squad.json"),
        "privacyqa": written_by(write_privacyqa, "privacyqa.tsv"),
        "privacyqa-csv": written_by(write_privacyqa_csv, "privacyqa.csv"),
        "privacyqa-answered": written_by(
            write_privacyqa, "answered.privacyqa.tsv", WithoutMinority
        ),
        "web-annotation": written_by(write_web_annotation, "annotations.jsonld"),
        "answer-sets": in_pieces(write_answer_sets, "answer-sets.json"),
    }
    crowd = Crowd(MODEL, judge)
    comparing = EvidenceComparing
    reading = EvidenceReading()

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        material = EvidenceMaterial(campaign)
        judged = material.folded()
        return OwnMaterial(
            evidence=FoldedEvidence(judged, material.hits, material.names),
            intervals=lambda: evidence_intervals(judged),
        )

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_evidence_replay(campaign, file)

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
