"""Decide whether an answer that came after its lease is paid, and take its slot."""

from django.db.models import F

from annotation.models import HIT, Assignment, Campaign, Enrolment
from annotation.services.pay.purse import Budgets, OverBudget, draw, give_back
from annotation.services.work.allocation import may_do_one_more


def late_is_paid(
    campaign: Campaign, enrolment: Enrolment, assignment: Assignment, *, decides: bool
) -> bool:
    """Return whether a late answer is paid.

    An answer to a gold HIT or a repeat is paid if the worker has been given no HIT since. Any other
    is paid if its slot is still free and the worker is below their maximum number of HITs, here and
    in the project. If gold HITs are mixed in, or if the worker was stopped, every answer also
    requires that the worker has been given no HIT since: otherwise one could take HITs without
    answering any, so that no gold HIT comes, and answer them all at the end. A late answer by a
    worker who was excluded or has withdrawn is in no figure, so it is not paid."""
    if enrolment.excluded_at is not None or enrolment.withdrawn_at is not None:
        return False
    outside = assignment.hit.known or assignment.repeat
    checked = outside or campaign.known_every or enrolment.stopped_at is not None
    since = Assignment.objects.filter(enrolment=enrolment, claimed_at__gt=assignment.claimed_at)
    if checked and since.exists():
        return False
    if outside:
        return _reserve(campaign, enrolment)
    cap = campaign.most_hits_per_worker
    if cap is not None:
        leased = enrolment.assignments.filter(status=Assignment.Status.OPEN).count()
        if enrolment.submitted - enrolment.training_done + leased >= cap:
            return False
    if not may_do_one_more(campaign, enrolment.worker_id):
        return False
    return _take_free_slot(campaign, enrolment, assignment.hit, decides=decides)


def _take_free_slot(campaign: Campaign, enrolment: Enrolment, hit: HIT, *, decides: bool) -> bool:
    """Take the slot of a late answer, if it is still free and within the budget. A decision may
    need the campaign's row afterwards, so that is locked before the HIT's."""
    if not _reserve(campaign, enrolment):
        return False
    if decides:
        list(
            Campaign.objects.select_for_update(no_key=True).filter(pk=hit.campaign_id).values("pk")
        )
    took = HIT.objects.filter(pk=hit.pk, taken__lt=F("quota")).update(taken=F("taken") + 1)
    if not took:
        give_back(Budgets.of(campaign, enrolment))
    return bool(took)


def _reserve(campaign: Campaign, enrolment: Enrolment) -> bool:
    """Reserve again what the lease released when it ended."""
    budgets = Budgets.of(campaign, enrolment)
    try:
        draw(budgets, budgets.unit)
    except OverBudget:
        return False
    return True
