"""A worker's browser, without its scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from annotation.models import Assignment
from tests.helpers.pages import Response


@dataclass
class Browser:
    client: Client
    code: str

    def url(self, name: str, *parts: Any) -> str:
        return reverse(f"worker:{name}", args=(self.code, *parts))

    def get(self, name: str, *parts: Any, **query: str) -> Response:
        return self.client.get(self.url(name, *parts), query)

    def follow(self, **query: str) -> Response:
        """Open a link with an id; return the join page."""
        return self.client.get(self.url("join"), query, follow=True)

    def post(self, name: str, form: dict[str, Any] | None = None, *parts: Any) -> Response:
        return self.client.post(self.url(name, *parts), form or {})

    def send(self, assignment: Assignment | int, body: object) -> Response:
        """Submit raw bytes, or any value that JSON can encode."""
        number = assignment if isinstance(assignment, int) else assignment.pk
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post(
            self.url("submit", number), content, content_type="application/json"
        )

    def submit(self, assignment: Assignment | int, boundaries: object) -> Response:
        payload = {"boundaries": boundaries}
        return self.send(assignment, {"submission_id": str(uuid4()), "payload": payload})


Browse = Callable[..., Browser]
