"""The addresses of clients that `make swarm-test` reads in the log of its proxy."""

from tests.compose.swarm import client_addresses

LOG = """\
2026/12/01 11:51:20 [warn] 7#7: *1 a client request body is buffered
127.0.0.1 [2026-12-01T11:51:21+00:00] "GET /health/proxy/ HTTP/1.1" 200 3 0.000 1
198.18.213.2 [2026-12-01T11:51:22+00:00] "GET /w/ HTTP/1.1" 200 99 0.010 2
"""


def test_client_addresses_are_those_of_requests_from_elsewhere() -> None:
    assert client_addresses(LOG) == {"198.18.213.2"}
