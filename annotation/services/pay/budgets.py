"""Set the maximum that a campaign and a project may owe and pay, also while they run."""

from decimal import Decimal

from django.db import connection, transaction
from django.db.models import Q

from annotation.models import Campaign, Enrolment, Project, Purse, User
from annotation.models.terms.pay_terms import MAX_BUDGET, MAX_DAYS
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.pay.ledger import has_extra
from annotation.services.pay.purse import PARTS, lock_parts, share_out, unit_of
from annotation.services.table_locks import lock_tables

# A campaign's committed sum: what its people earned, have reserved by leases, and were promised in
# addition, with the fee. It is read by one statement, so a concurrent submission counts once.
COMMITTED = """
SELECT coalesce(sum((1 + campaign.fee_percent / 100) * (
    campaign.reward * (
        (SELECT coalesce(sum(owing), 0) FROM annotation_enrolment
         WHERE campaign_id = campaign.id)
        + (SELECT count(*) FROM annotation_assignment held
           JOIN annotation_enrolment worker ON worker.id = held.enrolment_id
           WHERE worker.campaign_id = campaign.id AND held.status = 'open'
             AND NOT worker.of_program))
    + (SELECT coalesce(sum(amount), 0) FROM annotation_ledgerentry entry
       JOIN annotation_enrolment worker ON worker.id = entry.enrolment_id
       WHERE entry.campaign_id = campaign.id AND kind IN ('bonus', 'adjusted', 'compensation')
         AND NOT worker.of_program))), 0)
FROM annotation_campaign campaign JOIN annotation_dataset dataset
    ON dataset.id = campaign.dataset_id
WHERE {which} = %s
"""


def set_budget(*, campaign: Campaign, user: User, budget: Decimal | None) -> Campaign:
    """Set or remove the maximum that a campaign may owe and pay, fees included."""
    _check(budget, "budget")
    with transaction.atomic():
        launched = Campaign.objects.launched().filter(pk=campaign.pk).exists()
        if launched:
            _hold_claims()
            _fill(campaign, budget)
        locked = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        before, locked.budget = locked.budget, budget
        locked.save(update_fields=["budget"])
        _record("campaign.budget_set", user, before, budget, campaign=campaign)
    _search_again(campaign=campaign.pk)
    campaign.budget = budget
    return campaign


def set_project_money(
    *,
    project: Project,
    user: User,
    budget: Decimal | None,
    least_hourly: Decimal | None,
    currency: str,
) -> Project:
    """Set the maximum that all campaigns of a project may owe and pay, and the wage below which
    pages warn."""
    _check(budget, "budget")
    if (budget is not None or least_hourly is not None) and not currency:
        raise Invalid("Enter the currency.", field="currency")
    with transaction.atomic():
        project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        before = project.budget
        if budget != before:
            if budget is not None:
                _check_currencies(project, currency)
            _hold_claims()
            _fill(project, budget)
        project.budget, project.least_hourly, project.currency = budget, least_hourly, currency
        project.save(update_fields=["budget", "least_hourly", "currency"])
        _record("project.money_set", user, before, budget, project=project)
    _search_again(campaign__dataset__project=project.pk)
    return project


def open_purse(campaign: Campaign) -> None:
    """Fill the purse of a campaign at its launch, when it owes nothing and has no purse yet."""
    if campaign.reward:
        _check_currency(campaign, campaign.dataset.project)
    if campaign.budget is not None:
        _fill(campaign, campaign.budget)


def _check_currency(campaign: Campaign, project: Project) -> None:
    if project.budget is not None and campaign.currency != project.currency:
        raise Conflict(
            f"The budget of the project is in {project.currency}, and this campaign pays in "
            f"{campaign.currency}. Use one currency, or remove the project budget.",
            field="currency",
        )


def committed(owner: Campaign | Project) -> Decimal:
    """Return what is owed, paid or reserved by open leases, fees included."""
    which = "campaign.id" if isinstance(owner, Campaign) else "dataset.project_id"
    with connection.cursor() as cursor:
        cursor.execute(COMMITTED.format(which=which), [owner.pk])
        found: Decimal = Decimal(cursor.fetchone()[0])
    return found


def _search_again(**which: object) -> None:
    """Search again for workers who got no task, possibly because of the budget.

    A claim locks its worker's row before it reads assignments, so this runs after the commit."""
    Enrolment.objects.filter(**which, nothing_left_at__isnull=False).update(nothing_left_at=None)


def _hold_claims() -> None:
    """Block all claims and pay decisions until the purses are filled. Transactions that began
    before are waited for; later ones read the new purses."""
    lock_tables("annotation_assignment, annotation_ledgerentry", "EXCLUSIVE")


def _fill(owner: Campaign | Project, budget: Decimal | None) -> None:
    """Recreate the purse of a budget from what is already committed."""
    name = "campaign" if isinstance(owner, Campaign) else "project"
    lock_parts(**{name: owner.pk})
    Purse.objects.filter(**{name: owner.pk}).delete()
    if budget is None:
        return
    used = committed(owner)
    if budget < used:
        raise Invalid(
            f"{used.normalize():f} is already paid, owed or committed to open tasks, including "
            "the fee. Enter at least this amount.",
            field="budget",
        )
    parts = [Purse(**{name: owner, "number": number, "remaining": 0}) for number in range(PARTS)]
    Purse.objects.bulk_create(parts)
    share_out(parts, budget - used, _unit(owner))


def _unit(owner: Campaign | Project) -> Decimal:
    if isinstance(owner, Campaign):
        return unit_of(owner)
    campaigns = Campaign.everything.filter(dataset__project=owner)
    return max((unit_of(campaign) for campaign in campaigns), default=Decimal(0))


def _check(budget: Decimal | None, field: str) -> None:
    if budget is not None and not 0 <= budget <= MAX_BUDGET:
        raise Invalid(f"Enter an amount from 0 to {MAX_BUDGET:,}.", field=field)


def _check_currencies(project: Project, currency: str) -> None:
    launched = Campaign.objects.launched().filter(dataset__project=project)
    paying = launched.filter(Q(reward__gt=0) | Q(has_extra()))
    other = paying.filter(~Q(currency=currency)).values_list("currency", flat=True).first()
    if other is not None:
        raise Invalid(
            f"Campaigns of this project pay in {other}, so their total in {currency} is unknown.",
            field="currency",
        )


def _record(
    verb: str,
    user: User,
    before: Decimal | None,
    after: Decimal | None,
    *,
    campaign: Campaign | None = None,
    project: Project | None = None,
) -> None:
    record_event(
        verb,
        campaign=campaign,
        project=project,
        user=user,
        before=None if before is None else str(before),
        after=None if after is None else str(after),
    )


def set_pay_terms(
    *, campaign: Campaign, user: User, budget: Decimal | None, approve_after_days: int | None
) -> Campaign:
    """Set the budget of a campaign, and the number of days before its judgments are approved
    automatically."""
    if approve_after_days is not None and not 1 <= approve_after_days <= MAX_DAYS:
        raise Invalid(f"Enter 1 to {MAX_DAYS} days.", field="approve_after_days")
    stands = Campaign.objects.select_related("dataset").get(pk=campaign.pk)
    if budget != stands.budget:
        set_budget(campaign=campaign, user=user, budget=budget)
    if approve_after_days != stands.approve_after_days:
        with transaction.atomic():
            Campaign.objects.filter(pk=campaign.pk).update(approve_after_days=approve_after_days)
            record_event(
                "campaign.approval_set", campaign=campaign, user=user, days=approve_after_days
            )
    campaign.refresh_from_db(fields=["budget", "approve_after_days"])
    return campaign
