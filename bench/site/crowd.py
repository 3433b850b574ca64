"""Workers who loop without a pause, in a process of their own: python -m bench.site.crowd

Standard input is one JSON object: the port, the seconds, and for each worker the code of their
campaign, the cookies and an open assignment. Prints the seconds of each loop, as a list.
"""

import http.client
import json
import sys
import threading
import time
from typing import Any
from uuid import uuid4


def work(port: int, until: float, worker: dict[str, Any], took: list[float]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    assignment = worker["assignment"]
    while time.monotonic() < until:
        body = json.dumps({"submission_id": str(uuid4()), "payload": worker["payload"]})
        begun = time.perf_counter()
        connection.request("POST", worker["path"].format(assignment), body, worker["headers"])
        response = connection.getresponse()
        answer = json.loads(response.read())
        took.append(time.perf_counter() - begun)
        assert response.status == 201, answer
        assignment = answer["hit"]["assignment"]


def main() -> None:
    given = json.load(sys.stdin)
    until, took = time.monotonic() + given["seconds"], list[float]()
    threads = [
        threading.Thread(target=work, args=(given["port"], until, one, took))
        for one in given["workers"]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    json.dump(took, sys.stdout)


if __name__ == "__main__":
    main()
