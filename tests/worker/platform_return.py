"""Submissions on a platform, for tests of the return to it."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import Assignment, Campaign, Enrolment, Judgment
from annotation.services.errors import NothingLeft
from annotation.services.pay.budgets import set_budget, set_project_money
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.people.platform_return import return_link
from annotation.services.work.claim import claim_hit
from annotation.services.work.skip import skip_hit
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.pages import text_of as raw_text_of
from tests.worker.browser import Browser

CODES = {"completion_code": "DONE42", "screen_out_code": "OUT7", "no_consent_code": "NOCONSENT"}
PLACE: dict[str, Any] = {**CODES, "place_hits": 2}


def text_of(response: Any) -> str:
    return " ".join(raw_text_of(response).split())


def in_hand() -> int:
    return Assignment.objects.get(status=Assignment.Status.OPEN).pk


def campaign_of(**terms: Any) -> Campaign:
    return make_campaign(texts=4, **{**PLACE, **terms})


def sent(
    campaign: Campaign,
    source: str = "prolific",
    session: str = "session/1",
    known: Enrolment | None = None,
) -> Enrolment:
    who = Identity(source, "p 1", "study&1", session)
    workers = [known.worker_id] if known else []
    return let_in(campaign=campaign, who=who, address="192.0.2.1", known=workers)


def sent_as(campaign: Campaign, name: str) -> Enrolment:
    who = Identity("prolific", name, "study&1", f"session of {name}")
    return let_in(campaign=campaign, who=who, address="192.0.2.1")


def limit(campaign: Campaign, budget: str, *, of_project: bool = False) -> None:
    if not of_project:
        set_budget(campaign=campaign, user=make_user(), budget=Decimal(budget))
        return
    set_project_money(
        project=campaign.dataset.project,
        user=make_user(),
        budget=Decimal(budget),
        least_hourly=None,
        currency="USD",
    )


def browser_of(campaign: Campaign, enrolment: Enrolment, client: Any) -> Browser:
    desk = Browser(client, campaign.code)
    code = enrolment.worker.return_code
    form = {"worker": "p 1", "source": enrolment.worker.source, "return_code": code}
    assert desk.post("join", form).status_code == 302
    return desk


def skip(enrolment: Enrolment, *, later: bool = False) -> None:
    assignment = claim_hit(enrolment_id=enrolment.pk)
    skip_hit(enrolment=enrolment, assignment_id=assignment.pk, later=later)


def skip_all(enrolment: Enrolment) -> None:
    """Skip everything, as "not for me", until nothing is left."""
    had = enrolment.assignments.count()
    for _ in range(enrolment.campaign.hit_count - had):
        skip(enrolment)
    with pytest.raises(NothingLeft):
        skip(enrolment)


def spend(judgment_id: int, ms: int | None) -> None:
    """Change the active time of a judgment, and its worker's sum with it."""
    own = Judgment.objects.select_related("assignment").get(pk=judgment_id)
    added = (ms or 0) - (own.active_ms or 0)
    Judgment.objects.filter(pk=judgment_id).update(active_ms=ms)
    Enrolment.objects.filter(pk=own.assignment.enrolment_id).update(
        active_ms=F("active_ms") + added
    )


def submit_after(desk: Browser, assignment: int, ms: int) -> dict[str, Any]:
    """Submit an answer after this much active time, and return the server's response."""
    Assignment.objects.filter(pk=assignment).update(claimed_at=Now() - timedelta(minutes=2))
    body = {"submission_id": str(uuid4()), "payload": {"boundaries": [0, 0, 0, 0]}}
    answer: dict[str, Any] = desk.send(assignment, body | {"active_ms": ms}).json()
    return answer


def kind_of(enrolment: Enrolment) -> str | None:
    out = return_link(Enrolment.objects.select_related("campaign", "worker").get(pk=enrolment.pk))
    return out.kind if out else None


@pytest.fixture
def campaign() -> Campaign:
    return campaign_of()


@pytest.fixture
def enrolment(campaign: Campaign) -> Enrolment:
    return sent(campaign)


@pytest.fixture
def desk(campaign: Campaign, enrolment: Enrolment, client: Any) -> Browser:
    return browser_of(campaign, enrolment, client)
