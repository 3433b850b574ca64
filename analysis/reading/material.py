"""The material of a campaign's reports, read in one snapshot."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import F, Q

from agreement.segmentation import figures as segmentation
from agreement.segmentation.figures import Kind
from agreement.tally import Tally
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.reading.judgment_rows import Vector
from analysis.reading.pair_material import PairMaterial
from analysis.scoring.pairs import Pairs
from annotation.exchange.evidence.form import Evidence
from annotation.models import Campaign, EntailmentState, Item, Judgment, WordList
from annotation.services.clock import database_now

# Only `manage.py report` makes reports of larger campaigns; this bounds each job.
MOST_JUDGMENTS = 150_000
KINDS: dict[str, Kind] = {"flat": "flat", "nested": "nested"}


class Answer(NamedTuple):
    worker: int
    vector: Vector


Answers = dict[int, list[Answer]]


class FoldedEvidence(NamedTuple):
    """A campaign's questions with their folded answers, and the HIT of each by its name."""

    judged: Evidence
    hits: dict[str, int]


class FoldedPairs(NamedTuple):
    """A campaign's pairs with their folded answers, and which answers count as yes."""

    judged: Pairs
    yes: frozenset[str]


@dataclass(frozen=True)
class Material:
    """The folded answers of a campaign by item, so that a report fits the version that it names.

    `others` holds those of each campaign that entails this one or that it entails, by entailment.
    `pairs` is set for a campaign of pairs, `evidence` for one of evidence, `words` for one of
    texts.
    """

    campaign: Campaign
    words: dict[int, list[str]]
    answers: Answers
    others: dict[int, tuple[EntailmentState, Answers]]
    word_lists: dict[str, list[str]]
    pairs: FoldedPairs | None
    evidence: FoldedEvidence | None
    read_at: datetime

    @property
    def texts(self) -> list[list[Vector]]:
        return [[answer.vector for answer in answers] for answers in self.answers.values()]

    @property
    def kind(self) -> Kind | None:
        """Return the kind of segmentation; None if the campaign asks for none."""
        return KINDS.get(self.campaign.scheme)

    @cached_property
    def state(self) -> Tally:
        """Return the tally of these answers, for a campaign of segmentations."""
        kind = KINDS[self.campaign.scheme]
        return Tally.total(segmentation.contribution(kind, vectors) for vectors in self.texts)

    def sides(self, entailment: EntailmentState) -> Iterator[tuple[list[Vector], list[Vector]]]:
        """Yield the flat and the nested annotations of each text that has both."""
        _, others = self.others[entailment.pk]
        for item_id in sorted(self.answers.keys() & others.keys()):
            mine, theirs = (
                [answer.vector for answer in answers[item_id]] for answers in (self.answers, others)
            )
            yield (mine, theirs) if entailment.flat_id == self.campaign.pk else (theirs, mine)


def read_material(campaign_id: int) -> Material:
    """Read a campaign's material; call it inside a snapshot."""
    campaign = Campaign.objects.select_related("dataset").get(pk=campaign_id)
    entailments = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
    return Material(
        campaign=campaign,
        words=_words(campaign),
        answers=_answers(campaign_id),
        others={
            entailment.pk: (entailment, _answers(_other(entailment, campaign_id)))
            for entailment in entailments.order_by("pk")
        },
        word_lists={
            words.language: words.words
            for words in WordList.objects.filter(project=campaign.dataset.project_id)
        },
        pairs=_pairs(campaign),
        evidence=_evidence(campaign),
        read_at=database_now(),
    )


def _words(campaign: Campaign) -> dict[int, list[str]]:
    if campaign.scheme not in KINDS:
        return {}
    items = Item.objects.filter(dataset=campaign.dataset_id).order_by("position")
    return {item.pk: item.words for item in items}


def _pairs(campaign: Campaign) -> FoldedPairs | None:
    if campaign.scheme != "pair":
        return None
    material = PairMaterial(campaign)
    return FoldedPairs(material.folded(), material.yes)


def _evidence(campaign: Campaign) -> FoldedEvidence | None:
    if campaign.scheme != "evidence":
        return None
    material = EvidenceMaterial(campaign)
    return FoldedEvidence(material.folded(), material.hits)


def _other(entailment: EntailmentState, campaign_id: int) -> int:
    return entailment.nested_id if entailment.flat_id == campaign_id else entailment.flat_id


def _answers(campaign_id: int) -> Answers:
    answers: Answers = {}
    for item_id, worker, vector in (
        Judgment.objects.filter(campaign=campaign_id, folded=True)
        .annotate(item_id=F("hit__item"), worker=F("assignment__enrolment__worker__number"))
        .order_by("item_id", "worker")
        .values_list("item_id", "worker", "vector")
    ):
        answers.setdefault(item_id, []).append(Answer(worker, tuple(vector)))
    return answers
