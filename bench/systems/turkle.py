"""Turkle on gunicorn and PostgreSQL, as a site with it alone.

A worker's browser submits the form of a task. Two redirects, one of which accepts the next task,
lead to that task's page, and the page shows the next form in a frame.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench.site.server import Server
from bench.systems.browser import PASSWORD, USER, open_browser
from bench.systems.place import Place
from bench.systems.texts import LABELS, make_texts
from embedded.redis import free_port

SITE = Path(__file__).with_name("turkle_site")
RADIO = '<label><input type="radio" name="label" value="{0}"> {0}</label>'
TEMPLATE = "<p>${text}</p>" + "".join(RADIO.format(label) for label in LABELS)
ADMIN = "admin"


@contextmanager
def start(place: Place) -> Iterator[tuple[Server, Callable[[], None]]]:
    database = {"ENGINE": "django.db.backends.postgresql", **place.database, "CONN_MAX_AGE": 600}
    place.variables.update(
        PYTHONPATH=str(SITE),
        DJANGO_SETTINGS_MODULE="settings",
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        TURKLE_DATABASE=json.dumps(database),
    )
    place.run("django-admin", "migrate")
    made = ("--username", ADMIN, "--email", "admin@example.org", "--noinput")
    place.run("django-admin", "createsuperuser", *made)
    token = place.run("django-admin", "drf_create_token", ADMIN).split()[2]
    port = free_port()
    options = ("--workers", "2", "--bind", f"127.0.0.1:{port}")
    application = "django.core.wsgi:get_wsgi_application()"
    with place.serve(port, "gunicorn", *options, application) as server:
        batch = make_batch(port, token)
        with open_browser(port) as browser:
            yield server, work(browser, batch)


def make_batch(port: int, token: str) -> int:
    with open_browser(port) as admin:
        admin.headers["Authorization"] = f"Token {token}"
        admin.post("/api/users/", json={"username": USER, "password": PASSWORD})
        project = {"name": "labels", "filename": "labels.html", "html_template": TEMPLATE}
        made = admin.post("/api/projects/", json=project).json()
        batch = {
            "name": "texts",
            "project": made["id"],
            "filename": "texts.csv",
            "csv_text": "\n".join(["text", *make_texts()]),
        }
        return int(admin.post("/api/batches/", json=batch).json()["id"])


def work(browser: httpx.Client, batch: int) -> Callable[[], None]:
    token = hidden(browser.get("/login/"))
    browser.post(
        "/login/", data={"username": USER, "password": PASSWORD, "csrfmiddlewaretoken": token}
    )
    page = browser.get(f"/batch/{batch}/accept_next_task/")

    def once() -> None:
        nonlocal page
        address = re.search(r'<iframe src="([^"]+)"', page.text)
        assert address, page.text
        frame = browser.get(address[1].replace("&amp;", "&"))
        answer = {"label": LABELS[0], "csrfmiddlewaretoken": hidden(frame)}
        page = browser.post(page.url.path, data=answer)

    return once


def hidden(page: httpx.Response) -> str:
    """Return the token that the page's form sends along."""
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    assert token, page.text
    return token[1]
