"""Figures of labels, pairs and spans follow the rows: in pieces, in reverse and after a mistake."""

from random import Random

import pytest

from annotation.models import AgreementState, Campaign, ItemSummary, Judgment
from annotation.services.work.review import review_judgment
from tasks import fold as folding
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.helpers.factories import make_user
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
