"""The figures of the reading test, ready for JSON and for tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from agreement.reading.ranks import Plan, Rank
from agreement.reading.status import certified_after, standing_of
from agreement.reading.trial import Outcome
from analysis.signals.gathering import Gathered, ranks_by_worker
from analysis.signals.replays import Ended
from midpath.tables.figures.reading_figures import Part, Reader, Reading, Sort


def figures_of(
    gathered: Gathered, ranks: Iterable[Rank], plan: Plan, usual_answers: int
) -> Reading:
    """Return the figures of all workers: those certified soonest first, then by stake."""
    own = ranks_by_worker(gathered.answers, ranks)
    results = {worker: standing_of(made, watched=False) for worker, made in own.items()}
    answers = Counter(gathered.answers.workers)
    with_ranks = sum(bool(one.bets) for one in results.values())
    readers: list[Reader] = [
        {
            "worker": str(gathered.workers[worker]),
            "answers": answers[worker],
            "ranked": one.bets,
            "state": one.state(with_ranks),
            "certified_at": one.certified_at,
            "stake": one.log_wealth,
            "highest": one.highest,
            "stake_against": one.log_against,
            "highest_against": one.highest_against,
            "p": one.p,
        }
        for worker, one in results.items()
    ]
    states = Counter(one["state"] for one in readers)
    return {
        "readers": sorted(readers, key=_soonest),
        "certified": states["certified"],
        "other": states["other"],
        "half_after": certified_after(results, 0.5),
        "nine_tenths_after": certified_after(results, 0.9),
        "answers": len(gathered.answers.texts),
        "ranked": sum(one.bets for one in results.values()),
        "others": plan.others,
        "compared": plan.compared,
        "usual_answers": usual_answers,
    }


def _soonest(one: Reader) -> tuple[float, float, str]:
    return one["certified_at"] or float("inf"), -one["stake"], one["worker"]


def sorts_of_trial(
    outcomes: Mapping[str, tuple[Outcome, bool]], steps: Sequence[int], texts: int
) -> list[Sort]:
    return [
        {
            "name": name,
            "reads": reads,
            "certified": {str(step): outcome.share_by(step) for step in steps},
            "half_after": outcome.after(0.5),
            "nine_tenths_after": outcome.after(0.9),
            "ever": outcome.share_by(texts),
            "other": outcome.told_by(texts),
        }
        for name, (outcome, reads) in outcomes.items()
    ]


def parts_of_replay(runs: Iterable[Sequence[Ended]]) -> list[Part]:
    """Return the results of replayed workers by kind, readers first."""
    everyone = [one for people in runs for one in people]
    names = dict.fromkeys(one.name for one in sorted(everyone, key=lambda one: not one.reads))
    return [_part([one for one in everyone if one.name == name]) for name in names]


def _part(people: Sequence[Ended]) -> Part:
    results = dict(enumerate(one.result for one in people))
    states = Counter(one.state for one in people)
    return {
        "name": people[0].name,
        "reads": people[0].reads,
        "workers": len(people),
        "ranked": sum(one.bets for one in results.values()) / len(people),
        "certified": sum(one.certified_at is not None for one in results.values()) / len(people),
        "half_after": certified_after(results, 0.5),
        "other": states["other"] / len(people),
    }
