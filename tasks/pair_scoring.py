"""The figures of judged pairs, from a file or from a campaign; the same functions serve both."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agreement.bootstrap import USUAL, Plan
from agreement.crowd import consensus_lines, crowd_figures
from agreement.effort import effort_figures
from agreement.pair_intervals import Judged, bootstrap_pairs
from agreement.pairs import contribution, figures, stratum_of
from agreement.tally import Tally
from agreement.votes import YES_OF_THREE
from annotation.exchange.judged_pairs import JudgedPairs

Figures = dict[str, Any]
USUAL_YES = frozenset({"yes", *YES_OF_THREE})


class Vote(NamedTuple):
    """`milliseconds` and `words` are None where they are not known."""

    worker: str
    answer: str
    milliseconds: int | None = None
    words: int | None = None


@dataclass
class JudgedPair:
    """`stratum` is a name or a number, as `agreement.pairs` takes it; `gold` an answer."""

    votes: list[Vote] = field(default_factory=list)
    stratum: str | int | None = None
    similarity: int | None = None
    gold: str | None = None

    @property
    def answers(self) -> list[str]:
        return [vote.answer for vote in self.votes]


Pairs = Mapping[str, JudgedPair]


def pairs_of(judged: JudgedPairs) -> dict[str, JudgedPair]:
    pairs = {
        name: JudgedPair([], _stratum(facts.stratum), facts.similarity, facts.gold)
        for name, facts in judged.pairs.items()
    }
    for row in judged.rows:
        vote = Vote(row.worker, row.answer, row.milliseconds, row.words)
        pairs[row.pair].votes.append(vote)
    return pairs


def yes_of(judged: JudgedPairs, named: Collection[str] = ()) -> frozenset[str]:
    """The answers that count as yes: those that are named, else those that the file says, else
    the usual ones."""
    if named:
        return frozenset(named)
    if judged.means:
        return frozenset(answer for answer, means in judged.means.items() if means)
    return frozenset(row.answer for row in judged.rows if row.answer.lower() in USUAL_YES)


def score_pairs(pairs: Pairs, yes: Collection[str], *, intervals: bool = False) -> Figures:
    """Everything that is known of a crowd and its pairs, in one object."""
    result = tallied_figures(pairs, yes) | who_judged(pairs)
    consensus = result.pop("consensus")
    result["majority"] |= consensus["majority"]
    result["absolute_majority"] = consensus["absolute_majority"]
    result["dawid_skene"] |= consensus["dawid_skene"]
    times = Counter(answer for pair in pairs.values() for answer in pair.answers)
    result["answers"] = [
        {"answer": answer, "judgments": count, "yes": answer in yes}
        for answer, count in sorted(times.items())
    ]
    return with_pair_intervals(result, intervals_of_pairs(pairs, yes)) if intervals else result


def tallied_figures(pairs: Pairs, yes: Collection[str]) -> Figures:
    """As the live figures are: from whole numbers, without knowing who judged."""
    state = Tally.total(
        contribution(pair.answers, yes, pair.similarity, pair.stratum) for pair in pairs.values()
    )
    return figures(state)


def who_judged(pairs: Pairs) -> Figures:
    """`agreement.crowd` over the judgments, and "time" as `agreement.effort` has it."""
    timed = [
        (vote.words, vote.milliseconds)
        for pair in pairs.values()
        for vote in pair.votes
        if vote.words is not None and vote.milliseconds is not None
    ]
    return {**crowd_figures(_votes(pairs), _gold(pairs)), "time": effort_figures(timed)}


def intervals_of_pairs(pairs: Pairs, yes: Collection[str], plan: Plan = USUAL) -> Figures:
    """By the name of the figure."""
    judged = [Judged(pair.answers, pair.similarity) for pair in pairs.values()]
    return dict(bootstrap_pairs(judged, yes, plan))


def with_pair_intervals(figures: Figures, intervals: Mapping[str, object]) -> Figures:
    """Figures with an "interval" in each that has one."""
    return figures | {
        name: figures[name] | {"interval": interval} for name, interval in intervals.items()
    }


def pair_lines(pairs: Pairs) -> Sequence[Figures]:
    """One line a pair: each consensus with its support, and what is known of the pair."""
    return [
        line
        | {
            "stratum": stratum_of(pairs[line["pair"]].stratum, pairs[line["pair"]].similarity),
            "similarity": _decimal(pairs[line["pair"]].similarity),
        }
        for line in consensus_lines(_votes(pairs), _gold(pairs))
    ]


def unseen_gold(pairs: Pairs) -> Counter[str]:
    """Known answers that nobody ever gives: perhaps they are written otherwise."""
    given = {answer for pair in pairs.values() for answer in pair.answers}
    return Counter(gold for gold in _gold(pairs).values() if gold not in given)


def _stratum(cell: str) -> int | str | None:
    """0 to 3 are those of the papers."""
    return int(cell) if cell in {"0", "1", "2", "3"} else cell or None


def _votes(pairs: Pairs) -> list[tuple[str, str, str]]:
    return [(name, vote.worker, vote.answer) for name, pair in pairs.items() for vote in pair.votes]


def _gold(pairs: Pairs) -> dict[str, str]:
    return {name: pair.gold for name, pair in pairs.items() if pair.gold is not None}


def _decimal(millionths: int | None) -> float | None:
    return None if millionths is None else millionths / 1_000_000
