"""doccano on gunicorn and PostgreSQL.

For each text, an annotator's browser adds a label and marks the text as done, and then reads the
next text and its labels.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import quote, urlencode

import httpx

from bench.site.server import Server
from bench.systems.browser import PASSWORD, USER, open_browser
from bench.systems.place import Place
from bench.systems.texts import LABELS, make_texts
from embedded.redis import free_port

ADMIN = "admin"


@contextmanager
def start(place: Place) -> Iterator[tuple[Server, Callable[[], None]]]:
    # What its commands set, for gunicorn too.
    place.variables.update(
        DATABASE_URL=address(place.database),
        DJANGO_SETTINGS_MODULE="config.settings.production",
        STANDALONE="True",
    )
    place.run("doccano", "init")
    place.run("doccano", "createuser", "--username", ADMIN, "--password", PASSWORD)
    port = free_port()
    # As `doccano webserver` does, which would listen on all addresses of the machine.
    options = ("--workers", "2", "--bind", f"127.0.0.1:{port}")
    folder = ("--chdir", str(place.packages / "backend"))
    with place.serve(port, "gunicorn", *options, *folder, "config.wsgi") as server:
        project, label = make_project(port)
        with open_browser(port) as browser:
            sign_in(browser, USER)
            yield server, work(browser, f"/v1/projects/{project}", label)


def address(database: dict[str, str]) -> str:
    where = {"host": database["HOST"], "port": database["PORT"], "sslmode": "disable"}
    account = f"{quote(database['USER'])}:{quote(database['PASSWORD'])}"
    return f"postgres://{account}@/{database['NAME']}?{urlencode(where)}"


def make_project(port: int) -> tuple[int, int]:
    """Create a project with texts, labels and an annotator; return it and a label."""
    with open_browser(port) as admin:
        sign_in(admin, ADMIN)
        project = {
            "name": "labels",
            "description": "one label per text",
            "project_type": "DocumentClassification",
            "resourcetype": "TextClassificationProject",
            "single_class_classification": True,
        }
        number = admin.post("/v1/projects", json=project).json()["id"]
        path = f"/v1/projects/{number}"
        for text in make_texts():
            admin.post(f"{path}/examples", json={"text": text})
        labels = [
            admin.post(f"{path}/category-types", json={"text": label}).json()["id"]
            for label in LABELS
        ]
        user = {"username": USER, "password1": PASSWORD, "password2": PASSWORD}
        person = admin.post("/v1/users/create", json=user).json()["id"]
        roles = {role["name"]: role["id"] for role in admin.get("/v1/roles").json()}
        admin.post(f"{path}/members", json={"user": person, "role": roles["annotator"]})
        return number, labels[0]


def sign_in(browser: httpx.Client, name: str) -> None:
    browser.post("/v1/auth/login/", json={"username": name, "password": PASSWORD})
    browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]


def work(browser: httpx.Client, project: str, label: int) -> Callable[[], None]:
    position = -1

    def get_next() -> int:
        nonlocal position
        position += 1
        asked = {"limit": "1", "offset": str(position), "confirmed": "", "ordering": "", "q": ""}
        (text,) = browser.get(f"{project}/examples", params=asked).json()["results"]
        browser.get(f"{project}/examples/{text['id']}/categories")
        return int(text["id"])

    text = get_next()

    def once() -> None:
        nonlocal text
        path = f"{project}/examples/{text}"
        browser.post(f"{path}/categories", json={"id": 0, "label": label, "user": 0})
        browser.post(f"{path}/states", json={})
        text = get_next()

    return once
