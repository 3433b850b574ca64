"""Figures of labels, pairs and spans follow the rows: in pieces, in reverse and after a mistake. So
does a nested campaign's agreement by level, also after an upgrade."""

from random import Random

import pytest

from agreement.segmentation.figures import level_contribution, level_figures
from agreement.segmentation.levels import COUNTED
from agreement.tally import Tally
from annotation.models import AgreementState, Campaign, ItemSummary, Judgment
from annotation.services.work.review import review_judgment
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from tasks import fold as folding
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.exports.slow_gold import answers_of
from tests.helpers.factories import judge_all_at_random, make_user, random_vector
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.tiers import long_only
from tests.tasks.judged import JUDGED, LABELS, judged, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
UNITS = {"label": "item", "pair": "pair", "spans": "text"}


@pytest.fixture
def campaign(request: pytest.FixtureRequest) -> Campaign:
    return judged(request.param)


@pytest.mark.quick
@pytest.mark.parametrize("campaign", [*long_only(*LABELS, "pair"), "spans"], indirect=True)
def test_folding_piece_by_piece_equals_folding_at_once(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    fold_all(campaign.pk)
    at_once = state_of(campaign)
    Judgment.objects.update(folded=False)
    AgreementState.objects.update(state={}, figures={}, judgments=0)
    monkeypatch.setattr(folding, "MAX_CONCURRENT", 5)
    fold_all(campaign.pk)
    piecewise = state_of(campaign)
    assert piecewise.version > at_once.version + 1
    assert (piecewise.state, piecewise.figures) == (at_once.state, at_once.figures)
    check_figures(campaign)
    check_serving(campaign)


@pytest.mark.parametrize("campaign", JUDGED, indirect=True)
def test_work_that_is_rejected_and_restored_in_any_order(campaign: Campaign) -> None:
    fold_all(campaign.pk)
    before, user, luck = state_of(campaign), make_user(), Random(2)
    judgments = list(Judgment.objects.filter(campaign=campaign))
    for review in ("rejected", ""):
        luck.shuffle(judgments)
        for place, judgment in enumerate(judgments):
            review_judgment(judgment=judgment, user=user, review=review, reason="blank")
            if place % 7 == 0:
                fold_all(campaign.pk)
                check_figures(campaign)
        fold_all(campaign.pk)
        if review:
            reason = f"No {UNITS[campaign.scheme]} has two judgments."
            assert state_of(campaign).state == {}
            assert state_of(campaign).figures["alpha"]["reason"] == reason
            assert not ItemSummary.objects.exists()
    after = state_of(campaign)
    assert (after.state, after.figures) == (before.state, before.figures)


@pytest.mark.parametrize("campaign", [*LABELS, "spans"], indirect=True)
def test_reconciliation_finds_what_was_folded_equal_and_mends_what_is_not(
    campaign: Campaign,
) -> None:
    assert reconcile_campaign(campaign.pk).equal
    state = state_of(campaign)
    key = next(iter(state.state))
    state.state = {**state.state, key: state.state[key] + 1}
    state.save()
    assert reconcile_campaign(campaign.pk).differing == ["state"]
    assert reconcile_campaign(campaign.pk).equal


def forget_levels(campaign: Campaign) -> None:
    """Reset the state to the time before levels were counted."""
    state = state_of(campaign)
    state.state = {k: n for k, n in state.state.items() if k.partition("/")[0] not in COUNTED}
    del state.figures["bracketing"], state.figures["levels"]
    state.save()


def check_levels(campaign: Campaign) -> None:
    check_figures(campaign)
    figures = state_of(campaign).figures
    counted = Tally.total(map(level_contribution, answers_of(campaign).values()))
    right = level_figures(counted)
    assert {name: figures[name] for name in right} == right
    assert right["bracketing"]["pairs"]


def test_levels_are_folded_in_and_out(nested: Campaign) -> None:
    for seed in (1, 2):
        judge_all_at_random(nested, workers=2, seed=seed)
        fold_all(nested.pk)
        check_levels(nested)
    worker = Judgment.objects.filter(campaign=nested).first()
    assert worker
    review_judgment(
        judgment=worker, user=make_user(), review=Judgment.Review.REJECTED, reason="blank"
    )
    assert fold_all(nested.pk) == 1
    check_levels(nested)
    assert reconcile_campaign(nested.pk).equal


@pytest.mark.parametrize("way", ["a fold", "reconciliation"])
def test_an_older_state_is_counted_again(nested: Campaign, way: str) -> None:
    judge_all_at_random(nested, workers=2, seed=1)
    fold_all(nested.pk)
    forget_levels(nested)
    if way == "a fold":
        judge_all_at_random(nested, workers=1, seed=2)
        assert fold_all(nested.pk) == 4
    else:
        assert reconcile_campaign(nested.pk).differing == ["state", "figures"]
    check_levels(nested)
    assert reconcile_campaign(nested.pk).equal


@pytest.mark.quick
def test_a_state_is_whole_as_soon_and_as_long_as_every_pair_is_counted() -> None:
    kernel, luck, state = SEGMENTATION_KERNELS["nested"], Random(7), Tally()
    assert kernel.is_whole(state)
    for words in (1, 2, 3, 7, 7, 45):
        for annotations in (1, 2, 5):
            vectors = [tuple(random_vector("nested", words, luck)) for _ in range(annotations)]
            state += kernel.contribution(vectors)
            assert kernel.is_whole(state)
    without = Tally({key: n for key, n in state.items() if not key.startswith("pairs/7")})
    assert not kernel.is_whole(without)
    assert SEGMENTATION_KERNELS["flat"].is_whole(without)
