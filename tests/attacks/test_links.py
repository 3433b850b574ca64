"""Attack 46 of the promises: someone types another person's id, and ids that would end up in
addresses, logs and Referer."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from annotation.models import Assignment, AuditEvent, Enrolment, LoginAttempt
from annotation.services.accounts.login_throttle import MAX_FROM_AN_ADDRESS_AT_A_TARGET
from annotation.services.accounts.tokens import issue_token
from annotation.services.work.claim import claim_hit
from tests.api.studies import API, Study
from tests.faults.processes import Stack, free_web_port, wait_for
from tests.helpers.factories import make_campaign
from tests.helpers.pages import text_of

ID = "5f1d7a2b9c3e4d5f6a7b8c9d"
# The same worker, over the API.
LINKED = {"external_id": ID, "sent_by": "link"}
OTHER_PAGE = "https://platform.example/study?PROLIFIC_PID=" + ID


def join_page(study: Study) -> str:
    return f"/w/{study.campaign.code}/"


@pytest.fixture
def taken(study: Study) -> Client:
    """Return the browser of the worker whose id it is, with a HIT claimed."""
    client = Client()
    assert client.post(join_page(study), {"worker": ID}).status_code == 302
    client.post(f"{join_page(study)}next/")
    return client


def hers(study: Study) -> Enrolment:
    return Enrolment.objects.get(campaign=study.campaign, worker__external_id=ID)


@pytest.mark.attack(46)
def test_whoever_types_an_id_gets_nothing_of_the_worker(study: Study, taken: Client) -> None:
    for sent in ({"worker": ID}, {"worker": f" {ID} "}, {"worker": ID, "return_code": "guess"}):
        thief = Client()
        response = thief.post(join_page(study), sent)
        assert response.status_code == 409
        assert "midpath_worker" not in thief.cookies
        assert "return code" in response.content.decode()
        assert thief.get(f"{join_page(study)}hit/").headers["Location"] == join_page(study)
    assert Assignment.objects.get(enrolment=hers(study)).status == Assignment.Status.OPEN


@pytest.mark.long
def test_sending_an_id_to_the_api_gets_nothing_of_a_worker(study: Study, taken: Client) -> None:
    response = API().post(f"{study.worker_path}/join", LINKED)
    assert (response.status_code, response.json()["code"]) == (409, "name_taken")
    assert "token" not in response.json()
    wrong = LINKED | {"return_code": "guess"}
    assert API().post(f"{study.worker_path}/join", wrong).status_code == 409


@pytest.mark.long
def test_the_return_code_opens_a_second_browser(study: Study, taken: Client) -> None:
    code = hers(study).worker.return_code
    assert code in taken.get(f"{join_page(study)}instructions/").content.decode()
    second = Client()
    assert "Return code" not in text_of(second.get(join_page(study), {"worker": ID}, follow=True))
    assert 'name="return_code"' in text_of(second.post(join_page(study), {"worker": ID}))
    opened = second.post(join_page(study), {"worker": ID, "return_code": f" {code.upper()} "})
    assert opened.status_code == 302
    assert second.get(f"{join_page(study)}hit/").status_code == 200
    assert Enrolment.objects.filter(worker__external_id=ID).count() == 1


@pytest.mark.long
def test_the_same_browser_needs_no_code_in_other_campaigns(study: Study, taken: Client) -> None:
    other = make_campaign(study.campaign.dataset)
    assert taken.post(f"/w/{other.code}/", {"worker": ID}).status_code == 302
    assert Client().post(f"/w/{other.code}/", {"worker": ID}).status_code == 409


def test_a_researchers_token_vouches_for_ids_of_its_own_project_alone(
    study: Study, other_study: Study, taken: Client
) -> None:
    path = f"{study.worker_path}/join"
    vouched = study.researcher.post(path, LINKED)
    assert vouched.status_code == 200
    assert vouched.json()["return_code"] == hers(study).worker.return_code
    assert other_study.researcher.post(path, LINKED).status_code == 409
    assert API("midpath_unknown").post(path, LINKED).status_code == 401
    API().post(path, {"name": "Ada"})
    assert study.researcher.post(path, {"name": "Ada"}).status_code == 409


@pytest.mark.long
def test_a_workers_own_token_is_proof_and_anothers_is_not(study: Study, taken: Client) -> None:
    path = f"{study.worker_path}/join"
    code = hers(study).worker.return_code
    token = API().post(path, LINKED | {"return_code": code}).json()["token"]
    assert API(token).post(path, LINKED).status_code == 200
    assert study.worker.post(path, LINKED).status_code == 409
    assert API("worker_forged:x:y").post(path, {"external_id": "new"}).status_code == 200


@pytest.mark.long
def test_who_vouched_stands_in_the_audit(study: Study) -> None:
    token, key = issue_token(project=study.project, user=study.owner, name="crowd")
    API(key).post(f"{study.worker_path}/join", {"external_id": "vouched"})
    assert AuditEvent.objects.filter(verb="worker.joined").latest("pk").user == token.user


def test_return_codes_are_not_guessed_on_and_on(study: Study, taken: Client) -> None:
    wrong = {"worker": ID, "return_code": "aaaaaaaaaa"}
    for number in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        code = LINKED | {"return_code": f"guess{number}"}
        if number % 2:
            assert Client().post(join_page(study), wrong).status_code == 409
        else:
            assert API().post(f"{study.worker_path}/join", code).status_code == 409
    right = {"worker": ID, "return_code": hers(study).worker.return_code}
    refused = Client().post(join_page(study), right)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 15 * 60
    assert "Try again in 15 minutes" in refused.content.decode()
    by_api = API().post(f"{study.worker_path}/join", LINKED | {"return_code": right["return_code"]})
    assert (by_api.status_code, by_api.json()["code"]) == (429, "too_many_requests")
    assert by_api.json()["retry_after"] == int(by_api.headers["Retry-After"])
    # The owner is never locked out: neither elsewhere nor in a known browser.
    assert Client(REMOTE_ADDR="192.0.2.9").post(join_page(study), right).status_code == 302
    assert taken.post(join_page(study), {"worker": ID}).status_code == 302


@pytest.mark.long
def test_a_right_code_takes_its_guesses_back(study: Study, taken: Client) -> None:
    Client().post(join_page(study), {"worker": ID, "return_code": "wrong"})
    assert LoginAttempt.objects.count() == 1
    Client().post(join_page(study), {"worker": ID, "return_code": hers(study).worker.return_code})
    assert not LoginAttempt.objects.exists()


NAMES = ("worker", "PROLIFIC_PID", "participantId", "workerId", "participant_id", "id")


@pytest.mark.attack(46)
@pytest.mark.parametrize("name", NAMES)
def test_an_id_leaves_the_address_at_once(study: Study, name: str) -> None:
    client = Client()
    response = client.get(join_page(study), {name: ID, "STUDY_ID": "s", "SESSION_ID": "t"})
    assert (response.status_code, response.headers["Location"]) == (303, join_page(study))
    assert response.headers["Referrer-Policy"] == "no-referrer"
    cookie = client.cookies["midpath_link"]
    assert (cookie["httponly"], cookie["path"]) == (True, join_page(study))
    assert 0 < int(cookie["max-age"]) <= 3600
    page = client.get(join_page(study))
    carries = f"is <bdi><strong>{ID}</strong></bdi>"
    assert carries in page.content.decode()
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert not Enrolment.objects.filter(worker__external_id=ID).exists()


@pytest.mark.long
def test_the_id_is_forgotten_once_it_has_served(study: Study) -> None:
    for then in ({"worker": ID}, None):
        client = Client()
        client.get(join_page(study), {"worker": ID})
        client.post(join_page(study) if then else f"{join_page(study)}leave/", then or {})
        assert client.cookies["midpath_link"].value == ""
    assert "Your id in this link" not in client.get(join_page(study)).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("forged", ["x", "a:b:c", "é", ""])
def test_a_forged_link_is_none(study: Study, forged: str) -> None:
    client = Client()
    client.cookies["midpath_link"] = forged
    assert "Choose a name" in client.get(join_page(study)).content.decode()


@pytest.mark.long
def test_a_link_of_another_campaign_is_none(study: Study, other_study: Study) -> None:
    client = Client()
    client.get(join_page(study), {"worker": ID})
    client.cookies["midpath_link"]["path"] = "/"
    assert "Choose a name" in client.get(join_page(other_study)).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("odd", ["x" * 3000, "é" * 60, "шестьдесят", "a\u200bb", "<b>&amp;"])
def test_odd_ids_in_links_break_nothing(study: Study, odd: str) -> None:
    client = Client()
    assert client.get(join_page(study), {"worker": odd}, follow=True).status_code == 200
    assert len(client.cookies["midpath_link"].value) < 1000
    assert client.post(join_page(study), {"worker": odd}).status_code in {302, 400}


@contextmanager
def logging_server(folder: Path) -> Iterator[tuple[Stack, int]]:
    stack = Stack(folder, settings.REDIS_URL)
    port = free_web_port()
    try:
        stack.start(
            "web", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--access-logfile", "-"
        )
        wait_for(lambda: listens(port), seconds=60, what="gunicorn")
        yield stack, port
    finally:
        stack.stop()


def listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.attack(46)
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_real_servers_log_holds_no_id(tmp_path: Path) -> None:
    campaign = make_campaign()
    lines = [
        f"GET /w/{campaign.code}/?PROLIFIC_PID={ID} HTTP/1.1",
        f"GET /w/{campaign.code}/?participant_id={ID}&SESSION_ID=99 HTTP/1.1",
        f"HEAD /w/{campaign.code}/?workerId={ID} HTTP/1.1",
        f"GET /w/nowhere/?worker={ID} HTTP/1.1",
        f"POST /w/{campaign.code}/?worker={ID} HTTP/1.1",
        f"GET /account/invitations/{ID}/ HTTP/1.1",
    ]
    with logging_server(tmp_path) as (stack, port):
        statuses = [status_of(port, line) for line in lines]
        wait_for(lambda: stack.log("web").count("test-browser") >= 6, seconds=30, what="the log")
        log = stack.log("web")
    assert statuses == [303, 303, 303, 404, 403, 404]
    assert f'"GET /w/{campaign.code}/ HTTP/1.1" 303' in log
    assert '"GET /account/invitations/*** HTTP/1.1" 404' in log
    assert "Not Found: /account/invitations/***" in log
    assert ID not in log
    assert "platform.example" not in log


def status_of(port: int, line: str) -> int:
    headers = ["Host: localhost", "User-Agent: test-browser", f"Referer: {OTHER_PAGE}"]
    headers += ["Content-Length: 0", "Connection: close"]
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall("\r\n".join([line, *headers, "", ""]).encode())
        answer = client.makefile("rb").readline().decode()
    found = re.match(r"HTTP/1.1 (\d+)", answer)
    assert found
    return int(found[1])


@pytest.mark.long
def test_the_open_hit_stays_where_it_is(study: Study, taken: Client) -> None:
    assignment = claim_hit(enrolment_id=hers(study).pk)
    Client().post(f"{join_page(study)}hit/{assignment.pk}/return/")
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.OPEN
