"""The cost of hostile requests: the status, and the server's time and memory.

Each goes to a real gunicorn, with a member's token or as a worker. A sender stops when a response
arrives, as browsers do. Processor time is gunicorn's and PostgreSQL's, in steps of 10 ms; memory is
the growth of gunicorn's.
"""

import gzip
import http.client
import json
import os
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.urls import reverse

from annotation.models import Campaign
from annotation.services.accounts.tokens import issue_token
from annotation.services.work.claim import claim_hit
from bench.site.client import WorkerClient
from bench.site.server import Server, serve
from bench.site.studies import enrol, make_campaign, make_owner
from midpath.json_types import JsonObject

MEGABYTE = 2**20
CHUNK = 64 * 1024
BOUNDARY = "bench"
WARMING = 20  # requests, enough for both processes to get some
MAX_LENGTH = 100  # maximum number of characters of a response to show


@dataclass(frozen=True)
class Attack:
    name: str
    path: str
    body: bytes
    headers: dict[str, str]
    times: int = 1  # how often the body is sent
    announced: bool = True  # sent with its length, else in chunks


def main() -> None:
    campaign = make_campaign(20)
    owner = make_owner(campaign.dataset.project)
    _, key = issue_token(project=campaign.dataset.project, user=owner, name="bench")
    print(f"{'request':<44}{'status':>8}{'wall':>12}{'CPU':>10}{'memory':>12}   says")
    with serve("config.settings") as server:
        attacks = [*api_attacks(key), *uploads(key, campaign), *submits(server, campaign)]
        for _ in range(WARMING):
            send(server, attacks[0])
        for attack in attacks:
            report(server, attack)


def api_attacks(key: str) -> Iterator[Attack]:
    path = reverse("api:datasets")
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    full = 2 * MEGABYTE
    bodies = {
        "JSON, lists nested 10,000 deep": b"[" * 10_000 + b"]" * 10_000,
        "JSON, objects nested 10,000 deep": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        "JSON, nested as deep as 2 MB allow": b"[" * (full // 2) + b"]" * (full // 2),
        "JSON, 2 MB of brackets never closed": b"[{" * (full // 2),
        "JSON, 2 MB of one number": b"9" * full,
        "JSON, 2 MB of one name again and again": b"{" + b'"a":1,' * (full // 6 - 1) + b'"a":1}',
        "JSON, 2 MB of half surrogates": b'["' + b"\\ud800" * (full // 6 - 1) + b'"]',
        "JSON, 2 MB cut off in a string": b'{"name": "' + b"x" * (full - 10),
        "JSON, 2 MB of random bytes": os.urandom(full),
        "JSON, 2 MB of rows that are none": json.dumps(
            {"project": 1, "name": "x", "rows": [0] * 650_000}
        ).encode(),
    }
    for name, body in bodies.items():
        yield Attack(name, path, body, headers)
    yield Attack("JSON, 100 MB, announced", path, b"[" * CHUNK, headers, 100 * MEGABYTE // CHUNK)
    yield Attack(
        "JSON, 100 MB, in chunks", path, b"[" * CHUNK, headers, 100 * MEGABYTE // CHUNK, False
    )


def uploads(key: str, campaign: Campaign) -> Iterator[Attack]:
    files = {
        "upload, 19 MB of quotes": ("a.csv", b'text\n"' + b'"' * (19 * MEGABYTE)),
        "upload, 19 MB in one line": ("a.csv", b"text\n" + b"x " * (19 * MEGABYTE // 2)),
        "upload, 19 MB of commas": ("a.csv", b"text\n" + b"," * (19 * MEGABYTE)),
        "upload, 19 MB of empty lines": ("a.txt", b"\n" * (19 * MEGABYTE)),
        "upload, 19 MB of bad JSON lines": ("a.jsonl", b"[\n" * (19 * MEGABYTE // 2)),
        "upload, JSON lines nested 10,000 deep": ("a.jsonl", b"[" * 10_000 + b"\n"),
        "upload, 19 MB of zeros": ("a.txt", bytes(19 * MEGABYTE)),
        "upload, a bomb: 1 GB in 1 MB of gzip": ("a.csv.gz", bomb()),
        "upload, a bomb in a bomb, named CSV": ("a.csv", gzip.compress(bomb())),
    }
    for name, (filename, content) in files.items():
        yield Attack(
            name,
            reverse("api:datasets"),
            form({"project": str(campaign.dataset.project_id), "name": name}, filename, content),
            upload_headers(key),
        )
    yield Attack(
        "upload, 100 MB",
        reverse("api:datasets"),
        bytes(CHUNK),
        upload_headers(key),
        100 * MEGABYTE // CHUNK,
    )


def submits(server: Server, campaign: Campaign) -> Iterator[Attack]:
    enrolment = enrol(campaign, "hostile")
    assignment = claim_hit(enrolment_id=enrolment.pk)
    client = WorkerClient(server.port, enrolment)
    path = reverse("worker:submit", args=(campaign.code, assignment.pk))
    deep = b'{"payload":' + b"[" * 10_000 + b"]" * 10_000 + b"}"
    yield Attack("submit, JSON nested 10,000 deep", path, deep, client.headers)
    yield Attack("submit, 2 MB", path, b" " * (2 * MEGABYTE), client.headers)


def bomb() -> bytes:
    """Return compressed zeros, packed in parts so that packing takes little memory."""
    return b"".join(gzip.compress(bytes(16 * MEGABYTE), 9) for _ in range(64))


def upload_headers(key: str) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {key}",
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
    }


def form(fields: dict[str, str], filename: str, content: bytes) -> bytes:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    parts.append(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{filename}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return "".join(parts).encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()


def report(server: Server, attack: Attack) -> None:
    memory, cpu, wall = server.megabytes(), server.cpu_seconds(), time.perf_counter()
    status, says = send(server, attack)
    wall = time.perf_counter() - wall
    cpu, memory = server.cpu_seconds() - cpu, server.megabytes() - memory
    print(
        f"{attack.name:<44}{status:>8}{wall * 1000:>9.0f} ms{cpu * 1000:>7.0f} ms{memory:>9.0f} MB"
        f"   {says}",
        flush=True,
    )


def send(server: Server, attack: Attack) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("POST", attack.path)
    length = {"Content-Length": str(len(attack.body) * attack.times)}
    chunked = {"Transfer-Encoding": "chunked"}
    for name, value in (attack.headers | (length if attack.announced else chunked)).items():
        connection.putheader(name, value)
    connection.endheaders()
    push(connection.sock, attack)
    try:
        response = connection.getresponse()
        body = response.read()
    except (OSError, http.client.HTTPException) as error:
        return 0, f"no answer: {error!r}"
    finally:
        connection.close()
    says = json.loads(body) if "json" in response.headers.get("Content-Type", "") else {}
    return response.status, said(says)


def push(to: socket.socket, attack: Attack) -> None:
    """Send until all is sent, or until a response or the end arrives."""
    body = attack.body
    pieces = [body[at : at + CHUNK] for at in range(0, len(body), CHUNK)] * attack.times
    with suppress(BrokenPipeError, ConnectionResetError):
        for piece in pieces:
            if select.select([to], [], [], 0)[0]:
                return
            if attack.announced:
                to.sendall(piece)
            else:
                to.sendall(b"%x\r\n%b\r\n" % (len(piece), piece))
        if not attack.announced:
            to.sendall(b"0\r\n\r\n")


def said(answer: JsonObject) -> str:
    first: dict[str, str] = next(iter(answer.get("errors") or [{}]))
    whole = answer.get("detail") or answer.get("error", {}).get("message", "")
    text = f"{whole} {first.get('message', '')}".strip()
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"


if __name__ == "__main__":
    main()
