"""An event reaches a receiver through a real Celery: signed, retried after a 500, and resent by
hand."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings
from standardwebhooks import Webhook as Receiver

from addons.webhooks.models import Delivery
from addons.webhooks.services.payloads import Event, queue_event
from addons.webhooks.services.webhooks import replay
from addons.webhooks.tests.factories import make_webhook
from tests.faults.processes import Stack, wait_for
from tests.helpers.factories import make_project, make_user
from tests.helpers.receiver import receiving
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long]


@pytest.fixture
def site(settings: Settings, stack: Stack) -> Iterator[StandIn]:
    with receiving() as found:
        settings.PRIVATE_ADDRESSES = True
        stack.extra = {"MIDPATH_PRIVATE_ADDRESSES": "1"}
        yield found


def test_an_event_reaches_a_receiver(stack: Stack, site: StandIn) -> None:
    user = make_user()
    project = make_project(user)
    _, secret = make_webhook(project, user, f"{site.address}/in")
    site.set_state(faults=["500"])
    stack.start_celery()
    # The wake-up message goes to the test's own Redis; the stack's sweep finds what it left.
    queue_event(Event.EXPORT, project_id=project.pk, snapshot=3)
    wait_for(lambda: len(site.state()["taken"]) == 1, seconds=60, what="the first attempt")
    delivered = Delivery.objects.filter(status="delivered")
    wait_for(delivered.exists, seconds=60, what="the second attempt")
    replay(delivery=Delivery.objects.get(), user=user)
    wait_for(lambda: len(site.state()["taken"]) == 3, seconds=60, what="the replay")
    taken = site.state()["taken"]
    assert len({one["headers"]["webhook-id"] for one in taken}) == 1
    assert [one["answered"] for one in taken] == ["500", "200", "200"]
    for one in taken:
        message = Receiver(secret).verify(one["body"], one["headers"])
        assert message["data"] == {"project": project.pk, "snapshot": 3}
