"""The link back to the page where an action started, with what can be undone there."""

from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from annotation.models import Campaign
from annotation.research.common.paging import is_number
from annotation.services.work.exclusion import MAX_WORKERS

UNDO = "undo"


def way_back(request: HttpRequest, usual: str) -> str:
    """Return the page of this site in the request's `next`, else the default one."""
    given = request.POST if request.method == "POST" else request.GET
    place = given.get("next", "")
    return place if url_has_allowed_host_and_scheme(place, {request.get_host()}) else usual


def with_undo(place: str, enrolments: Iterable[int]) -> str:
    """Return a URL that names the workers who were just excluded, and no earlier ones."""
    parts = urlsplit(place)
    parameters = [(name, value) for name, value in parse_qsl(parts.query) if name != UNDO]
    query = urlencode([*parameters, *((UNDO, key) for key in enrolments)])
    return parts._replace(query=query).geturl()


def just_excluded(request: HttpRequest, campaign: Campaign) -> list[int]:
    """Return the enrolments that were just excluded and still are, so that it can be undone."""
    given = request.GET.getlist(UNDO)[:MAX_WORKERS]
    keys = [int(key) for key in given if is_number(key)]
    if not keys:
        return []
    out = campaign.enrolments.filter(pk__in=keys, excluded_at__isnull=False)
    return list(out.order_by("pk").values_list("pk", flat=True))
