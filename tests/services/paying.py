"""Campaigns that pay, and invariants of their ledger and budget after each step."""

from collections import Counter
from decimal import Decimal
from typing import Any

from annotation.models import Campaign, Enrolment, Judgment, Project, ReviewAct
from annotation.models.people.worker import PROGRAMS
from annotation.services.pay.balance import Balance, balance_of
from annotation.services.pay.budgets import committed, set_project_money
from annotation.services.work.choosing import Chosen
from annotation.services.work.reviews import review_judgments
from tests.helpers.factories import make_campaign, make_user

CENTS = Decimal("0.05")
ALL = Chosen()
PAID: dict[str, Any] = {"reward": CENTS, "currency": "USD"}


def make_paid(hits: int = 6, redundancy: int = 2, **terms: Any) -> Campaign:
    terms = {**PAID, **terms}
    return make_campaign(texts=hits, redundancy=redundancy, **terms)


def set_project_budget(project: Project, budget: Decimal, currency: str = "USD") -> None:
    set_project_money(
        project=project, user=make_user(), budget=budget, least_hourly=None, currency=currency
    )


def check_pay(campaign: Campaign) -> None:
    """Check that the ledger matches the rows, and that a purse is the limit minus what is
    committed."""
    campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign.pk)
    for worker in campaign.enrolments.select_related("campaign"):
        assert balance_of(worker) == slow_balance(worker)
        assert balance_of(worker).owed >= 0
    for owner in (campaign, campaign.dataset.project):
        parts = list(owner.purses.all())
        if owner.budget is None:
            assert not parts
        else:
            assert sum(part.remaining for part in parts) == owner.budget - committed(owner)
            assert committed(owner) <= owner.budget


def slow_balance(worker: Enrolment) -> Balance:
    if worker.worker.source in PROGRAMS:
        return Balance()
    reward = Decimal(worker.campaign.reward)
    judgments = list(Judgment.objects.filter(assignment__enrolment=worker, took_slot=True))
    reviews = Counter(judgment.review for judgment in judgments)
    entries = list(worker.ledger.all())
    lines = list(worker.payments.all())

    def entered(kind: str) -> Decimal:
        return sum((Decimal(one.amount) for one in entries if one.kind == kind), Decimal(0))

    def of_lines(status: str) -> Decimal:
        return sum((Decimal(one.amount) for one in lines if one.status == status), Decimal(0))

    return Balance(
        earned=(len(judgments) - reviews["rejected"]) * reward,
        approved=(reviews["accepted"] + reviews["set_aside"]) * reward,
        rejected=reviews["rejected"] * reward,
        bonus=entered("bonus"),
        adjusted=entered("adjusted"),
        compensation=entered("compensation"),
        waiting=of_lines("waiting"),
        paid=of_lines("paid"),
    )


def accept_all(campaign: Campaign) -> ReviewAct:
    return review_judgments(campaign=campaign, user=make_user(), review="accepted", chosen=ALL)


def reject_all(campaign: Campaign, reason: str, chosen: Chosen = ALL) -> ReviewAct:
    return review_judgments(
        campaign=campaign, user=make_user(), review="rejected", chosen=chosen, reason=reason
    )
