"""Remember which workers have joined in this browser.

A worker identified in one campaign of a project need not prove their identity in the next. "Sign
out on this device" forgets them."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from annotation.models import Campaign, Worker

COOKIE = "midpath_device"
SALT = "annotation.worker.device"
COOKIE_SECONDS = 180 * 24 * 3600
MAX_WORKERS = 20
MAX_OFFERED = 3


def workers_known(request: HttpRequest) -> list[int]:
    """Return the keys of the workers who joined in this browser, the latest first; empty for a
    forged cookie."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=COOKIE_SECONDS)
    return [int(key) for key in cookie.split(",")] if cookie else []


def people_known(request: HttpRequest, campaign: Campaign) -> Sequence[Worker]:
    """Return those of these workers who are in this campaign's project and joined by a name or a
    link, the latest first. Workers from a platform use its link every time."""
    known = workers_known(request)
    if not known:
        return []
    workers = Worker.objects.filter(
        pk__in=known,
        project=campaign.dataset.project_id,
        erased_at=None,
        source__in=(Worker.Source.NAME, Worker.Source.LINK),
    )
    found = {worker.pk: worker for worker in workers}
    return [found[key] for key in known if key in found][:MAX_OFFERED]


def keep_worker(request: HttpRequest, response: HttpResponse, worker_id: int) -> None:
    others = (key for key in workers_known(request) if key != worker_id)
    _keep(response, [worker_id, *others])


def forget_worker(request: HttpRequest, response: HttpResponse, worker_id: int) -> None:
    _keep(response, (key for key in workers_known(request) if key != worker_id))


def forget_all(response: HttpResponse) -> None:
    _keep(response, ())


def _keep(response: HttpResponse, workers: Iterable[int]) -> None:
    cookie = ",".join(map(str, list(workers)[:MAX_WORKERS]))
    response.set_signed_cookie(
        COOKIE,
        cookie,
        salt=SALT,
        max_age=COOKIE_SECONDS if cookie else 0,
        path=_path(),
        secure=settings.BEHIND_HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _path() -> str:
    """Return the common prefix of all campaigns' URLs."""
    return reverse("worker:home")
