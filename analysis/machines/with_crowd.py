"""A set compared with a crowd: each of its annotators as an additional worker, on the items of
both; and two tests of an annotator: the reading test, and whether it could replace a worker.

All figures are over the items that the annotator and a worker answered, once without the annotator
and once with it; the campaign's own figures do not change."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from agreement.machines.alternative import Alternative, alternative
from agreement.reading.ranks import COMPARED, MAX_OTHERS, Plan, ranks_of_all
from agreement.reading.status import standing_of
from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from agreement.votes.workers import agreement
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Answer, Material
from analysis.reading.set_answers import ByItem, SetAnswers
from analysis.reports.bias import with_crowd
from analysis.reports.decisions import DecidedMaterial, compare_with_decisions
from analysis.reports.scheme_reports import breakdowns_of_set
from analysis.schemes import analysis_of
from analysis.signals.against_others import against_others
from analysis.signals.gathering import Gathered, Given, gather, usual_answers
from midpath.kernels.entailing import entailing
from midpath.tables.figures.machines import (
    AlternativeTest,
    Entailed,
    Lens,
    ReadingOfSet,
    SetComparison,
    Shared,
)

MAX_WORKERS = 500
FEW = "Too few workers answered the items that the set answers."
Items = dict[int, list[Answer]]


def reading_test(material: Material, number: int) -> ReadingOfSet:
    """Return whether this annotator's answers depend on the items: complete work, one look."""
    analysis = analysis_of(material.campaign)
    if analysis.reading is None:
        return _reading(analysis.no_reading)
    gathered = _gathered(material)
    answers = usual_answers(gathered)
    others = min(answers - 1, MAX_OTHERS)
    if others < 1 or number not in gathered.workers:
        return _reading(FEW)
    plan = Plan(answers, others, COMPARED, material.campaign.seed)
    return _reading("", gathered, plan, list(gathered.workers).index(number))


def _reading(
    reason: str, gathered: Gathered | None = None, plan: Plan | None = None, who: int = 0
) -> ReadingOfSet:
    made = ranks_of_all(gathered.answers, plan, [who]) if gathered and plan else []
    result = standing_of(made, watched=False)
    return {
        "reason": reason,
        "ranked": result.bets,
        "state": result.state(1),
        "certified_at": result.certified_at,
        "stake": result.log_wealth,
        "highest": result.highest,
        "highest_against": result.highest_against,
        "p": result.p,
        "others": plan.others if plan else 0,
        "compared": plan.compared if plan else 0,
    }


def _gathered(material: Material) -> Gathered:
    test, contexts = analysis_of(material.campaign).reading, material.work.contexts
    positions = {one.item: one.position for one in material.work.done}
    given = []
    for item, answers in material.answers.items():
        for one in answers:
            if test and len(coordinates := test.coordinates(one.vector, contexts[item])):
                stratum = test.stratum(coordinates, contexts[item])
                given.append(Given(positions[item], one.worker, coordinates, stratum))
    return gather(given)


def alternative_test(material: Material, number: int) -> AlternativeTest:
    """Return whether this annotator could replace a worker."""
    likeness, settings = analysis_of(material.campaign).likeness, material.campaign.settings
    items = []
    for answers in _with_something_to_answer(material).values():
        mine = next(one.vector for one in answers if one.worker == number)
        items.append((mine, [tuple(one) for one in answers if one.worker != number]))
    found = alternative(
        cast("list[tuple[Vector, list[tuple[int, Vector]]]]", items),
        lambda one, other: Fraction(likeness(one, other, settings)),
    )
    return _alternative_figures(found)


def _with_something_to_answer(material: Material) -> Items:
    """Return the items without texts of one word, which can only be segmented in one way."""
    return {
        item: answers
        for item, answers in material.answers.items()
        if material.kind is None or answers[0].vector
    }


def _alternative_figures(found: Alternative[int]) -> AlternativeTest:
    columns = [(verdict.p, verdict.won) for verdict in found.verdicts]
    order = sorted(range(len(found.tested)), key=lambda at: -found.tested[at].items)
    return {
        "reason": found.reason or "",
        "tested": len(found.tested),
        "too_few": found.too_few,
        "items": found.items,
        "advantage": None if found.advantage is None else float(found.advantage),
        "verdicts": [
            {
                "epsilon": float(verdict.epsilon),
                "won": sum(verdict.won),
                "winning_rate": float(verdict.winning_rate),
                "passes": verdict.passes,
            }
            for verdict in found.verdicts
        ],
        "workers": [
            {
                "worker": found.tested[at].worker,
                "nearer": found.tested[at].nearer,
                "alike": found.tested[at].alike,
                "farther": found.tested[at].farther,
                "advantage": float(found.tested[at].advantage),
                "p": [p[at] for p, _ in columns],
                "won": [won[at] for _, won in columns],
            }
            for at in order[:MAX_WORKERS]
        ],
    }


# Workers are numbered from one, so this number is free for the set.
SET = 0
MAX_ANNOTATORS = 5
MINIMUM = 10


def compared_with_crowd(
    material: Material, answers: SetAnswers, decided: DecidedMaterial
) -> SetComparison:
    """Return the figures of a set's annotators with most annotations, compared with the crowd."""
    return {
        "annotators": len(answers.by_annotator),
        "unfit": answers.unfit,
        "lenses": [
            _lens(material, number, answers.by_annotator[number], decided)
            for number in answers.busiest[:MAX_ANNOTATORS]
        ],
    }


def _lens(material: Material, number: int, own: ByItem, decided: DecidedMaterial) -> Lens:
    shared = {item: given for item, given in material.answers.items() if item in own}
    crowd = replace(material, answers=shared)
    joined = replace(
        material,
        answers={item: [*given, Answer(SET, own[item])] for item, given in shared.items()},
    )
    votes = [
        (item, one.worker, repr(one.vector))
        for item, given in joined.answers.items()
        for one in given
    ]
    mine = agreement(votes, least=1).records.get(SET)
    others = agreement((vote for vote in votes if vote[1] != SET), least=MINIMUM)
    biases = with_crowd(joined, SET) if material.kind is not None and shared else (None, None)
    against = against_others(joined).get(SET) if shared else None
    return {
        "annotator": number,
        "answers": len(own),
        "items": len(shared),
        "without": _figures(crowd),
        "with_it": _figures(joined),
        "settled": _settled(material, shared, own),
        "majority": mine.with_others._asdict() if mine else {"agreeing": 0, "items": 0},
        "crowd_majority": list(map(float, others.quartiles_with_others)),
        "alpha": against.alpha if against else None,
        "biases": biases[0],
        "crowd_biases": biases[1],
        "entailment": [_entailed(material, pk, own) for pk in material.others],
        "decided": compare_with_decisions(decided, own),
        "breakdowns": breakdowns_of_set(material, own),
        "reading": reading_test(joined, SET),
        "alternative": alternative_test(joined, SET),
    }


def _figures(material: Material) -> Mapping[str, object]:
    kernel = analysis_of(material.campaign).kernel
    contexts = material.work.contexts
    state = kernel.total(
        ([one.vector for one in given], contexts[item]) for item, given in material.answers.items()
    )
    return kernel.figures(state)


def _settled(material: Material, shared: Mapping[int, list[Answer]], own: ByItem) -> list[Shared]:
    """Return the number of items on which the set's answer equals the workers' consensus, by each
    method."""
    kernel, found = analysis_of(material.campaign).kernel, dict[str, Shared]()
    for item, given in shared.items():
        context = material.work.contexts[item]
        theirs = kernel.settled([one.vector for one in given], context)
        mine = kernel.settled([own[item]], context)
        for way, choice in theirs.items():
            row = found.setdefault(way, {"way": way, "agreeing": 0, "settled": 0, "undecided": 0})
            row["settled"] += choice is not None
            row["undecided"] += choice is None
            row["agreeing"] += choice is not None and mine.get(way) == choice
    return list(found.values())


def _entailed(material: Material, pk: int, own: ByItem) -> Entailed:
    entailment, others = material.others[pk]
    flat = entailment.flat_id == material.campaign.pk
    by = entailing(entailment.nested.settings)
    state = Tally.total(
        by.contribution(*_sides(flat, own[item], given))
        for item, given in others.items()
        if item in own
    )
    other = entailment.nested_id if flat else entailment.flat_id
    return {
        "campaign": other,
        "name": (entailment.nested if flat else entailment.flat).name,
        "flat": flat,
        "figures": segmentation.entailment_figures(state),
        "crowd": entailment.figures,
    }


def _sides(flat: bool, mine: Vector, given: list[Answer]) -> tuple[list[Vector], list[Vector]]:
    theirs = [one.vector for one in given]
    return ([mine], theirs) if flat else (theirs, [mine])
