"""How a worker comes into a campaign."""

import re
import secrets
from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q

from annotation.models import Campaign, Enrolment, Project, Worker
from annotation.services.audit import record_event
from annotation.services.claim import NOT_SERVING
from annotation.services.errors import Full, Invalid, NameTaken, NotServing

# Anything that prints, without characters that pretend to be others or hide.
UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd\ud800-\udfff]"
)
MAX_NAME = 60
FULL = (
    "As many workers have joined this campaign as it takes, so nobody new can come in. Thank you "
    "for coming."
)
CLOSED_TO_NEW_WORKERS = {Campaign.Status.DRAFT, Campaign.Status.CLOSED}


def join_campaign(
    *,
    campaign: Campaign,
    source: str,
    external_id: str,
    return_code: str = "",
    known: Collection[int] = (),
) -> Enrolment:
    """Enrol a worker, or find them again.

    An id in the link is whatever the platform vouches for. A chosen name that exists already needs
    the return code that its owner was given, unless it is of the workers `known` where this comes
    from."""
    external_id = _clean(external_id)
    with transaction.atomic():
        worker, new = _worker_of(campaign.dataset.project_id, source, external_id)
        proven = new or worker.pk in known or _proves(worker, return_code)
        if source == Worker.Source.NAME and not proven:
            raise NameTaken(
                f"Someone is working here as {external_id} already. If that is you, enter your "
                "return code; otherwise choose another name."
            )
        enrolment, joined = Enrolment.objects.get_or_create(campaign=campaign, worker=worker)
        if joined and campaign.status in CLOSED_TO_NEW_WORKERS:
            raise NotServing(
                NOT_SERVING[Campaign.Status(campaign.status)], campaign_status=campaign.status
            )
        if joined:
            _take_place(campaign)
            record_event("worker.joined", campaign=campaign, worker=worker, object_id=enrolment.pk)
    return enrolment


def _worker_of(project_id: int, source: str, external_id: str) -> tuple[Worker, bool]:
    """The worker, and whether they are new to the project. New ones are numbered one by one, under
    the project's lock: the same name twice at once is one worker, and no number is left out."""
    known = Worker.objects.filter(project=project_id, source=source, external_id=external_id)
    if worker := known.first():
        return worker, False
    project = Project.objects.select_for_update(no_key=True).get(pk=project_id)
    if worker := known.first():
        return worker, False
    project.workers_numbered += 1
    project.save(update_fields=["workers_numbered"])
    worker = Worker.objects.create(
        project=project,
        number=project.workers_numbered,
        source=source,
        external_id=external_id,
    )
    return worker, True


def _take_place(campaign: Campaign) -> None:
    """One worker more, of at most so many. Who comes at once waits here for the campaign's row, and
    its CHECK refuses whatever passes by."""
    free = Q(most_workers=None) | Q(worker_count__lt=F("most_workers"))
    places = Campaign.objects.filter(free, pk=campaign.pk)
    if not places.update(worker_count=F("worker_count") + 1):
        raise Full(FULL, campaign_status=campaign.status)


def _clean(external_id: str) -> str:
    name = " ".join(external_id.split()) if not UNPRINTABLE.search(external_id) else ""
    if not 0 < len(name) <= MAX_NAME:
        raise Invalid(f"Choose a name of 1 to {MAX_NAME} letters, digits or signs.", field="name")
    return name


def _proves(worker: Worker, return_code: str) -> bool:
    given = return_code.strip().lower().encode()
    return secrets.compare_digest(given, worker.return_code.encode())
