"""Let workers in who come from outside, by a page or a program: what join_campaign does, with
limits to how often it may be tried. Commands on the server go without."""

from collections.abc import Collection

from annotation.models import Campaign, Enrolment, User, Worker
from annotation.services.errors import TooMany
from annotation.services.guesses import AT_WORKERS, begin_guess, take_back_guesses
from annotation.services.workers import find_worker, join_campaign


def let_in(
    *,
    campaign: Campaign,
    source: str,
    external_id: str,
    address: str,
    return_code: str = "",
    known: Collection[int] = (),
    vouched_by: User | None = None,
) -> Enrolment:
    worker = find_worker(
        project_id=campaign.dataset.project_id, source=source, external_id=external_id
    )
    guessing = worker is not None and bool(return_code) and worker.pk not in known
    if worker is not None and guessing:
        _begin_code(worker, address)
    enrolment = join_campaign(
        campaign=campaign,
        source=source,
        external_id=external_id,
        return_code=return_code,
        known=known,
        vouched_by=vouched_by,
    )
    if worker is not None and guessing:
        take_back_guesses(target=_target(worker), address=address)
    return enrolment


def _begin_code(worker: Worker, address: str) -> None:
    wait = begin_guess(target=_target(worker), address=address)
    if wait:
        raise TooMany("Too many return codes were tried.", wait=wait)


def _target(worker: Worker) -> str:
    return f"{AT_WORKERS}{worker.pk}"
