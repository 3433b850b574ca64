"""The notice about the demo's simulated workers on a dashboard, and the button that stops them."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from annotation.models import Heartbeat
from annotation.services.live_simulation import FRESH, begin_simulation, name_of
from tests.helpers.pages import read_words
from tests.research.study import Study

BUTTON = "Stop simulated workers"
NOTICE = "Simulated workers, a program and not people"


def page_of(client: Client, study: Study, part: str = "") -> str:
    return read_words(client, f"/research/campaigns/{study.flat.pk}/{part}")


def stop(client: Client, study: Study) -> str:
    address = f"/research/campaigns/{study.flat.pk}/simulation/stop/"
    assert client.get(address).status_code == 405
    return client.post(address, follow=True).content.decode()


def test_a_normal_dashboard_has_neither_notice_nor_button(study: Study, owner: Client) -> None:
    assert NOTICE not in page_of(owner, study)
    old = timezone.now() - FRESH - timedelta(seconds=1)
    Heartbeat.objects.create(name=name_of(study.flat.pk), beat_at=old)
    assert NOTICE not in page_of(owner, study)


def test_the_owner_sees_and_stops_them(study: Study, owner: Client, teammate: Client) -> None:
    begin_simulation(campaign=study.flat)
    assert BUTTON in page_of(owner, study)
    assert BUTTON in page_of(owner, study, "live/")
    seen = page_of(teammate, study)
    assert NOTICE in seen
    assert BUTTON not in seen
    assert "The simulated workers stop." in stop(owner, study)
    assert NOTICE not in page_of(owner, study)
    assert "have already stopped" in stop(owner, study)


def test_polling_notices_when_they_stop(study: Study, owner: Client) -> None:
    begin_simulation(campaign=study.flat)
    address = f"/research/campaigns/{study.flat.pk}/live/"
    tag = owner.get(address).headers["ETag"]
    Heartbeat.objects.all().delete()
    assert owner.get(address, headers={"If-None-Match": tag}).status_code == 200
