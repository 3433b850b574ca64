"""The users of the load run, for locust: workers who join and work as their page does, and
researchers who watch the dashboard. They use no Django, and run in a process of their own.

Each submission, with every attempt and answer, is written to the file SOAK_HISTORY at the end."""

import json
import os
import re
import time
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from locust import FastHttpUser, constant, events, task
from locust.exception import StopUser

CAMPAIGN = os.environ["SOAK_CAMPAIGN"]
DASHBOARD = os.environ["SOAK_DASHBOARD"]
SESSION = os.environ["SOAK_SESSION"]
HISTORY = Path(os.environ["SOAK_HISTORY"])
THINK_SECONDS = float(os.environ["SOAK_THINK_SECONDS"])
RESEARCHERS = int(os.environ["SOAK_RESEARCHERS"])

DESK = re.compile(r'<script id="desk-data" type="application/json">(.*?)</script>', re.DOTALL)
RETRY_SECONDS = 2
CUTS = 5
HOME = f"/w/{CAMPAIGN}/"
numbers = count(1)
history: list[dict[str, Any]] = []


class Worker(FastHttpUser):
    """Joins, reads the instructions, and submits one task after the other, until nothing is
    left."""

    wait_time = constant(THINK_SECONDS)

    def on_start(self) -> None:
        number = next(numbers)
        self.luck, name = Random(number), f"soak{number}"
        self.desk: dict[str, Any] | None = None
        # Not all in the same second, as in a class that was told to begin.
        time.sleep(self.luck.uniform(0, THINK_SECONDS))
        self.client.get(f"{HOME}?worker={name}", name="join page")
        self.headers = {"X-CSRFToken": self.cookie("csrftoken")}
        form = {"worker": name, "source": "link"}
        self.client.post(HOME, data=form, name="join", headers=self.headers, allow_redirects=False)
        self.client.get(f"{HOME}instructions/", name="instructions")

    def cookie(self, name: str) -> str:
        return next((one.value or "" for one in self.client.cookiejar if one.name == name), "")

    @task
    def work(self) -> None:
        if self.desk is None:
            self.take_task()
        if self.desk is None:
            return
        answer = self.deliver(self.desk["assignment"])
        self.desk = answer.get("hit")
        self.note_lease()
        if (answer.get("over") or {}).get("code") in {"nothing_left", "enough"}:
            raise StopUser

    def take_task(self) -> None:
        self.client.post(f"{HOME}next/", name="next", headers=self.headers, allow_redirects=False)
        page = self.client.get(f"{HOME}hit/", name="task page")
        desk = DESK.search(page.text or "")
        if desk:
            found = json.loads(desk[1])
            self.enrolment, self.desk = found["worker"], found.get("hit")
            self.note_lease()

    def note_lease(self) -> None:
        if self.desk:
            about = {"enrolment": self.enrolment, "assignment": self.desk["assignment"]}
            history.append({"lease": about})

    def deliver(self, assignment: int) -> dict[str, Any]:
        """Submit until the server has acknowledged it."""
        body = {
            "submission_id": str(uuid4()),
            "payload": {"boundaries": [self.luck.randint(0, 1) for _ in range(CUTS)]},
        }
        path = f"{HOME}hit/{assignment}/submit/"
        while True:
            began = time.monotonic()
            answered = self.client.post(path, json=body, name="submit", headers=self.headers)
            answer = read(answered)
            sent = body | {"enrolment": self.enrolment, "assignment": assignment}
            sent |= {"status": answered.status_code or None, "answer": answer}
            history.append({"submission": sent | {"seconds": time.monotonic() - began}})
            if answered.status_code in {200, 201, 409}:
                return answer
            time.sleep(RETRY_SECONDS)


def read(answered: Any) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = answered.json()
    except (ValueError, TypeError, AttributeError):
        return {}
    return answer


class Researcher(FastHttpUser):
    """Watches the dashboard, whose live part is asked for every two seconds."""

    fixed_count = RESEARCHERS
    wait_time = constant(2)

    def on_start(self) -> None:
        self.headers = {"Cookie": f"sessionid={SESSION}"}
        self.client.get(DASHBOARD, name="dashboard", headers=self.headers)

    @task
    def look(self) -> None:
        self.client.get(f"{DASHBOARD}live/", name="dashboard, live", headers=self.headers)


@events.quitting.add_listener  # type: ignore[untyped-decorator]
def write_history(**_: object) -> None:
    with HISTORY.open("w") as file:
        file.writelines(json.dumps(one) + "\n" for one in history)
