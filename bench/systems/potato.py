"""Potato on gunicorn, with its own files, which only one process may write.

An annotator's browser sends the label of a text as soon as it is chosen, asks to move on, and
loads the page with the next text.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx

from bench.site.server import Server
from bench.systems.browser import USER, open_browser
from bench.systems.place import Place
from bench.systems.texts import LABELS, make_texts
from embedded.redis import free_port

CONFIG = "config.yaml"
SCHEME = "label"


@contextmanager
def start(place: Place) -> Iterator[tuple[Server, Callable[[], None]]]:
    write_project(place.folder)
    port = free_port()
    options = ("--workers", "1", "--threads", "8", "--bind", f"127.0.0.1:{port}")
    application = f"potato.flask_server:create_app({CONFIG!r})"
    with (
        place.serve(port, "gunicorn", *options, application) as server,
        open_browser(port) as browser,
    ):
        yield server, work(browser)


def write_project(folder: Path) -> None:
    scheme = {
        "annotation_type": "radio",
        "name": SCHEME,
        "description": "How does the text sound?",
        "labels": LABELS,
    }
    config = {
        "annotation_task_name": "labels",
        "task_dir": ".",
        "site_dir": "default",
        "output_annotation_dir": "annotations",
        "data_files": ["texts.json"],
        "item_properties": {"id_key": "id", "text_key": "text"},
        "user_config": {"allow_all_users": True, "users": []},
        "require_password": False,
        "annotation_schemes": [scheme],
    }
    (folder / CONFIG).write_text(json.dumps(config))  # JSON is YAML
    texts = [{"id": str(number), "text": text} for number, text in enumerate(make_texts())]
    (folder / "texts.json").write_text("\n".join(json.dumps(text) for text in texts))


def work(browser: httpx.Client) -> Callable[[], None]:
    browser.post("/auth", data={"email": USER})
    text = browser.get("/api/current_instance").json()["instance_id"]

    def once() -> None:
        nonlocal text
        answer = {
            "instance_id": text,
            "annotations": {f"{SCHEME}:{LABELS[0]}": LABELS[0]},
            "cleared_schemas": [],
            "span_annotations": [],
            "client_timestamp": datetime.now(UTC).isoformat(),
            "response_time_seconds": 2.5,
        }
        browser.post("/updateinstance", json=answer)
        move = {"action": "next_instance", "instance_id": text}
        moved = browser.post("/annotate", json=move, headers={"X-Potato-Navigation": "1"}).json()
        assert moved["instance_id"] != text, moved
        text = moved["instance_id"]
        browser.get("/annotate")

    return once
