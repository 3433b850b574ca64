"""Queues of decisions: where they begin, what they sample, what waits again."""

import pytest

from annotation.models import HIT, Decision
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.decisions.decide import withdraw_decision
from annotation.services.decisions.queue import (
    DISAGREEMENT,
    SAMPLE,
    SETTLE,
    SINCE,
    UNDECIDED,
    Queue,
    next_hit,
    progress_of,
    queued,
    waiting,
)
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_all_at_random, make_campaign, make_dataset, submit
from tests.services.deciding import CUT, WHOLE, House


def test_unlike_ones_wait_for_a_third_step_that_settles_them(house: House) -> None:
    house.two()
    house.decides(house.ada, CUT)
    house.decides(house.bob, WHOLE)
    assert not Decision.objects.final().exists()
    assert progress_of(house.campaign).unlike == 1
    settle = Queue(SETTLE)
    assert list(waiting(house.campaign, house.ada, settle)) == [house.hit()]
    settled = house.decides(house.ada, WHOLE)
    assert (settled.apart, settled.final) == (False, True)
    assert Decision.objects.in_force().apart().count() == 2
    assert not waiting(house.campaign, house.ada, settle).exists()
    withdraw_decision(decision=settled, user=house.bob)
    assert waiting(house.campaign, house.ada, settle).exists()
    assert progress_of(house.campaign).decided == 0


@pytest.mark.long
def test_the_queue_begins_where_workers_disagree_most(house: House) -> None:
    queue = Queue(DISAGREEMENT)
    found = list(waiting(house.campaign, house.ada, queue).select_related("summary"))
    rows = [hit.summary.disagreement or 0.0 for hit in found]
    assert rows == sorted(rows, reverse=True)
    assert min(rows) > 0
    house.decides(house.ada, CUT, found[0].item.position)
    assert next_hit(house.campaign, house.ada, queue) == found[1]
    assert next_hit(house.campaign, house.ada, queue, after=found[1]) == found[2]
    assert next_hit(house.campaign, house.ada, queue, after=found[-1]) is None
    with_answers = HIT.objects.filter(pk=found[1].pk)
    with_answers.update(quota=0, taken=0, known=True)
    assert next_hit(house.campaign, house.ada, queue) == found[2]


@pytest.mark.long
def test_the_undecided_are_those_without_a_mode_or_a_majority() -> None:
    dataset = make_dataset(2)
    campaign = make_campaign(dataset, redundancy=2)
    for other in (CUT, WHOLE):
        worker = enrol(campaign)
        for _ in range(2):
            assignment = claim_hit(enrolment_id=worker.pk)
            submit(
                worker,
                assignment,
                {"boundaries": other if assignment.hit.item.position == 2 else CUT},
            )
    fold_all(campaign.pk)
    undecided = queued(campaign, Queue(UNDECIDED))
    assert [hit.item.position for hit in undecided.all()] == [2]


def test_a_sample_is_the_same_for_a_seed_and_a_second_run_fills_its_gaps() -> None:
    house = House(texts=30)
    queue = Queue(SAMPLE, seed=3, size=10)
    drawn = [hit.pk for hit in queued(house.campaign, queue)]
    assert len(drawn) == 10
    assert drawn == [hit.pk for hit in queued(house.campaign, queue)]
    assert drawn != [hit.pk for hit in queued(house.campaign, Queue(SAMPLE, seed=4, size=10))]
    larger = [hit.pk for hit in queued(house.campaign, Queue(SAMPLE, seed=3, size=20))]
    assert larger[:10] == drawn
    first = HIT.objects.get(pk=drawn[0])
    decision = house.decides(house.ada, CUT, first.item.position)
    extend_redundancy(campaign=house.campaign, user=house.ada, redundancy=4)
    judge_all_at_random(house.campaign, workers=1, seed=9)
    fold_all(house.campaign.pk)
    left = [hit.pk for hit in waiting(house.campaign, house.ada, queue)]
    assert left == drawn[1:]
    assert next_hit(house.campaign, house.ada, queue, after=first) == HIT.objects.get(pk=drawn[1])
    assert Decision.objects.get() == decision
    assert Decision.objects.get().final


@pytest.mark.long
def test_judgments_that_came_since_are_reported_and_move_no_decision(house: House) -> None:
    decision = house.decides(house.ada, CUT)
    assert progress_of(house.campaign).since == 0
    extend_redundancy(campaign=house.campaign, user=house.ada, redundancy=5)
    judge_all_at_random(house.campaign, workers=2, seed=9)
    fold_all(house.campaign.pk)
    assert progress_of(house.campaign).since == 1
    assert list(waiting(house.campaign, house.ada, Queue(SINCE))) == [house.hit()]
    stored = Decision.objects.get()
    assert (stored.pk, stored.vector, stored.final) == (decision.pk, CUT, True)
