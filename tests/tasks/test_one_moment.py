"""Promise 19: exports, reports and reconciliations read one moment, though work and
folds come between any two of their queries."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from annotation.models import Campaign, CampaignReport
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import make_reports
from tests.helpers.evidence import evidence_campaign
from tests.helpers.evidence import judge_all as answer_questions
from tests.helpers.factories import enrol, judge_all_at_random, make_campaign
from tests.helpers.moments import read_meanwhile
from tests.helpers.pairs import answer, make_pair_campaign, make_pairs
from tests.helpers.tiers import long_only

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

# More workers than any export has queries.
REDUNDANCY = 200


@pytest.fixture
def flat(flat: Campaign) -> Campaign:
    return make_campaign(flat.dataset, redundancy=REDUNDANCY)


def more_work(campaign: Campaign, judge: Callable[[int], object]) -> Callable[[], None]:
    """Let one more worker judge, and fold it; the first two have done so already."""
    seeds = count()

    def happens() -> None:
        judge(next(seeds))
        fold_all(campaign.pk)

    for _ in range(2):
        happens()
    return happens


def segmented(campaign: Campaign) -> Callable[[], None]:
    return more_work(campaign, lambda seed: judge_all_at_random(campaign, workers=1, seed=seed))


def of_one_moment(read: Callable[[], Any], happens: Callable[[], None]) -> None:
    for before, found, after in read_meanwhile(read, happens):
        assert before != after
        assert found in (before, after)


@pytest.mark.fault(19)
def test_gold_of_segmentations(flat: Campaign) -> None:
    happens = segmented(flat)
    of_one_moment(lambda: export_file(flat.pk, "gold").body, happens)


@pytest.mark.fault(19)
@pytest.mark.parametrize(
    "name", ["judgments-csv", *long_only("gold", "consensus-csv", "crowd-kit")]
)
def test_files_of_pairs(name: str) -> None:
    campaign = make_pair_campaign(make_pairs(2), redundancy=REDUNDANCY)

    def judge(seed: int) -> None:
        worker = enrol(campaign)
        for index in (0, seed % 2):
            answer(worker, index)

    happens = more_work(campaign, judge)
    of_one_moment(lambda: export_file(campaign.pk, name).body, happens)


@pytest.mark.fault(19)
@pytest.mark.long
@pytest.mark.parametrize("name", ["gold", *long_only("evidence-jsonl", "squad")])
def test_files_of_evidence(name: str) -> None:
    campaign = evidence_campaign(redundancy=REDUNDANCY)
    happens = more_work(campaign, lambda seed: answer_questions(campaign, 1, seed))
    of_one_moment(lambda: export_file(campaign.pk, name).body, happens)


@pytest.mark.fault(19)
def test_reports(flat: Campaign) -> None:
    """Each belongs to the version stored with it."""

    def read() -> dict[str, Any]:
        make_reports(flat.pk)
        rows = CampaignReport.objects.filter(campaign=flat)
        return {row.kind: (row.version, row.basis, row.results) for row in rows}

    of_one_moment(read, segmented(flat))


@pytest.mark.fault(19)
def test_a_reconciliation_finds_no_difference_where_there_is_none(flat: Campaign) -> None:
    reports = read_meanwhile(lambda: reconcile_campaign(flat.pk).equal, segmented(flat))
    assert all(found for _, found, _ in reports)
