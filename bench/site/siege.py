"""Post the requests on standard input over many connections at once.

It is a separate process, so that it does not slow down the measuring process. Standard input is one
line of JSON each: the port of the server, the maximum seconds, the maximum posts per connection,
and for each connection its requests, which it sends in turn, repeatedly. At the end it prints the
number of responses of each status.
"""

import asyncio
import base64
import json
import sys
import time
from collections import Counter
from contextlib import suppress

Statuses = Counter[int]


async def besiege(port: int, seconds: float, maximum: int, turns: list[list[bytes]]) -> Statuses:
    statuses: Statuses = Counter()
    until = time.monotonic() + seconds
    await asyncio.gather(*(post(port, until, maximum, requests, statuses) for requests in turns))
    return statuses


async def post(
    port: int, until: float, maximum: int, requests: list[bytes], statuses: Statuses
) -> None:
    """Post over one connection, opened again whenever the server ends it."""
    sent = 0
    while sent < maximum and time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                while sent < maximum and time.monotonic() < until:
                    writer.write(requests[sent % len(requests)])
                    sent += 1
                    await writer.drain()
                    status, closes = await answer(reader)
                    statuses[status] += 1
                    if closes:
                        break
            finally:
                writer.close()


async def answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    _, _, rest = head.partition(b"content-length:")
    await reader.readexactly(int(rest.split(b"\r\n", 1)[0] or 0))
    return int(head.split()[1]), b"connection: close" in head


def main() -> None:
    options = json.load(sys.stdin)
    bodies = [base64.b64decode(one) for one in options["requests"]]
    turns = [[bodies[number] for number in numbers] for numbers in options["turns"]]
    statuses = asyncio.run(besiege(options["port"], options["seconds"], options["most"], turns))
    json.dump(statuses, sys.stdout)


if __name__ == "__main__":
    main()
