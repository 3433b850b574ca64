"""A spammer is excluded: the figures are exactly those of the rest; their judgments are requested
again, once each; included again, everything is as before."""

import json
from pathlib import Path
from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from annotation.models import HIT, AgreementState, Campaign, Enrolment, Judgment, User
from annotation.services.errors import NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.commands.running import score_of, write_release_file
from tests.helpers.factories import (
    enrol,
    judge_next,
    luck_with,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
    random_vector,
    submit,
)
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.refusals import check_not_served
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db(transaction=True)

HITS, REDUNDANCY, SPAM = by_tier(quick=(16, 4, 8), long=(30, 4, 15))


def judge(worker: Enrolment, seed: int) -> int:
    """Submit one random HIT; return it."""
    assignment = claim_hit(enrolment_id=worker.pk)
    words = len(assignment.hit.item.words)
    answer = random_vector("flat", words, luck_with(assignment, seed, worker=0))
    submit(worker, assignment, {"boundaries": answer})
    return assignment.hit_id


class Spammed:
    """HITs of four judgments each, some of which a spammer, who cuts everywhere, gave."""

    def __init__(self) -> None:
        self.campaign: Campaign = make_campaign(
            make_dataset(numbered_texts(HITS)), redundancy=REDUNDANCY
        )
        self.user: User = make_user()
        self.spammer = enrol(self.campaign)
        for _ in range(SPAM):
            judge_next(self.spammer, {"boundaries": [1] * 4})
        self.spammed = set(
            HIT.objects.filter(assignments__enrolment=self.spammer).values_list("pk", flat=True)
        )
        for seed in range(REDUNDANCY):
            self.work_until_nothing_is_left(seed)
        fold_all(self.campaign.pk)

    def work_until_nothing_is_left(self, seed: int) -> list[int]:
        """Let a new worker work; return the HITs that they were served."""
        worker, found = enrol(self.campaign), []
        while True:
            try:
                found.append(judge(worker, seed))
            except NothingLeft:
                return found

    def exclude(self) -> tuple[int, int]:
        changed = exclude_worker(enrolment=self.spammer, user=self.user, reason="cuts everywhere")
        fold_all(self.campaign.pk)
        return changed.judgments, changed.asked_again

    def include(self) -> tuple[int, int]:
        changed = include_worker(enrolment=self.spammer, user=self.user)
        fold_all(self.campaign.pk)
        return changed.judgments, changed.asked_again

    def digest(self) -> tuple[Any, ...]:
        state = AgreementState.objects.get(campaign=self.campaign)
        hits = HIT.objects.filter(campaign=self.campaign).order_by("pk")
        summaries = hits.values_list("summary__judgments", "summary__summary")
        return (
            state.state,
            state.figures,
            state.judgments,
            list(hits.values_list("taken", "quota")),
            list(summaries),
        )

    def scored(self, path: Path, without: Enrolment | None = None) -> Any:
        """Return what `score` finds in a file of the judgments without one worker's."""
        texts: dict[str, dict[str, list[int]]] = {}
        rows = Judgment.objects.filter(campaign=self.campaign).order_by("pk")
        for row in rows.select_related("hit__item", "assignment"):
            if without is None or row.assignment.enrolment_id != without.pk:
                annotations = texts.setdefault(row.hit.item.text, {})
                annotations[str(row.assignment.enrolment_id)] = row.vector
        return score_of(flat=write_release_file(path / "flat.json", texts))["flat"]

    def gold(self) -> Any:
        return json.loads(export_file(self.campaign.pk, "gold").body)

    def figures(self) -> Any:
        return AgreementState.objects.get(campaign=self.campaign).figures


@pytest.fixture
def spammed() -> Spammed:
    return Spammed()


def assert_same(live: Any, scored: Any) -> None:
    for figure in ("alpha", "S"):
        assert live[figure] == scored[figure]
    assert live["annotations"] == scored["annotations"]


def test_alpha_is_that_of_the_rest_and_what_they_did_is_requested_again_once_each(
    spammed: Spammed, tmp_path: Path
) -> None:
    before = spammed.figures()["alpha"]["d1"]["exact"]
    assert_same(spammed.figures(), spammed.scored(tmp_path))
    assert Judgment.objects.count() == HITS * REDUNDANCY
    assert spammed.exclude() == (SPAM, SPAM)
    assert_same(spammed.figures(), spammed.scored(tmp_path, without=spammed.spammer))
    assert spammed.figures()["alpha"]["d1"]["exact"] != before
    assert reconcile_campaign(spammed.campaign.pk).equal
    check_not_served(spammed.spammer, Stopped)
    given = spammed.work_until_nothing_is_left(seed=9)
    assert len(given) == SPAM
    assert set(given) == spammed.spammed
    fold_all(spammed.campaign.pk)
    counting = Judgment.objects.counting().filter(campaign=spammed.campaign)
    assert counting.count() == HITS * REDUNDANCY
    check_serving(spammed.campaign)
    check_figures(spammed.campaign)


@pytest.mark.long
def test_included_again_all_is_as_it_was_before(spammed: Spammed) -> None:
    before = spammed.digest()
    spammed.exclude()
    assert spammed.digest() != before
    assert spammed.include() == (SPAM, 0)
    assert spammed.digest() == before
    assert spammed.work_until_nothing_is_left(seed=9) == []
    check_serving(spammed.campaign)
    check_figures(spammed.campaign)


def test_where_a_replacement_was_judged_both_count_and_nothing_more_is_requested(
    spammed: Spammed, tmp_path: Path
) -> None:
    spammed.exclude()
    replaced = [judge(enrol(spammed.campaign), seed) for seed in range(5)]
    assert spammed.include() == (SPAM, 0)
    assert_same(spammed.figures(), spammed.scored(tmp_path))
    assert spammed.work_until_nothing_is_left(seed=9) == []
    more = HIT.objects.filter(campaign=spammed.campaign, taken=REDUNDANCY + 1)
    assert set(more.values_list("pk", flat=True)) == set(replaced)
    check_serving(spammed.campaign)
    check_figures(spammed.campaign)


@pytest.mark.long
def test_gold_holds_the_rest_alone(spammed: Spammed) -> None:
    spammed.exclude()
    gold = spammed.gold()
    assert gold["figures"]["not_counted"] == SPAM
    assert gold["figures"]["judgments"] == HITS * REDUNDANCY - SPAM
    assert str(spammed.spammer.worker.number) not in gold["workers"]
    assert gold["figures"]["agreement"] == spammed.figures()
    before = spammed.digest()
    spammed.include()
    spammed.exclude()
    assert spammed.digest() == before
    assert spammed.gold()["annotation set"] == gold["annotation set"]
