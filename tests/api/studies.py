"""A study with its people, and API clients for each of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.test import Client

from annotation.models import Campaign, Enrolment, Project, User
from annotation.services.accounts.tokens import issue_token
from tests.helpers.factories import enrol, make_campaign, make_dataset, make_project, make_user

TEXTS = ["a b c", "d e f", "g h i"]


@dataclass(frozen=True)
class Answer:
    status_code: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)


class API:
    """An API client with one bearer token that checks the format of problem responses."""

    def __init__(self, bearer: str = "") -> None:
        self.headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        self.client = Client(raise_request_exception=True)

    def get(self, path: str, **query: Any) -> Answer:
        return _checked(self.client.get(f"/api/v1/{path}", query, headers=self.headers))

    def post(self, path: str, body: Any = None, **extra: Any) -> Answer:
        return self.send("POST", path, body, **extra)

    def patch(self, path: str, body: Any) -> Answer:
        return self.send("PATCH", path, body)

    def send(self, method: str, path: str, body: Any = None, **extra: Any) -> Answer:
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        send = getattr(self.client, method.lower())
        return _checked(send(f"/api/v1/{path}", headers=self.headers, **content | extra))


def _checked(response: Any) -> Answer:
    answer = Answer(response.status_code, response.headers, response.content)
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == "application/problem+json"
        problem = answer.json()
        assert problem["status"] == answer.status_code
        assert {"type", "title", "code", "detail"} <= problem.keys()
        assert problem["detail"]
    return answer


@dataclass
class Study:
    owner: User
    project: Project
    campaign: Campaign
    enrolment: Enrolment
    researcher: API
    worker: API

    @property
    def path(self) -> str:
        return f"campaigns/{self.campaign.pk}"

    @property
    def worker_path(self) -> str:
        return f"campaigns/{self.campaign.code}"


def make_study(texts: Sequence[str] = TEXTS) -> Study:
    owner = make_user()
    project = make_project(owner)
    campaign = make_campaign(make_dataset(texts, project), redundancy=2, reward="0.020")
    _, key = issue_token(project=project, user=owner, name="tests")
    name = f"worker of {project.name}"
    link = {"external_id": name, "sent_by": "link"}
    joined = API().post(f"campaigns/{campaign.code}/join", link).json()
    return Study(owner, project, campaign, enrol(campaign, name), API(key), API(joined["token"]))
