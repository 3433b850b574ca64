"""Lost answers of a real server: objects are created only once."""

import io
from collections.abc import Callable, Iterator

import httpx
import pytest
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Dataset, Judgment, Project
from midpath import Midpath, Patience
from midpath.errors import Conflict, Unreachable
from tests.helpers.factories import make_campaign, make_dataset

TEXTS = ["one two three", "four five six"]


class LosesAnswers(httpx.HTTPTransport):
    """A network that delivers each request to the server, and loses every other answer to a
    write."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.method == "POST":
            self.writes += 1
            if self.writes % 2:
                response.read()
                response.close()
                raise httpx.ReadError("The connection broke off.", request=request)
        return response


@pytest.fixture
def network() -> LosesAnswers:
    return LosesAnswers()


@pytest.fixture
def lossy(
    study: tuple[Project, str], live_server: LiveServer, network: LosesAnswers
) -> Iterator[Midpath]:
    retries = Patience(sleep=lambda _: None)
    with Midpath(live_server.url, study[1], patience=retries, under=network) as found:
        yield found


def by_rows(midpath: Midpath, project: int) -> int:
    return midpath.create_dataset(project=project, name="A", rows=[{"text": TEXTS[0]}])["id"]


def by_file(midpath: Midpath, project: int) -> int:
    file = io.BytesIO("\n".join(TEXTS).encode())
    return midpath.upload_dataset(file, filename="a.txt", project=project, name="A")["id"]


@pytest.mark.parametrize("make", [by_rows, by_file])
def test_a_dataset_is_made_once(
    lossy: Midpath,
    study: tuple[Project, str],
    network: LosesAnswers,
    make: Callable[[Midpath, int], int],
) -> None:
    number = make(lossy, study[0].pk)
    assert network.writes == 2
    assert Dataset.objects.get().pk == number


@pytest.mark.long
def test_a_key_of_one_s_own_makes_one_thing_in_two_runs_of_a_program(
    midpath: Midpath, study: tuple[Project, str]
) -> None:
    dataset = make_dataset(TEXTS, study[0])
    made = [
        midpath.create_campaign(
            dataset=dataset.pk, scheme="flat", name="Flat", idempotency_key="study-1-flat"
        )
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert Campaign.objects.count() == 1
    with pytest.raises(Conflict):
        midpath.create_campaign(dataset=dataset.pk, scheme="flat", name="Flat")


@pytest.mark.long
def test_what_takes_no_key_is_sent_once_and_its_caller_informed(
    lossy: Midpath, study: tuple[Project, str], network: LosesAnswers
) -> None:
    campaign = make_campaign(make_dataset(TEXTS, study[0]), launch=False)
    with pytest.raises(Unreachable, match="tried once"):
        lossy.launch_campaign(campaign.pk)
    assert network.writes == 1
    assert lossy.read_campaign(campaign.pk)["status"] == "live"


@pytest.mark.long
def test_a_crowd_s_answers_are_stored_once(
    lossy: Midpath, midpath: Midpath, study: tuple[Project, str]
) -> None:
    campaign = make_campaign(make_dataset(TEXTS, study[0]), redundancy=1)
    welcome = midpath.join(campaign.code, external_id="w").welcome
    worker = midpath.join(campaign.code, external_id="w")
    worker.transport = lossy.transport.with_token(welcome["token"])
    receipts = list(worker.work(lambda _: {"boundaries": [0, 1]}))
    assert len(receipts) == Judgment.objects.count() == len(TEXTS)
