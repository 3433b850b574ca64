"""Agreement by level follows the rows of a nested campaign, also after an upgrade."""

from random import Random

import pytest

from agreement.segmentation.figures import level_contribution, level_figures
from agreement.segmentation.levels import COUNTED
from agreement.tally import Tally
from analysis.kernels.segmentation import SEGMENTATION_KERNELS
from annotation.models import Campaign, Judgment
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tests.exports.slow_gold import answers_of
from tests.helpers.factories import judge_all_at_random, make_user, random_vector
from tests.helpers.invariants import check_figures
from tests.tasks.judged import state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


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
