"""A campaign, its owner's browser and the stand-in for Prolific, with the steps of many tests."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.test import Client
from django.urls import reverse

from addons.prolific.models import ProlificSubmission, ProlificVisit
from addons.prolific.tests.server import STUDY, TOKEN, submission
from annotation.models import Campaign, Enrolment, Worker
from annotation.services.pay.ledger import give_bonus
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from tests.api.studies import Study, make_study
from tests.helpers.factories import judge_next, make_user
from tests.helpers.jobs import carry_out
from tests.helpers.pages import page_of, signed_in
from tests.helpers.stand_in import StandIn

REASON = "Every text got the very same answer within a second, although they differ. " * 2


@dataclass(frozen=True)
class Desk:
    site: StandIn
    study: Study
    owner: Client

    def address(self, page: str, more: Sequence[object] = ()) -> str:
        return reverse(f"research:{page}", args=(self.study.campaign.pk, *more))

    def send(self, page: str, /, *more: str, **body: Any) -> Any:
        return self.owner.post(self.address(page, more), body)

    def page(self, name: str = "prolific", **query: str) -> str:
        return page_of(self.owner, name, self.study.campaign.pk, **query)

    def run_visit(self) -> ProlificVisit:
        """Do the last requested visit."""
        return carry_out(ProlificVisit.objects.get(study__campaign=self.study.campaign))

    def ask(self) -> ProlificVisit:
        """Request a visit, and do it."""
        assert self.send("ask_prolific").status_code == 302
        return self.run_visit()

    def connected(self, *participants: str) -> ProlificVisit:
        """Connect the study, to which each of these sent a submission, numbered from 0."""
        if participants:
            sent = [submission(number, name) for number, name in enumerate(participants)]
            self.site.set_state(submissions=sent)
        assert self.send("keep_prolific_token", token=TOKEN).status_code == 302
        assert self.send("connect_prolific", study=STUDY).status_code == 302
        return self.run_visit()

    def of_teammate(self) -> "Desk":
        """Return the same with the browser of a manager of the project."""
        teammate = make_user()
        self.study.project.memberships.create(user=teammate, role="manager")
        return replace(self, owner=signed_in(teammate))


def study_with(**terms: Any) -> Study:
    """Make a study whose campaign has these terms, in dollars."""
    found = make_study()
    Campaign.objects.filter(pk=found.campaign.pk).update(**{"currency": "USD"} | terms)
    found.campaign.refresh_from_db()
    return found


def come(study: Study, participant: str, hits: int = 0, session: str = "77bb") -> Enrolment:
    who = Identity("prolific", participant, STUDY, session)
    known = list(Worker.objects.filter(external_id=participant).values_list("pk", flat=True))
    enrolment = let_in(campaign=study.campaign, who=who, address="192.0.2.1", known=known)
    for _ in range(hits):
        judge_next(enrolment)
    return enrolment


def keys(*participants: str) -> list[int]:
    rows = ProlificSubmission.objects.filter(participant__in=participants)
    return list(rows.values_list("pk", flat=True))


def owe(study: Study, participant: str, amount: str) -> Enrolment:
    worker = Worker.objects.create(
        project=study.project,
        source="prolific",
        external_id=participant,
        folded=participant,
        looks=participant,
        number=Worker.objects.count() + 100,
    )
    enrolment = Enrolment.objects.create(campaign=study.campaign, worker=worker)
    give_bonus(enrolment=enrolment, user=study.owner, amount=Decimal(amount), reason="well read")
    return enrolment
