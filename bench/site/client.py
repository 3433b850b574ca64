"""A worker without a browser: the requests that the worker page sends, over one connection."""

import http.client
import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.core.signing import get_cookie_signer
from django.urls import reverse

from annotation.models import Enrolment
from annotation.worker.identity import COOKIE

ANY_CSRF = "a" * 32


class WorkerClient:
    """A worker signed in by the cookie that joining would have set."""

    def __init__(self, port: int, enrolment: Enrolment, *, timeout: float = 30) -> None:
        self.code = enrolment.campaign.code
        signer = get_cookie_signer(salt=f"{COOKIE}annotation.worker.{self.code}")
        self.headers = {
            "Cookie": f"{COOKIE}={signer.sign(str(enrolment.pk))}; csrftoken={ANY_CSRF}",
            "X-CSRFToken": ANY_CSRF,
            "Content-Type": "application/json",
        }
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def post(self, path: str, body: Mapping[str, object]) -> tuple[int, Any]:
        self.connection.request("POST", path, json.dumps(body), self.headers)
        response = self.connection.getresponse()
        text = response.read()
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        return response.status, json.loads(text) if is_json else text

    def submit(
        self, assignment_id: int, payload: Mapping[str, object], submission_id: str = ""
    ) -> tuple[int, Any]:
        path = reverse("worker:submit", args=(self.code, assignment_id))
        return self.post(path, {"submission_id": submission_id or str(uuid4()), "payload": payload})

    def close(self) -> None:
        self.connection.close()
