"""The live figures of n-ary and labelled trees, and their entailment, equal a recount."""

import pytest

from agreement.segmentation.figures import entailment_figures
from analysis.schemes import analysis_of
from annotation.models import AgreementState, EntailmentState, ItemSummary
from midpath.kernels.entailing import entailing
from tasks.fold import fold_all
from tasks.recompute import recompute
from tests.helpers.factories import judge_all_at_random, make_campaign
from tests.helpers.tree_forms import FORMS, judged_trees

TEXTS = ("the old ferry to grey island", "cheap night train tickets")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("form", FORMS)
def test_live_figures_equal_a_recount(form: str) -> None:
    trees = judged_trees(form, TEXTS)
    flats = judge_all_at_random(make_campaign(trees.dataset, scheme="flat"), workers=3, seed=2)
    for campaign in (trees, flats):
        fold_all(campaign.pk)
    state = AgreementState.objects.get(campaign=trees)
    right = recompute(trees)
    assert state.state == right.tally
    assert state.figures == analysis_of(trees).kernel.figures(right.tally)
    assert ("label_alpha" in state.figures) == ("labels" in form)
    assert state.figures["alpha"]["d1"]["annotations"] == 8
    entailment = EntailmentState.objects.get(flat=flats, nested=trees)
    assert entailment.state == right.entailments[entailment.pk].tally
    assert entailment.figures == entailment_figures(entailment.state)
    assert ("nary" in str(entailment.state)) == (entailing(trees.settings).form.kind == "nary")
    for summary in ItemSummary.objects.filter(campaign=trees):
        assert len(summary.summary["mode"]) == len(summary.summary["annotations"][0][0])
