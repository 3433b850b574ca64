"""The consensus models with one skill per worker, by name, and their results by item."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from agreement.skills.glad import fit_glad
from agreement.skills.mace import fit_mace
from agreement.skills.model_fit import SkillFit, Votes, votes_of
from agreement.skills.one_coin import fit_one_coin
from agreement.vote_sums import Floats
from agreement.votes.ballots import Ballots
from agreement.votes.crowd_shapes import ModelChoice, ModelFit
from agreement.votes.dawid_skene import Consensus, settled_by

Model: TypeAlias = Consensus[str, str, str]
MODELS: Mapping[str, Callable[[Votes], SkillFit]] = {
    "one_coin": fit_one_coin,
    "mace": fit_mace,
    "glad": fit_glad,
}


class Skilled:
    """A fitted model, whose items are settled some at a time, in the order of the ballots' items.

    ballots : numbered by name, so that the order of the votes makes no difference

    `model.accuracy` contains the skills, in the model's own unit.

    >>> from agreement.votes.ballots import ballots_of
    >>> votes = [(item, worker, "yes") for item in "pq" for worker in ("ann", "bob")]
    >>> found = Skilled("glad", ballots_of([*votes, ("p", "cy", "no")]))
    >>> found.settle(0, ["p", "q"]).labels
    {'p': 'yes', 'q': 'yes'}
    """

    def __init__(self, name: str, ballots: Ballots[Any, str, str]) -> None:
        # In a fixed order, as sums of floats depend on it.
        order = np.lexsort((ballots.workers, ballots.items))
        columns = (ballots.items, ballots.workers, ballots.labels)
        fit = MODELS[name](votes_of(*(column[order] for column in columns)))
        self._posterior: Floats = fit.posterior
        reason = "All judgments give the same label, so nothing tells workers apart."
        self.model: Model = Consensus(
            labels={},
            posterior={},
            ties={},
            prior=dict.fromkeys(ballots.label_names, 1 / len(ballots.label_names)),
            confusion={},
            accuracy=dict(zip(ballots.worker_names, fit.skill.tolist(), strict=True)),
            rounds=fit.rounds,
            converged=fit.converged,
            reason=reason if len(ballots.label_names) == 1 else None,
        )

    def settle(self, begin: int, names: Sequence[str]) -> Model:
        """Return the model with the items from `begin` on, under these names."""
        if not names:
            return self.model
        return settled_by(self._posterior[begin : begin + len(names)], names, self.model)


def choice_of(model: Model, item: str) -> ModelChoice:
    """Return the label of an item by a model, with the probability of each label."""
    tied = model.ties.get(item, [])
    return {
        "label": None if tied else model.labels[item],
        "ties": sorted(tied),
        "posterior": dict(sorted(model.posterior[item].items())),
    }


def figure_of(model: Model, ties: int) -> ModelFit:
    """Return how the fit ended."""
    return {"rounds": model.rounds, "converged": model.converged, "ties": ties}
