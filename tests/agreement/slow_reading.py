"""A slow reference implementation of the reading test, from its definition. A test oracle."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import factorial, prod

from agreement.reading.ranks import Answers, Plan, lot


def wealth(bets: int, surprise: Fraction, terms: int = 400) -> Fraction:
    return sum(
        (surprise**j * Fraction(factorial(bets), factorial(bets + 1 + j)) for j in range(terms)),
        Fraction(0),
    )


def ranks_as_they_came(answers: Answers, plan: Plan) -> list[tuple[int, int, int, int, float]]:
    """Return (answer, better, alike, compared, p), using only what existed at each moment."""
    ranked: defaultdict[int, set[int]] = defaultdict(set)
    waiting: set[int] = set()
    found = []
    for last in range(len(answers.texts)):
        there = range(last + 1)
        on = [each for each in there if answers.texts[each] == answers.texts[last]]
        if len(on) > plan.answers:
            continue
        waiting.add(last)
        for number in [each for each in on if each in waiting]:
            if len(on) <= plan.others:
                continue
            worker = answers.workers[number]
            counts = Counter(answers.texts[each] for each in there)
            closed = {text for text, times in counts.items() if times >= plan.answers}
            pool = closed | ranked[worker]
            here = answers.strata[answers.texts[last]]
            to_compare = {each for each in pool if answers.strata[each] == here}
            to_compare.discard(answers.texts[last])
            enough = min(len(to_compare), plan.compared) >= plan.least
            if len(on) < plan.answers and not enough:
                continue
            waiting.remove(number)
            found.extend(_rank(answers, plan, number, pool, list(there)))
            ranked[worker].add(answers.texts[number])
    return found


def ranks_of_all(answers: Answers, plan: Plan) -> list[tuple[int, int, int, int, float]]:
    def order(number: int) -> int:
        name = answers.names[answers.texts[number]]
        return lot(plan.seed, "answer", name, answers.workers[number])

    numbers = sorted(range(len(answers.texts)), key=order)
    texts = {
        text
        for text in answers.texts
        if sum(other == text for other in answers.texts) > plan.others
    }
    found = []
    for worker in sorted(set(answers.workers)):
        mine = [n for n in numbers if answers.workers[n] == worker and answers.texts[n] in texts]
        pool = texts - {answers.texts[number] for number in mine}
        for number in mine:
            found.extend(_rank(answers, plan, number, pool, numbers))
            pool.add(answers.texts[number])
    return found


def watched(ranks: Sequence[tuple[int, float]]) -> list[tuple[Fraction, int]]:
    """Return the wealth of the watch after each (task, p), and the most likely change point: for
    each task, the product over the ranks from that task on, in whatever order they were made."""
    places = []
    for number, (_, p) in enumerate(ranks, 1):
        there = [other for _, other in ranks[:number]]
        below, equal = sum(other < p for other in there), there.count(p)
        places.append(Fraction(2 * below + equal, 2 * number))
    found = []
    for number in range(1, len(ranks) + 1):
        wealth: dict[int, Fraction] = {}
        for task, _ in sorted(ranks[:number]):
            v = [places[at] for at in range(number) if ranks[at][0] >= task]
            bets = (
                [Fraction(1, 2) + one for one in v],
                [2 * one for one in v],
                [3 * one * one for one in v],
            )
            wealth[task] = sum((prod(bet, start=Fraction(1)) for bet in bets), Fraction(0)) / 3
        found.append((sum(wealth.values(), Fraction(0)), max(wealth, key=wealth.__getitem__)))
    return found


def _rank(
    answers: Answers, plan: Plan, number: int, pool: set[int], there: Sequence[int]
) -> list[tuple[int, int, int, int, float]]:
    text, worker = answers.texts[number], answers.workers[number]
    name = answers.names[text]
    pool = {each for each in pool if answers.strata[each] == answers.strata[text]} - {text}
    if not pool:
        return []
    lots = {each: lot(plan.seed, "text", answers.names[each]) for each in pool | {text}}
    if len(pool) > plan.compared:
        circle = sorted(pool, key=lambda each: (lots[each] - lots[text]) % 2**64)
        before = lot(plan.seed, "place", name, worker) * (plan.compared + 1) // 2**64
        pool = {*circle[: plan.compared - before], *circle[len(circle) - before :]}
    own, others = (
        _fit(answers, plan, number, text, there),
        [_fit(answers, plan, number, each, there) for each in pool],
    )
    better, alike = sum(fit > own for fit in others), sum(fit == own for fit in others)
    u = (lot(plan.seed, "tie", name, worker) + 1) / 2**64
    return [(number, better, alike, len(pool), (better + u * (alike + 1)) / (len(pool) + 1))]


def _fit(answers: Answers, plan: Plan, number: int, text: int, there: Sequence[int]) -> Fraction:
    others = [
        each
        for each in there
        if answers.texts[each] == text and answers.workers[each] != answers.workers[number]
    ][: plan.others]
    own = answers.coordinates[number]
    return sum(
        (
            Fraction(
                1,
                8
                ** min(
                    16, sum(a != b for a, b in zip(own, answers.coordinates[each], strict=True))
                ),
            )
            for each in others
        ),
        Fraction(0),
    )
