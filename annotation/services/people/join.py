"""Let workers join a campaign, from outside by a page or the API, or by a command on the server.

Only those from outside are limited in how often they may try."""

import secrets
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_noop

from annotation.models import Arrival, Campaign, Enrolment, User, Worker
from annotation.models.people.worker import SENT
from annotation.services.accounts.login_throttle import (
    AT_CODES,
    AT_WORKERS,
    begin_guess,
    take_back_guesses,
)
from annotation.services.audit import record_event
from annotation.services.clock import database_now, seconds_to_wait
from annotation.services.errors import (
    Crowded,
    Full,
    Invalid,
    NameTaken,
    NotServing,
    Over,
    ServiceError,
    TooMany,
)
from annotation.services.pay.funding import require_money
from annotation.services.people.entry import first_state, let_through, next_step
from annotation.services.people.identity import Identity
from annotation.services.people.qualifications import require_qualified
from annotation.services.people.sessions import keep_session
from annotation.services.people.trust import believes, untrusted
from annotation.services.people.workers import (
    clean_id,
    find_or_create,
    find_worker,
    name_taken,
    proves,
)
from annotation.services.wordings.assignment import assign_wording
from annotation.services.work.allocation import OVER, is_over
from annotation.services.work.claim import NOT_SERVING
from annotation.services.work.join_traces import keep_trace

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SALT = "annotation.arrival"
FULL = gettext_noop("This study is full. Thank you for your interest.")
CLOSED_TO_NEW_WORKERS = {Campaign.Status.DRAFT, Campaign.Status.CLOSED}
# A worker from these sources has to prove that the name or id is theirs.
PROVEN = {Worker.Source.NAME, *SENT}


def let_in(
    *,
    campaign: Campaign,
    who: Identity,
    address: str,
    return_code: str = "",
    access_code: str = "",
    known: Collection[int] = (),
    vouched_by: User | None = None,
) -> Enrolment:
    """Enrol a worker within the limits, or find their enrolment.

    Only a limited number of new workers may join from one address within an hour, unless a
    researcher registers them. Returning workers can always join."""
    worker = find_worker(
        project_id=campaign.dataset.project_id, source=who.source, external_id=who.worker
    )
    guessing = bool(return_code) and not (worker is None or worker.pk in known or who.proven)
    if worker is not None and guessing:
        _begin_code(worker, address)
    new = worker is None or not campaign.enrolments.filter(worker=worker).exists()
    strange = new and vouched_by is None
    if strange and campaign.access_code:
        _check_access_code(campaign, access_code, address)
    with _count_entry(campaign, address if strange else ""):
        enrolment = join_campaign(
            campaign=campaign,
            source=who.source,
            external_id=who.worker,
            return_code=return_code,
            known=known,
            vouched_by=vouched_by,
            signed=who.proven,
        )
    if vouched_by is None:
        keep_trace(enrolment=enrolment, address=address, known=known)
    keep_session(enrolment=enrolment, study=who.study, session=who.session)
    if worker is not None and guessing:
        take_back_guesses(target=_target(worker), address=address)
    return enrolment


def prove_return_code(*, worker: Worker, given: str, address: str) -> None:
    """Raise Invalid unless this is the worker's return code, or TooMany after many guesses."""
    _begin_code(worker, address)
    if not proves(worker, given):
        raise Invalid(gettext("This return code is not correct."), field="return_code")
    take_back_guesses(target=_target(worker), address=address)


def _begin_code(worker: Worker, address: str) -> None:
    wait = begin_guess(target=_target(worker), address=address)
    if wait:
        raise TooMany(gettext("Too many wrong return codes."), wait=wait)


def _target(worker: Worker) -> str:
    return f"{AT_WORKERS}{worker.pk}"


def _check_access_code(campaign: Campaign, given: str, address: str) -> None:
    """Raise Invalid unless the campaign's access code was given; case and width are ignored."""
    if not given.strip():
        raise Invalid(gettext("Enter the access code from your invitation."), field="access_code")
    target = f"{AT_CODES}{campaign.pk}"
    if wait := begin_guess(target=target, address=address):
        raise TooMany(gettext("Too many wrong access codes."), wait=wait)
    if not secrets.compare_digest(_as_typed(given), _as_typed(campaign.access_code)):
        raise Invalid(gettext("This access code is not correct."), field="access_code")
    take_back_guesses(target=target, address=address)


def _as_typed(code: str) -> bytes:
    folded = unicodedata.normalize("NFKC", code).strip().casefold()
    return folded.encode("utf-8", "surrogatepass")


@contextmanager
def _count_entry(campaign: Campaign, address: str) -> Iterator[None]:
    """Count a new worker from this address, and undo the count if they are refused. An empty
    address is not counted."""
    arrival = _arrive(campaign, address) if address else None
    try:
        yield
    except ServiceError:
        if arrival is not None:
            arrival.delete()
        raise


def _arrive(campaign: Campaign, address: str) -> Arrival | None:
    """Count an arrival, or refuse it if the campaign's limit per address is reached. The row is
    written before counting, so simultaneous arrivals cannot exceed the limit."""
    most = campaign.joins_per_address
    if most is None:
        return None
    now, origin = database_now(), origin_of(campaign, address)
    forget_arrivals()
    mine = Arrival.objects.create(campaign=campaign, origin=origin)
    here = Arrival.objects.filter(campaign=campaign, origin=origin).order_by("-at")
    wait = seconds_to_wait(here.values_list("at", flat=True), most, HOUR, now)
    if not wait:
        return mine
    mine.delete()
    raise Crowded(
        gettext(
            "Many people have joined from your network, so no one else can join from it at the "
            "moment. The researchers can change this limit."
        ),
        wait=wait,
    )


def forget_arrivals() -> None:
    """Delete arrivals that are too old to matter for a limit."""
    Arrival.objects.filter(at__lt=database_now() - HOUR).delete()


def origin_of(campaign: Campaign, address: str) -> str:
    """Return a keyed digest of an address, different in each campaign."""
    return salted_hmac(SALT, f"{campaign.pk} {address}", algorithm="sha256").hexdigest()


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
    name, vouched = clean_id(external_id), vouched_by is not None
    with transaction.atomic():
        worker, new = find_or_create(campaign.dataset.project_id, source, name)
        proven = new or signed or worker.pk in known or proves(worker, return_code)
        if source in PROVEN and not proven and not vouched:
            raise NameTaken(name_taken(worker, name))
        enrolment, joined = Enrolment.objects.get_or_create(
            campaign=campaign,
            worker=worker,
            defaults=first_state(campaign, source, vouched=vouched),
        )
        if vouched and next_step(enrolment) is not None:
            enrolment = let_through(enrolment)
        if joined:
            _admit(campaign, worker, enrolment, signed=signed, vouched_by=vouched_by)
    return enrolment


def _admit(
    campaign: Campaign,
    worker: Worker,
    enrolment: Enrolment,
    *,
    signed: bool,
    vouched_by: User | None,
) -> None:
    """Check a campaign's terms for new workers, in order, and record that this one has joined. The
    first term that is not met is raised as an error, which undoes the enrolment."""
    _require_open(campaign)
    has_to_prove = worker.source in PROVEN and vouched_by is None
    if has_to_prove and not believes(campaign, worker.source, proven=signed):
        raise untrusted("unsigned")
    require_qualified(campaign, worker)
    _take_place(campaign)
    assign_wording(campaign=campaign, enrolment=enrolment)
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


def _require_open(campaign: Campaign) -> None:
    """Raise NotServing or Over if a campaign takes no new workers."""
    status = campaign.status
    if status in CLOSED_TO_NEW_WORKERS:
        raise NotServing(gettext(NOT_SERVING[Campaign.Status(status)]), campaign_status=status)
    if is_over(campaign):
        raise Over(gettext(OVER), campaign_status=status)


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
    if wait := seconds_to_wait(lately.values_list("joined_at", flat=True), most, DAY, now):
        raise Crowded(gettext("Today’s places are full. Please try again tomorrow."), wait=wait)
