"""Queues of decisions narrowed by a filter: its items, in their order, and nothing else."""

import pytest

from annotation.models import Decision, ItemSummary
from annotation.services.decisions.queue import (
    DISAGREEMENT,
    FOUND,
    SAMPLE,
    UNDECIDED,
    Queue,
    next_hit,
    orders_of,
    queued,
    waiting,
)
from annotation.services.items.filters import ItemFilter
from tests.services.test_decisions import WHOLE, House


@pytest.fixture
def house() -> House:
    """Make twelve judged texts; workers agree on three of them."""
    made = House(texts=12)
    agreed = ItemSummary.objects.filter(hit__campaign=made.campaign, hit__item__position__lte=3)
    agreed.update(disagreement=0)
    return made


@pytest.mark.long
@pytest.mark.parametrize("by", [FOUND, DISAGREEMENT, UNDECIDED, SAMPLE])
def test_a_filter_narrows_every_queue_and_keeps_its_order(house: House, by: str) -> None:
    wanted = ItemFilter(disagreement_from=0.01)
    found = set(wanted.hits(house.campaign).values_list("pk", flat=True))
    assert 0 < len(found) < 12
    usual = Queue(DISAGREEMENT if by == FOUND else by, size=100)
    whole = [hit.pk for hit in queued(house.campaign, usual) if hit.pk in found]
    narrow = Queue(by, size=100, wanted=wanted)
    assert [hit.pk for hit in queued(house.campaign, narrow)] == whole
    walked, hit = [], next_hit(house.campaign, house.ada, narrow)
    while hit is not None:
        walked.append(hit.pk)
        hit = next_hit(house.campaign, house.ada, narrow, hit)
    assert walked == whole


def test_all_that_is_found_waits_also_where_nobody_disagrees(house: House) -> None:
    wanted = ItemFilter(disagreement_to=0)
    queue = Queue(FOUND, wanted=wanted)
    agreed = set(wanted.hits(house.campaign))
    assert agreed
    assert set(waiting(house.campaign, house.ada, queue)) == agreed
    assert not waiting(house.campaign, house.ada, Queue(DISAGREEMENT, wanted=wanted)).exists()
    first = next_hit(house.campaign, house.ada, queue)
    assert first is not None
    house.decides(house.ada, WHOLE, first.item.position)
    assert Decision.objects.count() == 1
    assert set(waiting(house.campaign, house.ada, queue)) == agreed - {first}


@pytest.mark.long
def test_only_with_a_filter_is_there_a_queue_of_what_it_finds(house: House) -> None:
    assert FOUND not in orders_of(house.campaign, ItemFilter())
    assert orders_of(house.campaign, ItemFilter(tie=False))[0] == FOUND
