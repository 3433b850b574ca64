"""The report on decisions: workers and each automatic consensus compared with the decisions.

It reads only the decided HITs, so it is separate from the other reports, and its cost depends on
the adjudicators' work, not on the workers'. Decisions are not included in any figure of
agreement."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from agreement.bootstrap import USUAL
from agreement.likeness import held_against
from analysis.reading.contexts import contexts_of
from analysis.schemes import analysis_of
from analysis.schemes.base import Vector, WholeConsensus
from analysis.schemes.mixins import HasWholeConsensus
from annotation.models import Campaign, Decision, Judgment
from annotation.schemes import scheme_of
from midpath.kernels.base import ItemContext
from midpath.tables.figures.decision_figures import (
    AgainstDecisions,
    Apart,
    ConsensusAgainstDecisions,
    DecidedOfSet,
    DecisionFigures,
    WorkerAgainstDecisions,
)

WORKER = "assignment__enrolment__worker__number"
PLAN = USUAL._replace(method="percentile")
MAX_WORKERS = 500
PAIR = 2
THIS_SET = "this set"


@dataclass(frozen=True)
class DecidedMaterial:
    """Data of the report: the decisions by item, which of them were made without seeing an answer,
    what two adjudicators decided independently, the workers' answers to these items, and what
    computes each consensus that weights all judgments together."""

    campaign: Campaign
    final: Mapping[int, tuple[int, ...]]
    blind: Collection[int]
    apart: Sequence[tuple[int, tuple[int, ...], tuple[int, ...]]]
    answers: Mapping[int, Sequence[tuple[int, tuple[int, ...]]]]
    contexts: Mapping[int, ItemContext]
    compute_whole: Callable[[], WholeConsensus]

    @cached_property
    def whole(self) -> WholeConsensus:
        return self.compute_whole()


def read_decided(campaign: Campaign) -> DecidedMaterial:
    """Read the report's data; call it inside a snapshot. Nothing is computed here."""
    analysis = analysis_of(campaign)
    final, blind = {}, set()
    made = Decision.objects.final().filter(campaign=campaign)
    for item, vector, seen in made.values_list("hit__item", "vector", "seen"):
        final[item] = tuple(vector)
        if seen.get("blind"):
            blind.add(item)
    answers: defaultdict[int, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    judged = Judgment.objects.filter(hit__in=made.values("hit"), folded=True).order_by("pk")
    for item, worker, vector in judged.values_list("hit__item", WORKER, "vector"):
        answers[item].append((worker, tuple(vector)))
    apart = _apart(campaign)
    items = {item for item, *_ in apart}
    return DecidedMaterial(
        campaign,
        final,
        blind,
        apart,
        answers,
        contexts_of(analysis.kernel, campaign, items) if items else {},
        analysis.read_whole_consensus(campaign)
        if final and isinstance(analysis, HasWholeConsensus)
        else dict,
    )


def decided_of(material: DecidedMaterial) -> DecisionFigures:
    return {
        "decisions": len(material.final),
        "made_blind": len(material.blind),
        "workers": _workers(material),
        "consensus": _consensus(material, material.final),
        "blind": _consensus(material, material.blind) if material.blind else [],
        "apart": _adjudicators(material),
    }


def compare_with_decisions(material: DecidedMaterial, own: Mapping[int, Vector]) -> DecidedOfSet:
    """Return the comparison of a set's answers with the decisions, and of each consensus of the
    workers over the same items."""
    shared = [item for item in material.final if item in own]
    return {
        "decisions": len(shared),
        "all": _of_set(material, own, shared),
        "blind": _of_set(material, own, [item for item in shared if item in material.blind]),
    }


def _of_set(
    material: DecidedMaterial, own: Mapping[int, Vector], items: Collection[int]
) -> list[ConsensusAgainstDecisions]:
    if not items:
        return []
    alike = [_likeness(material, own[item], material.final[item]) for item in sorted(items)]
    mine: ConsensusAgainstDecisions = {
        "way": THIS_SET,
        "undecided": 0,
        **_similarity_figures(material, alike),
    }
    return [mine, *_consensus(material, items)]


def _workers(material: DecidedMaterial) -> list[WorkerAgainstDecisions]:
    """Return the workers, those with most decided HITs first."""
    alike: defaultdict[int, list[Fraction]] = defaultdict(list)
    for item, vector in sorted(material.final.items()):
        for worker, answer in material.answers.get(item, ()):
            alike[worker].append(_likeness(material, answer, vector))
    busiest = sorted(alike, key=lambda worker: (-len(alike[worker]), worker))[:MAX_WORKERS]
    return [
        {"worker": worker, **_similarity_figures(material, alike[worker])} for worker in busiest
    ]


def _consensus(
    material: DecidedMaterial, items: Collection[int]
) -> list[ConsensusAgainstDecisions]:
    """Return each consensus method, over the decided items with judgments."""
    kernel, settings = analysis_of(material.campaign).kernel, material.campaign.settings
    alike: defaultdict[str, list[Fraction]] = defaultdict(list)
    undecided: defaultdict[str, int] = defaultdict(int)
    for item in sorted(items):
        given = [answer for _, answer in material.answers.get(item, ())]
        if not given:
            continue
        found = dict(kernel.consensus(given, settings))
        found |= {way: by_item.get(item) for way, by_item in material.whole.items()}
        for way, settled in found.items():
            undecided[way] += settled is None
            if settled is not None:
                alike[way].append(_likeness(material, settled, material.final[item]))
    return [
        {"way": way, "undecided": undecided[way], **_similarity_figures(material, alike[way])}
        for way in undecided
    ]


def _adjudicators(material: DecidedMaterial) -> Apart | None:
    if not material.apart:
        return None
    kernel = analysis_of(material.campaign).kernel
    pairs = [((one, other), material.contexts[item]) for item, one, other in material.apart]
    alike = [_likeness(material, one, other) for _, one, other in material.apart]
    return {
        "hits": len(material.apart),
        "held": _similarity_figures(material, alike),
        "figures": kernel.figures(kernel.total(pairs)),
    }


def _apart(campaign: Campaign) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Return the first two independent decisions, by item."""
    made: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    rows = Decision.objects.in_force().apart().filter(campaign=campaign).order_by("pk")
    for item, vector in rows.values_list("hit__item", "vector"):
        made[item].append(tuple(vector))
    return [(item, two[0], two[1]) for item, two in sorted(made.items()) if len(two) >= PAIR]


def _similarity_figures(material: DecidedMaterial, alike: Sequence[Fraction]) -> AgainstDecisions:
    noun = scheme_of(material.campaign).noun
    return held_against(alike, f"{noun}s", PLAN)


def _likeness(material: DecidedMaterial, one: Vector, other: Vector) -> Fraction:
    analysis = analysis_of(material.campaign)
    return analysis.likeness(one, other, material.campaign.settings)
