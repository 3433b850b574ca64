"""Ranks of how well an answer fits its own text: the evidence of the reading test.

Does a worker's answer depend on the text, or could it come from a habit? Texts of one stratum are
those that a habit cannot distinguish: they have the same number of words, the same document, or the
same kind of pair. The fit of an answer a to a text is how close the answers of r other workers b to
that text are to a,

    fit(a, text) = sum over the others b of  8^-d(a, b)

with d the number of coordinates in which they differ: a kernel estimate of how likely a reader of
that text is to give the answer a. It is ranked among the fits of the same answer to at most m other
texts of the stratum:

    p = (texts where it fits better + u (texts where it fits alike + 1)) / (texts compared + 1)

with u uniform in (0, 1], drawn from the seed. d is capped at 16, so fits are sums of few powers of
two: exact floats, so ties are exact.

Why p is uniform. The order of texts was shuffled. Let D_1, D_2, ... be the sets of places in that
order whose texts have been compared or judged when the worker's ranks are made, their own place s_k
in D_k and not in D_(k-1), and D_(k-1) within D_k. For a habit the answers do not depend on which
text is where, so given the texts in D_k as a set, and the places of all texts outside of D_k, the
text at s_k is any of them with equal probability. Those compared with it are chosen by the texts'
own lots: of the texts of D_k around it in the order of lots, j before it and m - j behind it, with
j drawn each time. Each text of such a window of m + 1 is equally likely to be the own one, so p is
uniform. It remains so given all later p-values, since those depend only on what was conditioned on;
hence all are independent.

This module ensures what that requires of the places: a text is compared once it has r answers and
either all planned answers, or an answer of this worker that is already ranked; and an answer to a
text that already had all planned answers is not ranked, since the text was among those compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

from agreement.reading.bank import (
    CIRCLE,
    COMPARED,
    FARTHEST,
    KERNEL,
    MAX_OTHERS,
    OWN_MIN,
    Answers,
    Bank,
    Plan,
    Rank,
    lot,
)

__all__ = [
    "CIRCLE",
    "COMPARED",
    "FARTHEST",
    "KERNEL",
    "MAX_OTHERS",
    "OWN_MIN",
    "Answers",
    "Plan",
    "Rank",
    "lot",
    "ranks_as_they_came",
    "ranks_of_all",
    "ranks_of_twins",
]


def ranks_as_they_came(answers: Answers, plan: Plan) -> list[Rank]:
    """Return the ranks in the order in which they were made as answers arrived.

    A rank is made when the answer is given, or as soon as r others have answered the text, from the
    answers present then. If fewer than `plan.least` texts can be compared, the answer waits for
    further answers to its text, at most until the last planned one. Later answers never change a
    rank, so M of a worker's ranks may be checked after each rank (`agreement.reading.betting`). An
    answer with no text to compare gets no rank. Raises ValueError if the plan is out of range or a
    worker answers a text twice.

    >>> texts = [(1, 0), (0, 1), (1, 1), (0, 0)] * 3
    >>> given = [(text, who, texts[text]) for text in range(12) for who in (0, 1, 2)]
    >>> columns = [list(column) for column in zip(*given)]
    >>> made = ranks_as_they_came(Answers(*columns, ["three words"] * 12, range(12)), Plan(3, 2))
    >>> len(made), made[-1][:4]  # all but the three on the first text; two of 11 texts are alike
    (33, (35, 0, 2, 11))
    """
    return list(_made(answers, plan, frozenset()))


def ranks_of_twins(answers: Answers, plan: Plan, twins: AbstractSet[int]) -> list[Rank]:
    """Return the ranks of workers with twins, each judged by workers without, as answers arrived.

    Works like `ranks_as_they_came`, but none of the r others is one of the `twins`, because
    accounts that answer alike would vouch for each other. A text takes no part unless r others
    answered it. The twins were found without using the others, so ranks of a habit stay uniform.

    >>> given = [(text, who, (text % 3, 1)) for text in range(9) for who in (0, 1, 2, 3)]
    >>> columns = [list(column) for column in zip(*given)]
    >>> made = ranks_of_twins(Answers(*columns, ["pairs"] * 9, range(9)), Plan(4, 2), {1, 3})
    >>> sorted({given[rank.answer][1] for rank in made}), made[-1][:4]
    ([1, 3], (35, 0, 2, 8))
    """
    return list(_made(answers, plan, twins)) if twins else []


def _made(answers: Answers, plan: Plan, twins: AbstractSet[int]) -> Iterator[Rank]:
    """Yield the ranks of all workers, or of the twins if there are any, in the order made."""
    plan.check()
    bank = Bank(answers, plan)
    given: defaultdict[int, list[int]] = defaultdict(list)
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for number, text in enumerate(answers.texts):
        here = given[text]
        here.append(number)
        if len(here) > plan.answers:
            continue
        if not twins or answers.workers[number] in twins:
            waiting[text].append(number)
        others = [each for each in here if answers.workers[each] not in twins]
        if len(others) + bool(twins) <= plan.others:
            continue
        bank.judge_by(text, others)
        full = len(here) == plan.answers
        for each in waiting.pop(text, []):
            compared = bank.around(each)
            if full or len(compared) >= plan.least:
                yield from bank.ranked(each, compared)
            else:
                waiting[text].append(each)
        if full:
            bank.close(text)


def ranks_of_all(answers: Answers, plan: Plan, only: Collection[int] | None = None) -> list[Rank]:
    """Return the ranks of complete work in unknown order, valid for one look.

    only : the workers whose ranks are wanted; all if None

    Answers to a text are taken in the order of their lots, and so are the texts of a worker, who is
    compared on all texts that are not theirs and on those of theirs that came before. The order is
    drawn at random here, so M is valid for any actual order, but for one look only: answers that
    come later change the ranks. Texts with fewer than r + 1 answers take no part.

    >>> texts = [(1, 0), (0, 1), (1, 1), (0, 0)] * 3
    >>> given = [(text, who, texts[text]) for text in range(12) for who in (text % 2, 2, 3)]
    >>> columns = [list(column) for column in zip(*given)]
    >>> made = ranks_of_all(Answers(*columns, ["three words"] * 12, range(12)), Plan(3, 2))
    >>> sorted(rank.compared for rank in made if given[rank.answer][1] == 0)
    [6, 7, 8, 9, 10, 11]
    """
    plan.check()
    given: defaultdict[int, list[int]] = defaultdict(list)
    own: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(
        range(len(answers.texts)), key=lambda each: _lot_of_answer(answers, plan.seed, each)
    ):
        given[answers.texts[number]].append(number)
        own[answers.workers[number]].append(number)
    bank = Bank(answers, plan)
    judged = {text for text, here in given.items() if len(here) > plan.others}
    for text in sorted(judged, key=bank.lots.__getitem__):
        bank.judge_by(text, given[text])
        bank.close(text)
    ranks: list[Rank] = []
    for worker in sorted(own if only is None else own.keys() & set(only)):
        numbers = [number for number in own[worker] if answers.texts[number] in judged]
        hidden = {answers.texts[number] for number in numbers}
        for number in numbers:
            ranks.extend(bank.ranked(number, bank.around(number, hidden)))
            hidden.discard(answers.texts[number])
    return ranks


def _lot_of_answer(answers: Answers, seed: int, number: int) -> int:
    name = answers.names[answers.texts[number]]
    return lot(seed, "answer", name, answers.workers[number])
