"""Let workers join from outside, through a page or the API.

This is join_campaign with limits on how often it may be tried. Commands on the server have no such
limits."""

import math
import secrets
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from annotation.models import Arrival, Campaign, Enrolment, User, Worker
from annotation.services.accounts.login_throttle import (
    AT_CODES,
    AT_WORKERS,
    begin_guess,
    take_back_guesses,
)
from annotation.services.clock import database_now
from annotation.services.errors import Crowded, Invalid, ServiceError, TooMany
from annotation.services.people.identity import Identity
from annotation.services.people.sessions import keep_session
from annotation.services.people.workers import find_worker, join_campaign, proves
from annotation.services.work.join_traces import keep_trace

WINDOW = timedelta(hours=1)
SALT = "annotation.arrival"


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
    newest = list(here.values_list("at", flat=True)[: most + 1])
    if len(newest) <= most:
        return mine
    mine.delete()
    wait = max(1, math.ceil((newest[-1] + WINDOW - now).total_seconds()))
    raise Crowded(
        gettext(
            "Many people have joined from your network, so no one else can join from it at the "
            "moment. The researchers can change this limit."
        ),
        wait=wait,
    )


def forget_arrivals() -> None:
    """Delete arrivals that are too old to matter for a limit."""
    Arrival.objects.filter(at__lt=database_now() - WINDOW).delete()


def origin_of(campaign: Campaign, address: str) -> str:
    """Return a keyed digest of an address, different in each campaign."""
    return salted_hmac(SALT, f"{campaign.pk} {address}", algorithm="sha256").hexdigest()


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
