"""The shipped proxy, for real: slow clients, many clients, and whose address is passed on."""

import http.client
import json
import os
import select
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from annotation.models import LoginAttempt
from embedded.child import Child
from tests.faults.conftest import own_redis
from tests.faults.processes import ROOT, Stack, free_web_port, kill_tree, wait_for

CONFIGURATION = ROOT / "proxy" / "nginx.conf"
# More than the four threads of the web server behind it.
SLOW_CLIENTS = 40
TRICKLES = {
    "header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body": b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nusername=",
}


@dataclass
class Proxy:
    port: int

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


def start_proxy(folder: Path, web: int) -> tuple[Proxy, Child]:
    """Start the shipped configuration, with this test's ports and its files in the test's
    folder."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(nginx).exists():
        pytest.skip("This machine has no nginx (apt-get install nginx-light).")
    proxy = Proxy(free_web_port())
    text = CONFIGURATION.read_text()
    for shipped, here in [
        ("set $web web:8000;", f"set $web 127.0.0.1:{web};"),
        ("listen 8080;", f"listen 127.0.0.1:{proxy.port};"),
        ("/tmp/", f"{folder}/"),  # noqa: S108
        ("/dev/stdout", str(folder / "access.log")),
        ("/dev/stderr", str(folder / "error.log")),
    ]:
        assert shipped in text
        text = text.replace(shipped, here)
    configuration = folder / "nginx.conf"
    configuration.write_text(text)
    user = "user root; " if os.geteuid() == 0 else ""
    child = Child(
        "proxy",
        [nginx, "-c", str(configuration), "-g", f"daemon off; {user}"],
        folder / "proxy.log",
        ROOT,
    )
    child.start()
    wait_for(lambda: listens(proxy.port), seconds=20, what="nginx")
    return proxy, child


def listens(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def proxy(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Start a web server and the proxy in front of it once for the tests that change neither."""
    folder = tmp_path_factory.mktemp("proxy")
    with own_redis() as redis:
        stack = Stack(folder, redis.url, {"MIDPATH_PROXIES": "1"})
        web = free_web_port()
        stack.start_web(web, workers=1)
        started, child = start_proxy(folder, web)
        yield started
        kill_tree(child)
        stack.stop()


@pytest.mark.attack(47)
@pytest.mark.xdist_group("proxy")
@pytest.mark.django_db(transaction=True)
def test_slow_clients_keep_nobody_waiting(proxy: Proxy) -> None:
    """All of them are still sending while others are answered."""
    for trickle in TRICKLES.values():
        _request_during_slow_clients(proxy, trickle)


def _request_during_slow_clients(proxy: Proxy, trickle: bytes) -> None:
    with ExitStack() as stack:
        slow = [
            stack.enter_context(socket.create_connection(("127.0.0.1", proxy.port), timeout=30))
            for _ in range(SLOW_CLIENTS)
        ]
        for one in slow:
            one.sendall(trickle)
        for _ in range(SLOW_CLIENTS):
            assert proxy.request("GET", "/health/web/")[0] == 200
        for one in slow:
            one.sendall(b"a")


@pytest.mark.xdist_group("proxy")
@pytest.mark.django_db(transaction=True)
def test_an_address_that_a_client_makes_up_counts_for_nothing(proxy: Proxy) -> None:
    form = b"username=ada&password=x"
    for number in range(2):
        proxy.request(
            "POST",
            "/account/login/",
            form,
            X_Forwarded_For=f"10.0.0.{number}",
            Content_Type="application/x-www-form-urlencoded",
            Cookie="csrftoken=" + "a" * 32,
            X_CSRFToken="a" * 32,
        )
    assert set(LoginAttempt.objects.values_list("address", flat=True)) == {"127.0.0.1"}
    assert LoginAttempt.objects.count() == 2


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_the_proxy_says_itself_is_for_people_or_for_programs(
    stack: Stack, tmp_path: Path
) -> None:
    proxy, child = start_proxy(tmp_path, free_web_port())
    try:
        status, headers, body = proxy.request("GET", "/research/")
        assert (status, headers["Retry-After"], headers["Content-Type"]) == (503, "2", "text/plain")
        status, headers, body = proxy.request("GET", "/api/v1/projects")
        assert (status, headers["Content-Type"]) == (503, "application/problem+json")
        assert json.loads(body)["code"] == "busy"
        status, _, body = proxy.request("POST", "/api/v1/datasets", Content_Length=str(2**30))
        assert (status, json.loads(body)["code"]) == (413, "too_large")
        assert proxy.request("GET", "/health/proxy/")[0] == 200
        proxy.request("GET", "/w/abc/?worker=somebody")
        wait_for(lambda: "/w/abc/" in logged(tmp_path), seconds=10, what="the line in the log")
        assert "somebody" not in logged(tmp_path)
    finally:
        kill_tree(child)


def logged(folder: Path) -> str:
    return (folder / "access.log").read_text()


def test_the_stack_has_one_way_in() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    assert "./proxy/nginx.conf:/etc/nginx/nginx.conf:ro" in services["proxy"]["volumes"]
    assert all("healthcheck" in one for name, one in services.items() if name != "migrate")
    assert services["web"]["environment"]["MIDPATH_PROXIES"] == "${MIDPATH_PROXIES:-1}"


def test_nginx_reads_the_configuration() -> None:
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(nginx).exists():
        pytest.skip("This machine has no nginx (apt-get install nginx-light).")
    done = subprocess.run(
        [nginx, "-t", "-q", "-c", str(CONFIGURATION)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


FLOOD = 300
SUBMIT = (
    "POST {path} HTTP/1.1\r\nHost: localhost\r\n{shown}\r\nConnection: close\r\n"
    "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
)
FACES = {
    "page": ("/w/abc/hit/1/submit/", "Cookie: midpath_worker={}", "application/json"),
    "API": (
        "/api/v1/campaigns/abc/assignments/1/submit",
        "Authorization: Bearer {}",
        "application/problem+json",
    ),
}


def first_answers(sockets: Sequence[socket.socket]) -> list[http.client.HTTPResponse]:
    """Return two thirds of the answers: those delayed by the proxy come seconds later."""
    waiting, answers = set(sockets), list[http.client.HTTPResponse]()
    while len(answers) < len(sockets) * 2 / 3:
        ready, _, _ = select.select(waiting, (), (), 30)
        assert ready, f"{len(answers)} of {len(sockets)} are answered"
        for one in ready:
            waiting.discard(one)
            answers.append(http.client.HTTPResponse(one, method="POST"))
            answers[-1].begin()
    return answers


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("face", FACES)
def test_more_submissions_of_one_worker_than_people_make_go_no_further(
    tmp_path: Path, face: str
) -> None:
    """No server runs behind the proxy, so requests that pass it get 503."""
    path, shown, kind = FACES[face]
    proxy, child = start_proxy(tmp_path, free_web_port())
    try:
        with ExitStack() as stack:
            flood = [
                stack.enter_context(socket.create_connection(("127.0.0.1", proxy.port), timeout=30))
                for _ in range(FLOOD)
            ]
            for one in flood:
                one.sendall(SUBMIT.format(path=path, shown=shown.format("ada")).encode())
            name, _, value = shown.format("bob").partition(": ")
            assert proxy.request("POST", path, b"{}", **{name: value})[0] == 503
            assert proxy.request("GET", "/health/web/")[0] == 503
            answers = first_answers(flood)
            refused = [answer for answer in answers if answer.status == 429]
            assert len(refused) > FLOOD / 2
            assert {answer.status for answer in answers} == {429, 503}
            assert {answer.headers["Content-Type"] for answer in refused} == {kind}
            assert "too_many_requests" in refused[0].read().decode()
            assert refused[0].headers["Retry-After"] == "2"
    finally:
        kill_tree(child)
