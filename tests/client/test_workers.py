"""Workers by the client: a crowd that joins, answers, skips and finishes."""

from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Judgment, Project, Skip
from midpath import Midpath, WorkerClient, join
from midpath.errors import Conflict, Invalid, NotFound, Unreachable
from midpath.models import HIT
from tests.client.scripted import Act, Scripted, refused
from tests.helpers.factories import make_campaign, make_dataset

pytestmark = pytest.mark.long
TEXTS = ["one two three", "four five six", "seven eight nine"]


@pytest.fixture
def campaign(study: tuple[Project, str]) -> Campaign:
    return make_campaign(make_dataset(TEXTS, study[0]), redundancy=2)


def cut_once(hit: HIT) -> dict[str, Any]:
    return {"boundaries": [1] + [0] * (len(hit["item"]["words"]) - 2)}


def test_a_crowd_works_until_nothing_is_left(midpath: Midpath, campaign: Campaign) -> None:
    receipts = []
    for number in range(3):
        with midpath.join(campaign.code, external_id=f"w{number}") as worker:
            receipts += list(worker.work(cut_once))
    assert len(receipts) == Judgment.objects.count() == 6
    assert all(receipt["counts"] for receipt in receipts)
    assert set(Judgment.objects.values_list("vector__0", flat=True)) == {1}


def test_a_worker_joins_by_a_name_without_any_token(
    live_server: LiveServer, campaign: Campaign
) -> None:
    with join(live_server.url, campaign.code, name="Ada") as worker:
        assert worker.welcome["scheme"] == "flat"
        assert worker.welcome["return_code"]
        hit = worker.claim()
        assert worker.claim()["assignment"] == hit["assignment"]
        receipt = worker.submit(hit, cut_once(hit), active_ms=900, following=False)
        assert receipt["next"] is None
        worker.give_back(worker.claim())
    assert Judgment.objects.get().active_ms is not None


def test_an_answer_of_none_skips_for_good(midpath: Midpath, campaign: Campaign) -> None:
    with midpath.join(campaign.code, external_id="w") as worker:
        receipts = list(
            worker.work(lambda hit: None if hit["item"]["words"][0] == "four" else cut_once(hit))
        )
        assert len(receipts) == 2
    assert Skip.objects.count() == 1


def test_what_is_wrong_with_an_answer_is_not_swallowed(
    midpath: Midpath, campaign: Campaign
) -> None:
    with (
        midpath.join(campaign.code, external_id="w") as worker,
        pytest.raises(Invalid, match="boundaries"),
    ):
        list(worker.work(lambda _: {"boundaries": [1, 1, 1, 1]}))


def test_under_a_code_that_is_nobody_s_nobody_joins(midpath: Midpath, campaign: Campaign) -> None:
    with pytest.raises(NotFound):
        midpath.join("no-such-code", external_id="w")


WELCOME = Act(body=b'{"token": "worker_x", "return_code": "abc"}')
A_HIT = Act(body=b'{"assignment": 4, "item": {}}')


def worker_of(client: Midpath, server: Scripted) -> WorkerClient:
    server.acts = [WELCOME]
    return client.join("code", external_id="w")


@pytest.mark.quick
def test_an_answer_whose_receipt_was_lost_is_sent_again_as_the_same(
    client: Midpath, server: Scripted
) -> None:
    worker = worker_of(client, server)
    server.acts = [A_HIT, Act(cut=0), Act(201, b'{"next": null, "stopped": null}')]
    worker.submit(worker.claim(), {"boundaries": []})
    first, second = server.requests[-2:]
    assert first.path.endswith("/assignments/4/submit")
    assert first.body == second.body
    assert b"submission_id" in first.body
    assert second.headers["Authorization"] == "Bearer worker_x"
    worker.transport.close()


def test_giving_back_is_not_sent_twice(client: Midpath, server: Scripted) -> None:
    worker = worker_of(client, server)
    server.acts = [A_HIT, Act(cut=0)]
    with pytest.raises(Unreachable, match="tried once"):
        worker.give_back(worker.claim())
    worker.transport.close()


def test_a_step_that_only_a_page_has_is_reported(client: Midpath, server: Scripted) -> None:
    worker = worker_of(client, server)
    server.acts = [refused(409, "step_missing")]
    with pytest.raises(Conflict, match="step_missing"):
        list(worker.work(lambda _: {}))
    worker.transport.close()
