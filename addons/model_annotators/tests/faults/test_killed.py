"""A process that queries a model is killed: of a thousand items with nonsense, lost answers and a
rate limit, all are accounted for, and none is bought twice."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from pytest_django.fixtures import Settings

from addons.model_annotators.models import ModelAnswer, ModelRun
from addons.model_annotators.services.runs import counts_of
from addons.model_annotators.tests.factories import ONE, begin, make_asked, states
from addons.model_annotators.tests.stand_in import is_lost, is_nonsense, running_stand_in
from annotation.models import AnnotationSet
from tests.faults.processes import Stack, kill_tree, wait_for
from tests.helpers.factories import make_user
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]
ITEMS = 1_000


@pytest.fixture
def site(settings: Settings, stack: Stack) -> Iterator[StandIn]:
    with running_stand_in() as found:
        settings.PRIVATE_ADDRESSES = True
        stack.extra = {"MIDPATH_PRIVATE_ADDRESSES": "1", "MIDPATH_MODEL_SECONDS": "2"}
        yield found


def test_a_thousand_items_are_accounted_for_and_none_is_bought_twice(
    stack: Stack, site: StandIn
) -> None:
    user = make_user()
    campaign = make_asked(user, ITEMS)
    site.set_state(plan=True, limit=97, slow=0.02)
    run = begin(campaign, user, site, at_once=8, budget=Decimal(5))
    celery = stack.start_celery()
    done = ModelAnswer.objects.filter(asked=run, state="sound")
    wait_for(lambda: done.count() >= 300, seconds=240, what="three hundred answers")
    kill_tree(celery)
    sent = ModelAnswer.objects.filter(asked=run, state="sent").count()
    stack.start_celery()
    ready = ModelRun.objects.filter(pk=run.pk, status="ready")
    wait_for(ready.exists, seconds=400, what="the rest")
    state, found, counts = site.state(), states(run), counts_of(run)
    assert sum(found.values()) == counts["total"] == ITEMS
    assert set(found) == {"sound", "unfit", "lost"}
    assert state["refused"] > 0
    assert max(state["bought"].values()) == 1
    lost = {number for number in range(1, ITEMS + 1) if is_lost(number)}
    nonsense = {number for number in range(1, ITEMS + 1) if is_nonsense(number)}
    assert len(lost) == 50
    assert len(nonsense) == 30
    # Requests in flight in the killed process are lost, too, whatever the model would have said.
    assert len(lost) <= found["lost"] <= len(lost) + sent
    assert len(nonsense) - sent <= found["unfit"] <= len(nonsense)
    assert counts["bought"] == found["sound"] + found["unfit"]
    bought = ModelAnswer.objects.filter(asked=run, bought=True)
    assert set(bought.values_list("cost", flat=True)) == {ONE}
    own = AnnotationSet.objects.get()
    assert own.annotation_count == found["sound"]
    assert sum(own.left_out.values()) == ITEMS - found["sound"]
