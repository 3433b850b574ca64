"""Connect a campaign with its study on Prolific, decide on submissions, and request visits."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from addons.prolific.models import (
    ProlificBonus,
    ProlificDraft,
    ProlificStudy,
    ProlificSubmission,
    ProlificToken,
    ProlificVisit,
)
from addons.prolific.models.studies import MAX_REASON_LENGTH, MAX_TRIES
from annotation.capabilities import Capability
from annotation.models import Campaign, User
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import ask_for_job
from annotation.services.lifecycle.guard import require_open

MAX_CONCURRENT = 500
MAX_ID_LENGTH = 64

Decision = ProlificSubmission.Decision
Status = ProlificSubmission.Status


def connect_study(*, campaign: Campaign, user: User, study: str) -> ProlificVisit:
    """Connect a campaign with a study, replacing the previous one, and request a visit."""
    require_owner(campaign, user)
    study = study.strip()
    if not (study.isascii() and study.isalnum() and len(study) <= MAX_ID_LENGTH):
        problem = "The id of a study has letters and digits only. It is in its address on Prolific."
        raise Invalid(problem, field="study")
    with transaction.atomic():
        require_token(campaign)
        require_nothing_under_way(campaign)
        _require_nothing_made(campaign)
        other = ProlificStudy.objects.filter(campaign=campaign).exclude(study=study)
        if other.exists():
            _require_no_bonus(campaign)
            other.delete()
        connected, new = ProlificStudy.objects.get_or_create(campaign=campaign, study=study)
        if new:
            record("prolific.connected", campaign, user, study=study)
        return ask_for_visit(connected, user)


def disconnect_study(*, campaign: Campaign, user: User) -> None:
    """Delete a campaign's study with its submissions here; nothing changes on Prolific."""
    require_owner(campaign, user)
    with transaction.atomic():
        require_nothing_under_way(campaign)
        _require_nothing_made(campaign)
        _require_no_bonus(campaign)
        gone, _ = ProlificStudy.objects.filter(campaign=campaign).delete()
        if gone:
            record("prolific.disconnected", campaign, user)


def ask_prolific(*, campaign: Campaign, user: User) -> ProlificVisit:
    """Request a visit to Prolific, which sends the decisions and reads the current state."""
    require_owner(campaign, user)
    with transaction.atomic():
        require_token(campaign)
        return ask_for_visit(study_or_draft(campaign), user)


def decide_submissions(
    *,
    campaign: Campaign,
    user: User,
    submissions: Collection[int],
    decision: str,
    category: str = "",
    reason: str = "",
) -> int:
    """Decide on those of the submissions that wait for a review and have no decision yet, or one
    that Prolific refused; a visit sends it. Return the number of decisions."""
    require_owner(campaign, user)
    reason = " ".join(reason.split())
    _check(decision, category, reason)
    rejects = decision == Decision.REJECT
    with locked_study(campaign) as study:
        decided = open_ones(study).filter(pk__in=sorted(set(submissions))[:MAX_CONCURRENT])
        count = decided.update(
            decision=decision,
            category=category if rejects else "",
            reason=reason if rejects else "",
            refusal="",
            tries=0,
            trouble="",
            decided_by=user,
            decided_at=Now(),
        )
        if count:
            record("prolific.decided", campaign, user, decision=decision, submissions=count)
            ask_for_visit(study, user)
    return count


def visit_of(campaign: Campaign) -> ProlificVisit | None:
    """Return the campaign's last visit."""
    return ProlificVisit.objects.filter(study__campaign=campaign).order_by("-pk").first()


def open_ones(study: ProlificStudy) -> QuerySet[ProlificSubmission]:
    """Return the submissions that can be decided, including those whose decision was refused or set
    aside."""
    undecided = Q(decision=Decision.NONE) | ~Q(refusal="") | Q(tries__gte=MAX_TRIES)
    return study.submissions.filter(undecided, status=Status.WAITS)


def unsent_ones(study: ProlificStudy) -> QuerySet[ProlificSubmission]:
    """Return the submissions with unsent decisions, failed ones last, without those set aside."""
    decided = study.submissions.filter(status=Status.WAITS, refusal="", tries__lt=MAX_TRIES)
    return decided.exclude(decision=Decision.NONE).order_by("tries", "pk")


def set_aside_ones(study: ProlificStudy) -> QuerySet[ProlificSubmission]:
    """Return the submissions whose decision failed so often that it is no longer sent."""
    rows = study.submissions.filter(status=Status.WAITS, refusal="", tries__gte=MAX_TRIES)
    return rows.exclude(decision=Decision.NONE)


def try_again(*, campaign: Campaign, user: User) -> int:
    """Retry decisions that were set aside, and return their number."""
    require_owner(campaign, user)
    with locked_study(campaign) as study:
        count = set_aside_ones(study).update(tries=0)
        if count:
            record("prolific.tried_again", campaign, user, submissions=count)
            ask_for_visit(study, user)
    return count


def _check(decision: str, category: str, reason: str) -> None:
    if decision not in {Decision.APPROVE, Decision.REJECT}:
        raise Invalid("Approve or reject.", field="decision")
    if decision == Decision.APPROVE:
        return
    if category not in ProlificSubmission.Category.values:
        raise Invalid("Choose one of Prolific’s categories.", field="category")
    if not MIN_REASON_LENGTH <= len(reason) <= MAX_REASON_LENGTH:
        raise Invalid(
            f"Prolific requires a reason of {MIN_REASON_LENGTH} to {MAX_REASON_LENGTH:,} "
            f"characters; this one has {len(reason):,}. The worker will see it.",
            field="reason",
        )


def ask_for_visit(study: ProlificStudy, user: User) -> ProlificVisit:
    """Request a visit. Of earlier visits, only a running one stays."""
    under_way = (ProlificVisit.Status.WAITING, ProlificVisit.Status.RUNNING)
    study.visits.exclude(status__in=under_way).delete()
    return ask_for_job(ProlificVisit, dataset=study.campaign.dataset, user=user, study=study)


@contextmanager
def locked_study(campaign: Campaign) -> Iterator[ProlificStudy]:
    """Change a campaign's study within a transaction; the project must have a token."""
    with transaction.atomic():
        require_token(campaign)
        yield connected_study(campaign)


def connected_study(campaign: Campaign) -> ProlificStudy:
    """Return the campaign's study, locked."""
    found = study_or_draft(campaign)
    if not found.study:
        raise Conflict("This campaign’s study does not exist on Prolific yet.")
    return found


def study_or_draft(campaign: Campaign) -> ProlificStudy:
    """Return the campaign's study, locked, or its draft of one."""
    rows = ProlificStudy.objects.select_for_update(of=("self",)).select_related("campaign__dataset")
    found = rows.filter(campaign=campaign).first()
    if found is None:
        raise Conflict("This campaign has no study on Prolific yet. Connect one.")
    return found


def require_nothing_under_way(campaign: Campaign) -> None:
    under_way = (ProlificVisit.Status.WAITING, ProlificVisit.Status.RUNNING)
    if ProlificVisit.objects.filter(study__campaign=campaign, status__in=under_way).exists():
        raise Conflict("A Prolific sync is under way. Wait for it, or stop it.")


def _require_nothing_made(campaign: Campaign) -> None:
    """Refuse to delete a draft while it is unknown whether Prolific created it."""
    sending = ProlificDraft.objects.filter(study__campaign=campaign, state="sending")
    if sending.exists():
        raise Conflict(
            "Midpath sent a request to create a study and got no answer. Check Prolific until it "
            "is found, or discard the draft."
        )


def _require_no_bonus(campaign: Campaign) -> None:
    """Refuse to delete the study while its submissions are needed to see whether bonuses were
    paid."""
    rows = ProlificBonus.objects.filter(batch__campaign=campaign, state__in=ProlificBonus.OPEN)
    if rows.exists():
        raise Conflict(
            "This study has bonuses that are set up or under way. Cancel them, or check Prolific "
            "until they are paid, before you disconnect the study."
        )


def require_token(campaign: Campaign) -> None:
    if not ProlificToken.objects.filter(project=campaign.dataset.project_id).exists():
        raise Conflict("The project has no Prolific token yet. Add one first.")


def require_owner(campaign: Campaign, user: User) -> None:
    require(campaign.dataset.project, user, Capability.PAY, "work with Prolific")
    require_open(campaign)


class _Details(TypedDict, total=False):
    """Details of these acts in the audit log."""

    study: str
    decision: str
    submissions: int
    messages: int


def record(verb: str, campaign: Campaign, user: User | None, **details: Unpack[_Details]) -> None:
    project = campaign.dataset.project_id
    record_event(verb, project=project, campaign=campaign, user=user, **details)
