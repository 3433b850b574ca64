"""A set compared with a crowd: each of its annotators as an additional worker, on the items of
both.

All figures are over the items that the annotator and a worker answered, once without the annotator
and once with it; the campaign's own figures do not change."""

from collections.abc import Mapping
from dataclasses import replace

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from agreement.votes.workers import agreement
from analysis.machines.tests_of_set import alternative_test, reading_test
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Answer, Material
from analysis.reading.set_answers import ByItem, SetAnswers
from analysis.reports.bias import with_crowd
from analysis.reports.decisions import DecidedMaterial, compare_with_decisions
from analysis.schemes import analysis_of
from analysis.signals.against_others import against_others
from annotation.models import EntailmentState
from annotation.tables.figures.machines import Entailed, Lens, SetComparison, Shared

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
    state = Tally.total(
        segmentation.entailment_contribution(*_sides(flat, own[item], given))
        for item, given in others.items()
        if item in own
    )
    other = entailment.nested_id if flat else entailment.flat_id
    return {
        "campaign": other,
        "name": _name_of(entailment, flat=flat),
        "flat": flat,
        "figures": segmentation.entailment_figures(state),
        "crowd": entailment.figures,
    }


def _sides(flat: bool, mine: Vector, given: list[Answer]) -> tuple[list[Vector], list[Vector]]:
    theirs = [one.vector for one in given]
    return ([mine], theirs) if flat else (theirs, [mine])


def _name_of(entailment: EntailmentState, *, flat: bool) -> str:
    return (entailment.nested if flat else entailment.flat).name
