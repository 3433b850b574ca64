"""Enrol workers in campaigns and find them by their names or ids."""

import math
import secrets
import unicodedata
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, Enrolment, Project, User, Worker
from annotation.models.people.worker import SENT
from annotation.services.audit import record_event
from annotation.services.clock import database_now
from annotation.services.errors import (
    Crowded,
    Full,
    Invalid,
    NameTaken,
    NotQualified,
    NotServing,
    Over,
)
from annotation.services.pay.funding import require_money
from annotation.services.people.entry import first_state, let_through, next_step
from annotation.services.people.erased_ids import was_erased
from annotation.services.people.qualifications import require_qualified
from annotation.services.people.trust import believes, untrusted
from annotation.services.work.allocation import OVER, is_over
from annotation.services.work.claim import NOT_SERVING
from annotation.text.display_names import UnusableName, clean_name, folded, looks_of

DAY = timedelta(days=1)
FULL = gettext_noop("This study is full. Thank you for your interest.")
ID_TAKEN = gettext_noop(
    "This id is in use in another browser or program. If it is yours, enter the return code that "
    "was shown there."
)
NAME_TAKEN = gettext_noop(
    "Someone is already working here as {taken}. If that is you, enter your return code; otherwise "
    "choose another name."
)
NAME_LOOKS_TAKEN = gettext_noop(
    "Someone is already working here as {taken}, which looks like {name}. If that is you, enter "
    "your return code; otherwise choose another name."
)
WAS_ERASED = gettext_noop(
    "The person with this id had their data deleted, so the id cannot be used here again."
)
CLOSED_TO_NEW_WORKERS = {Campaign.Status.DRAFT, Campaign.Status.CLOSED}
# A worker from these sources has to prove that the name or id is theirs.
PROVEN = {Worker.Source.NAME, *SENT}


def join_campaign(
    *,
    campaign: Campaign,
    source: str,
    external_id: str,
    return_code: str = "",
    known: Collection[int] = (),
    vouched_by: User | None = None,
    signed: bool = False,
) -> Enrolment:
    """Enrol a worker, or find them again.

    An existing name or id needs the return code that its owner received, unless the worker is
    among `known`, who joined in this browser before, or a researcher or a signature vouches for
    them. Workers whose id the campaign does not trust can only come back. Workers who are
    vouched for have no entry steps."""
    name = _clean(external_id)
    with transaction.atomic():
        worker, new = _worker_of(campaign.dataset.project_id, source, name)
        proven = new or signed or worker.pk in known or proves(worker, return_code)
        if source in PROVEN and not proven and vouched_by is None:
            raise NameTaken(_taken(worker, name))
        vouched = vouched_by is not None
        enrolment, joined = Enrolment.objects.get_or_create(
            campaign=campaign,
            worker=worker,
            defaults=first_state(campaign, source, vouched=vouched),
        )
        if vouched and next_step(enrolment) is not None:
            enrolment = let_through(enrolment)
        if joined and campaign.status in CLOSED_TO_NEW_WORKERS:
            raise NotServing(
                gettext(NOT_SERVING[Campaign.Status(campaign.status)]),
                campaign_status=campaign.status,
            )
        if joined and is_over(campaign):
            raise Over(gettext(OVER), campaign_status=campaign.status)
        has_to_prove = source in PROVEN and not vouched
        if joined and has_to_prove and not believes(campaign, source, proven=signed):
            raise untrusted("unsigned")
        if joined:
            require_qualified(campaign, worker)
            _take_place(campaign)
            require_money(campaign, enrolment)
            if has_to_prove:
                _keep_within_day(campaign)
            record_event(
                "worker.joined",
                campaign=campaign,
                worker=worker,
                user=vouched_by,
                object_id=enrolment.pk,
            )
    return enrolment


def find_worker(*, project_id: int, source: str, external_id: str) -> Worker | None:
    """Return the worker with a name or an id, in any spelling; None if there is none."""
    return _known(project_id, source, _clean(external_id))


def has_joined(campaign: Campaign, source: str, external_id: str) -> bool:
    """Return whether the worker with a name or an id has joined the campaign, and so may return."""
    try:
        worker = find_worker(
            project_id=campaign.dataset.project_id, source=source, external_id=external_id
        )
    except Invalid:
        return False
    return worker is not None and campaign.enrolments.filter(worker=worker).exists()


def _worker_of(project_id: int, source: str, name: str) -> tuple[Worker, bool]:
    """Return the worker, and whether they are new to the project. New workers are numbered under
    the project's lock: a name sent twice at once is one worker, and no number is skipped."""
    if worker := _known(project_id, source, name):
        return worker, False
    project = Project.objects.select_for_update(no_key=True).get(pk=project_id)
    if worker := _known(project_id, source, name):
        return worker, False
    if was_erased(project_id, source, name):
        raise NotQualified(gettext(WAS_ERASED))
    project.workers_numbered += 1
    project.save(update_fields=["workers_numbered"])
    same, alike = _keys(source, name)
    worker = Worker.objects.create(
        project=project,
        number=project.workers_numbered,
        source=source,
        external_id=name,
        folded=same,
        looks=alike,
    )
    return worker, True


def _take_place(campaign: Campaign) -> None:
    """Count one more worker, or raise Full. Simultaneous joins wait here for the campaign's row;
    its CHECK constraint refuses any that get past."""
    free = Q(most_workers=None) | Q(worker_count__lt=F("most_workers"))
    places = Campaign.objects.filter(free, pk=campaign.pk)
    if not places.update(worker_count=F("worker_count") + 1):
        raise Full(gettext(FULL), campaign_status=campaign.status)


def _keep_within_day(campaign: Campaign) -> None:
    """Refuse a worker above the daily maximum. The caller has locked the campaign's row, so
    simultaneous joins are counted one after the other."""
    most = campaign.joins_per_day
    if most is None:
        return
    now = database_now()
    lately = campaign.enrolments.filter(joined_at__gt=now - DAY).order_by("-joined_at")
    newest = list(lately.values_list("joined_at", flat=True)[: most + 1])
    if len(newest) > most:
        wait = max(1, math.ceil((newest[-1] + DAY - now).total_seconds()))
        raise Crowded(gettext("Today’s places are full. Please try again tomorrow."), wait=wait)


def _known(project_id: int, source: str, name: str) -> Worker | None:
    """Return the worker with exactly this name, else with another spelling of it, else with a name
    that looks alike."""
    same, alike = _keys(source, name)
    found = Worker.objects.filter(
        Q(external_id=name) | Q(folded=same) | Q(looks=alike),
        project=project_id,
        source=source,
        erased_at=None,
    )
    return min(found, key=lambda one: (one.external_id != name, one.folded != same), default=None)


def _keys(source: str, name: str) -> tuple[str, str]:
    """Return the keys by which a name is found. A chosen name is compared as people see it; an id
    exactly."""
    return (folded(name), looks_of(name)) if source == Worker.Source.NAME else (name, name)


def _taken(worker: Worker, name: str) -> str:
    if worker.source != Worker.Source.NAME:
        return gettext(ID_TAKEN)
    message = NAME_TAKEN if worker.external_id == name else NAME_LOOKS_TAKEN
    return gettext(message).format(taken=worker.external_id, name=name)


def _clean(external_id: str) -> str:
    try:
        return clean_name(external_id)
    except UnusableName as error:
        raise Invalid(str(error), field="name") from error


def proves(worker: Worker, return_code: str) -> bool:
    given = (
        unicodedata.normalize("NFKC", return_code).strip().lower().encode("utf-8", "surrogatepass")
    )
    return secrets.compare_digest(given, worker.return_code.encode())
