"""Figures of spans during live work, folded by a real Celery worker that is killed once: at every
moment they equal the definitions applied to the judgments they include."""

from collections import defaultdict
from functools import partial
from typing import Any

import pytest

from agreement.figure import as_exact
from analysis.reading.snapshot import snapshot
from annotation.models import AgreementState, Campaign, Judgment
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.places import length_of
from tasks.reconcile import reconcile_campaign
from tests.agreement import slow_spans
from tests.faults.processes import Stack, all_folded, in_background, kill_tree, wait_for
from tests.helpers.factories import make_user, numbered_texts
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.spans import ADA, BANK, campaign_of_spans, judge_spans

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]
ROUNDS, AT_ONCE = 3, 3


def folded_of(campaign: Campaign) -> int:
    return Judgment.objects.filter(campaign=campaign, folded=True).count()


def look(campaign: Campaign) -> None:
    """Compare the current figures with the judgments they include, position by position."""
    answers: defaultdict[int, list[Any]] = defaultdict(list)
    lengths: dict[int, int] = {}
    with snapshot():
        state = AgreementState.objects.get(campaign=campaign)
        rows = Judgment.objects.filter(campaign=campaign, folded=True)
        for one in rows.select_related("hit__item"):
            answers[one.hit_id].append(named_spans(one.vector, campaign.settings))
            lengths[one.hit_id] = length_of(one.hit.item, campaign.settings)
    texts = [(given, lengths[hit]) for hit, given in answers.items()]
    labels = [one["label"] for one in campaign.settings["labels"]]
    assert state.judgments == sum(len(given) for given, _ in texts)
    assert state.figures["alpha"]["exact"] == as_exact(slow_spans.alpha(texts, labels))
    shared = slow_spans.shared(texts, exactly=True)
    assert state.figures["exact"]["exact"] == as_exact(shared)


def test_whoever_looks_sees_the_figures_of_what_is_folded(stack: Stack) -> None:
    texts = [ADA, BANK, *numbered_texts(8)]
    campaign = campaign_of_spans(*texts, redundancy=ROUNDS * AT_ONCE + 1)
    user, celery = make_user(), stack.start_celery()
    for number in range(ROUNDS):
        before = folded_of(campaign)
        judges = [
            in_background(partial(judge_spans, campaign, 1, number * AT_ONCE + place))
            for place in range(AT_ONCE)
        ]
        try:
            wait_for(
                lambda before=before: folded_of(campaign) > before,  # type: ignore[misc]
                seconds=60,
                what="a fold",
            )
            look(campaign)
            if number == 0:
                kill_tree(celery)
                celery = stack.start_celery()
        finally:
            for judge in judges:
                judge.join()
        look(campaign)
        if number == 1:
            review_judgment(
                judgment=Judgment.objects.latest("pk"), user=user, review="rejected", reason="blank"
            )
            exclude_worker(enrolment=campaign.enrolments.earliest("pk"), user=user, reason="Habit")
    wait_for(all_folded, seconds=60, what="the last fold")
    look(campaign)
    check_figures(campaign)
    check_serving(campaign)
    assert reconcile_campaign(campaign.pk).equal
    counted = Judgment.objects.filter(campaign=campaign, counts=True).count()
    assert folded_of(campaign) == counted == (ROUNDS * AT_ONCE - 1) * len(texts) - 1
