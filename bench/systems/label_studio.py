"""Label Studio as its own command serves it, on PostgreSQL.

In its stream of labels, an annotator's browser sends the annotation of a task and then asks for
the next task.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from bench.site.server import Server
from bench.systems.browser import PASSWORD, USER, open_browser
from bench.systems.place import Place
from bench.systems.texts import LABELS, make_texts
from embedded.redis import free_port

CHOICES = "".join(f'<Choice value="{label}"/>' for label in LABELS)
CONFIG = f"""
<View>
  <Text name="text" value="$text"/>
  <Choices name="label" toName="text" choice="single">{CHOICES}</Choices>
</View>
"""
# What the editor sends, with the lock of the task.
ANSWER = {
    "lead_time": 2.5,
    "draft_id": 0,
    "parent_prediction": None,
    "parent_annotation": None,
    "result": [
        {
            "id": "answer",
            "type": "choices",
            "from_name": "label",
            "to_name": "text",
            "origin": "manual",
            "value": {"choices": [LABELS[0]]},
        }
    ],
}


@contextmanager
def start(place: Place) -> Iterator[tuple[Server, Callable[[], None]]]:
    place.variables.update(
        {f"POSTGRE_{key}": value for key, value in place.database.items()},
        DJANGO_DB="default",  # PostgreSQL
        # Nothing is reported to its makers, which would cost it time.
        COLLECT_ANALYTICS="false",
        collect_analytics="false",
        LATEST_VERSION_CHECK="false",
        SENTRY_DSN="",
        FRONTEND_SENTRY_DSN="",
    )
    port = free_port()
    options = ("--no-browser", "--internal-host", "127.0.0.1", "--port", str(port))
    account = ("--username", USER, "--password", PASSWORD)
    with (
        place.serve(port, "label-studio", "start", *options, *account) as server,
        open_browser(port) as browser,
    ):
        sign_in(browser)
        project = make_project(browser)
        yield server, work(browser, {"project": project})


def sign_in(browser: httpx.Client) -> None:
    browser.get("/user/login/")
    token = browser.cookies["csrftoken"]
    form = {"email": USER, "password": PASSWORD, "csrfmiddlewaretoken": token}
    browser.post("/user/login/", data=form)
    browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]


def make_project(browser: httpx.Client) -> int:
    made = browser.post("/api/projects", json={"title": "labels", "label_config": CONFIG})
    project = int(made.json()["id"])
    tasks = [{"data": {"text": text}} for text in make_texts()]
    browser.post(f"/api/projects/{project}/import", json=tasks)
    return project


def work(browser: httpx.Client, project: dict[str, int]) -> Callable[[], None]:
    def get_next() -> dict[str, Any]:
        asked = httpx.QueryParams({"id": "next_task", **project})
        task: dict[str, Any] = browser.post("/api/dm/actions", params=asked, json={}).json()
        return task

    task = get_next()

    def once() -> None:
        nonlocal task
        answer = {**ANSWER, "unique_id": task["unique_lock_id"], **project}
        browser.post(f"/api/tasks/{task['id']}/annotations", params=project, json=answer)
        task = get_next()

    return once
