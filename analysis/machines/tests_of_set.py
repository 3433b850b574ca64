"""The two tests of an annotator of a set: the reading test, and whether it could replace a
worker."""

from fractions import Fraction
from typing import cast

from agreement.machines.alternative import Alternative, alternative
from agreement.reading.ranks import COMPARED, MAX_OTHERS, Plan, ranks_of_all
from agreement.reading.status import standing_of
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Answer, Material
from analysis.schemes import analysis_of
from analysis.signals.gathering import Gathered, Given, gather, usual_answers
from annotation.tables.figures.machines import AlternativeTest, ReadingOfSet

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
