"""Models that did not converge are marked in comparisons."""

from typing import Any

import pytest

from agreement.votes.crowd import figures_of_crowd
from midpath.comparing import votes
from midpath.comparing.base import Both
from midpath.comparing.votes import PairComparing
from midpath.tables.compared_answers import nearest_table
from tests.comparing.test_files import ANSWERS


def test_a_model_that_did_not_converge_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["yes", "no"]
    items = [Both(name, answers, answers[:1], by="ab", gold_by="c") for name in "pqr"]
    comparing = PairComparing(ANSWERS, ANSWERS)
    found = {"nearest": comparing.nearest(items), "mixed": comparing.nearest(items, mixed=True)}
    assert not any(row.mark for row in nearest_table(found).rows)

    def stopped(*given: Any) -> Any:
        figures: Any = figures_of_crowd(*given)
        figures["dawid_skene"] |= {"rounds": 1000, "converged": False}
        return figures

    monkeypatch.setattr(votes, "figures_of_crowd", stopped)
    found["mixed"] = comparing.nearest(items, mixed=True)
    marks = {row.label: row.mark for row in nearest_table(found).rows if row.mark}
    assert marks == {"Dawid–Skene": "not converged after 1,000 rounds"}
