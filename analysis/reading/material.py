"""The data of a campaign's reports, read in one snapshot."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias

from django.db.models import F, Q

from agreement.segmentation import figures as segmentation
from agreement.segmentation.figures import Kind
from agreement.segmentation.tree_kinds.labelled_vectors import heights_of
from agreement.tally import Tally
from analysis.reading.contexts import contexts_of
from analysis.reading.item_columns import ItemFacts, read_facts
from analysis.reading.item_ranges import WHOLE
from analysis.reading.judgment_rows import Vector
from analysis.reading.vote_parts import VotePart, joined, read_part
from analysis.reading.work import Work, read_work
from analysis.schemes.base import OwnMaterial, SchemeAnalysis
from analysis.schemes.mixins import HasVotes
from annotation.models import Campaign, EntailmentState, Judgment, WordList
from midpath.kernels.base import ItemContext
from midpath.kernels.entailing import entailing
from midpath.kernels.segmentation import kind_of
from midpath.schemes.nested.trees import tree_form


class Answer(NamedTuple):
    worker: int
    vector: Vector


Answers = dict[int, list[Answer]]
ReadVotes: TypeAlias = Callable[[Campaign, HasVotes], Sequence[VotePart]]


@dataclass(frozen=True)
class Material:
    """The folded answers of a campaign by item, so that a report matches its version.

    `others` contains those of each campaign that entails this one or that it entails, by
    entailment. `kind` is None if the campaign is not about segmentation; `own` is the additional
    data of its scheme. `facts` and `contexts` are those of the items with answers.
    """

    campaign: Campaign
    kind: Kind | None
    own: OwnMaterial
    answers: Answers
    others: dict[int, tuple[EntailmentState, Answers]]
    word_lists: dict[str, list[str]]
    work: Work
    facts: Mapping[int, ItemFacts]
    contexts: Mapping[int, ItemContext]

    @cached_property
    def trees(self) -> Answers:
        """Return the answers; labelled trees without their labels, which distances ignore."""
        if not tree_form(self.campaign.settings).labels or self.kind is None:
            return self.answers
        return _without_labels(self.answers)

    @property
    def texts(self) -> list[list[Vector]]:
        return [[answer.vector for answer in answers] for answers in self.trees.values()]

    @cached_property
    def state(self) -> Tally:
        """Return the tally of these answers, for a campaign of segmentations."""
        if self.kind is None:
            return Tally()
        kind = self.kind
        return Tally.total(segmentation.contribution(kind, vectors) for vectors in self.texts)

    def sides(self, entailment: EntailmentState) -> Iterator[tuple[list[Vector], list[Vector]]]:
        """Yield the flat and the nested annotations of each text that has both."""
        _, others = self.others[entailment.pk]
        by = entailing(entailment.nested.settings)
        for item_id in sorted(self.answers.keys() & others.keys()):
            mine, theirs = (
                [answer.vector for answer in answers[item_id]] for answers in (self.answers, others)
            )
            is_flat = entailment.flat_id == self.campaign.pk
            flats, nesteds = (mine, theirs) if is_flat else (theirs, mine)
            yield flats, by.trees(nesteds)


def read_votes_here(campaign: Campaign, analysis: HasVotes) -> Sequence[VotePart]:
    """Read all votes of a campaign in this process."""
    return [read_part(campaign, WHOLE, partial(analysis.facts, settings=campaign.settings))]


def read_own_material(
    campaign: Campaign, analysis: SchemeAnalysis, read_votes: ReadVotes = read_votes_here
) -> OwnMaterial:
    """Read the data that only the campaign's scheme has; call it inside a snapshot.

    read_votes : reads the votes of schemes whose answers are one number each
    """
    if isinstance(analysis, HasVotes):
        votes = joined(read_votes(campaign, analysis))
        return analysis.material_of_votes(votes, campaign.settings)
    return analysis.own_material(campaign)


def read_material(
    campaign: Campaign, analysis: SchemeAnalysis, read_votes: ReadVotes = read_votes_here
) -> Material:
    """Read a campaign's material; call it inside a snapshot."""
    entailments = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
    answers = _answers(campaign.pk)
    return Material(
        campaign=campaign,
        kind=kind_of(analysis.kernel),
        own=read_own_material(campaign, analysis, read_votes),
        answers=answers,
        others={
            entailment.pk: (entailment, _answers(_other(entailment, campaign.pk)))
            for entailment in entailments.select_related("flat", "nested").order_by("pk")
        },
        word_lists={
            words.language: words.words
            for words in WordList.objects.filter(project=campaign.dataset.project_id)
        },
        work=read_work(campaign, analysis.kernel),
        facts=read_facts(answers),
        contexts=contexts_of(analysis.kernel, campaign, answers),
    )


def _without_labels(answers: Answers) -> Answers:
    return {
        item: [one._replace(vector=heights_of(one.vector)) for one in given]
        for item, given in answers.items()
    }


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
