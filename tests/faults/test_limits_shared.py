"""Two web servers share one limit, and have one each while Redis is away."""

import http.client
from dataclasses import replace
from http import HTTPStatus

import pytest

from embedded.redis import Redis
from tests.faults.processes import Stack, free_web_port, wait_for, wait_for_web

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

# One request per minute, so that no pause of the machine lets a second one through.
ONE_A_MINUTE = {"MIDPATH_API_PER_ADDRESS": "1", "MIDPATH_DEBUG": "1"}


def request(port: int) -> tuple[int, int]:
    """Return the status of an API request without a token, and its Retry-After."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/api/v1/campaigns/1")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, int(answer.headers.get("Retry-After", 0))


def test_what_one_server_lets_through_the_other_counts(stack: Stack, redis: Redis) -> None:
    servers = replace(stack, extra=ONE_A_MINUTE)
    ports = [free_web_port(), free_web_port()]
    for port in ports:
        servers.start_web(port, workers=1, wait=False)
    for port in ports:
        wait_for_web(port)
        assert request(port)[0] != HTTPStatus.TOO_MANY_REQUESTS

    def owes_for_others_too() -> bool:
        """What one process let through by itself is owed for a minute at most."""
        return any(request(port)[1] > 60 for port in ports)

    wait_for(owes_for_others_too, seconds=30, what="the refusal")
    redis.stop()
    statuses = [request(port)[0] for port in ports * 4]
    assert HTTPStatus.TOO_MANY_REQUESTS in statuses
    assert HTTPStatus.INTERNAL_SERVER_ERROR not in statuses
