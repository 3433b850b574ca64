from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from annotation.models import Enrolment
from annotation.services.work.rejections import object_to_rejections
from annotation.worker.answers import page
from annotation.worker.device import workers_known
from annotation.worker.identity import NotJoined, current_enrolment
from midpath.text.characters import key_in


@page("POST")
def object_to(request: HttpRequest, code: str) -> HttpResponse:
    """Object to the rejection of one judgment, of all judgments of one decision, or of all. The
    home page names the worker, who must be known to this browser."""
    given = request.POST.get("as", "")
    enrolment = _known(request, code, given) if given else current_enrolment(request, code)
    object_to_rejections(
        enrolment=enrolment,
        judgment_id=_number(request.POST.get("judgment")),
        entry_id=_number(request.POST.get("decision")),
    )
    return redirect("worker:home") if given else redirect("worker:earnings", code)


def _known(request: HttpRequest, code: str, given: str) -> Enrolment:
    rows = Enrolment.objects.filter(campaign__deleted_at=None, erased_at=None)
    rows = rows.filter(campaign__code=code, worker__in=workers_known(request))
    enrolment = rows.filter(pk=_number(given) or 0).first()
    if enrolment is None:
        raise NotJoined
    return enrolment


def _number(given: str | None) -> int | None:
    """Return a key from a form; if it is not a number, one that no row has."""
    return None if given is None else key_in(given) or 0
