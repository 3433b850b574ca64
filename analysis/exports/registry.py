"""The files that a campaign is exported as, by the name that addresses and commands use."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.text import slugify

from analysis.exports.document import versions_jsonl
from analysis.exports.evidence import evidence_gold, written_by
from analysis.exports.gold import Gold
from analysis.exports.pair import (
    consensus_csv,
    crowd_kit,
    judgments_csv,
    judgments_jsonl,
    pair_gold,
)
from analysis.exports.question import questions_jsonl
from analysis.reading.snapshot import snapshot
from analysis.text.answer_sets import answer_sets
from annotation.exchange.evidence.jsonl import write_jsonl
from annotation.exchange.evidence.privacyqa import write_privacyqa, write_privacyqa_csv
from annotation.exchange.evidence.squad import write_squad
from annotation.exchange.evidence.web_annotation import write_web_annotation
from annotation.models import Campaign

JSON, JSON_LINES, CSV = "application/json", "application/x-ndjson", "text/csv; charset=utf-8"
TSV, JSON_LD = "text/tab-separated-values; charset=utf-8", "application/ld+json"
USUAL = "gold"


class Export(NamedTuple):
    make: Callable[[Campaign], bytes]
    ending: str
    content_type: str


class File(NamedTuple):
    body: bytes
    name: str
    content_type: str


GOLD = Export(lambda campaign: Gold(campaign).to_bytes(), "gold.json", JSON)
PAIRS: Mapping[str, Export] = {
    USUAL: Export(pair_gold, "gold.json", JSON),
    "judgments-csv": Export(judgments_csv, "judgments.csv", CSV),
    "judgments-jsonl": Export(judgments_jsonl, "judgments.jsonl", JSON_LINES),
    "consensus-csv": Export(consensus_csv, "consensus.csv", CSV),
    "crowd-kit": Export(crowd_kit, "crowd-kit.csv", CSV),
}
EVIDENCE: Mapping[str, Export] = {
    USUAL: Export(evidence_gold, "gold.json", JSON),
    "evidence-jsonl": Export(written_by(write_jsonl), "evidence.jsonl", JSON_LINES),
    "squad": Export(written_by(write_squad), "squad.json", JSON),
    "privacyqa": Export(written_by(write_privacyqa), "privacyqa.tsv", TSV),
    "privacyqa-csv": Export(written_by(write_privacyqa_csv), "privacyqa.csv", CSV),
    "web-annotation": Export(written_by(write_web_annotation), "annotations.jsonld", JSON_LD),
    "answer-sets": Export(answer_sets, "answer-sets.json", JSON),
}
QUESTIONS = Export(questions_jsonl, "questions.jsonl", JSON_LINES)
VERSIONS = Export(versions_jsonl, "versions.jsonl", JSON_LINES)
EXPORTS: Mapping[str, Mapping[str, Export]] = {
    "flat": {USUAL: GOLD},
    "nested": {USUAL: GOLD},
    "pair": PAIRS,
    "evidence": EVIDENCE,
    "question": {"questions": QUESTIONS},
    "document": {"versions": VERSIONS},
}
NAMES = tuple(dict.fromkeys(name for exports in EXPORTS.values() for name in exports))


def exports_of(campaign: Campaign) -> Mapping[str, Export]:
    return EXPORTS[campaign.scheme]


def export_file(campaign_id: int, name: str) -> File:
    """Read a file in one snapshot; KeyError if the campaign's scheme has none of this name."""
    with snapshot():
        campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign_id)
        export = exports_of(campaign)[name]
        return File(
            export.make(campaign), f"{slugify(campaign.name)}-{export.ending}", export.content_type
        )
