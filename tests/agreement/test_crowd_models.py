"""The further consensus models in the figures and lines of a crowd."""

from typing import Any

import pytest

from agreement.skills.model_fit import Votes
from agreement.skills.skill_models import MODELS
from agreement.votes.ballots import ballots_of
from agreement.votes.crowd import figures_of_crowd, lines_of_crowd
from agreement.votes.label_crowd import figures_of_label_crowd, lines_of_label_crowd
from tests.agreement.test_skill_models import crowd, right_share
from tests.helpers.tiers import by_tier


def named(votes: Votes) -> list[tuple[str, str, str]]:
    rows = zip(*(column.tolist() for column in votes[:3]), strict=True)
    return [(f"i{item:03}", f"w{worker}", f"k{label}") for item, worker, label in rows]


@pytest.mark.parametrize("name", MODELS)
def test_a_crowd_is_settled_by_them_too(name: str) -> None:
    items, workers = by_tier(quick=(30, 8), long=(60, 10))
    votes, truth = crowd(9, items=items, each=5, workers=workers)
    gold = {f"i{item:03}": f"k{label}" for item, label in enumerate(truth.tolist())}
    fit = MODELS[name](votes)
    found = figures_of_crowd(ballots_of(named(votes)), gold, models=[name])
    right = right_share(fit.posterior, truth)
    assert found["consensus"][name]["accuracy"] == pytest.approx(right)
    assert found["models"][name]["rounds"] == fit.rounds
    lines = lines_of_crowd(ballots_of(named(votes)), gold, models=[name])
    for line, shares in zip(lines, fit.posterior.tolist(), strict=True):
        posterior = line["models"][name]["posterior"]
        assert [posterior[f"k{k}"] for k in range(3)] == pytest.approx(shares, abs=1e-6)
    listed = found["worker_agreement"]["workers"]
    skills = {one["worker"]: one["skills"][name] for one in listed}
    assert skills == {f"w{w}": pytest.approx(skill, abs=1e-5) for w, skill in enumerate(fit.skill)}


def test_sets_are_settled_by_them_label_by_label() -> None:
    items, workers = by_tier(quick=(15, 6), long=(40, 8))
    votes, _ = crowd(4, items=items, each=5, workers=workers)
    chosen = [
        (item, who, (label, "k9") if label == "k1" else (label,))
        for item, who, label in named(votes)
    ]
    found = figures_of_label_crowd(ballots_of(chosen), "any", {}, list(MODELS))
    lines: Any = lines_of_label_crowd(ballots_of(chosen), "any", {}, list(MODELS))
    assert set(found["models"]) == set(MODELS)
    for name in MODELS:
        alone = lines_of_crowd(
            ballots_of(
                [(item, who, "yes" if "k9" in labels else "no") for item, who, labels in chosen]
            ),
            models=[name],
        )
        for line, one in zip(lines, alone, strict=True):
            stated = line["models"][name]["posterior"]["k9"]
            assert stated == pytest.approx(one["models"][name]["posterior"]["yes"], abs=1e-6)
            assert ("k9" in line["models"][name]["labels"]) == (stated > 0.5)


def test_nothing_is_said_of_models_that_nobody_asked_for() -> None:
    votes, _ = crowd(4, items=20, each=3, workers=5)
    assert "models" not in figures_of_crowd(ballots_of(named(votes)))
    assert "models" not in lines_of_crowd(ballots_of(named(votes)))[0]
    assert figures_of_crowd(ballots_of([]), models=list(MODELS))["workers"] == 0
