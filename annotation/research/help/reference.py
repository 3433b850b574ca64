"""The API reference: a filtered list of operations, and a page for each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.research.help.operations import operations, rooms

MAX_FILTER_LENGTH = 100


@require_safe
@never_cache
def show_operations(request: HttpRequest) -> HttpResponse:
    wanted = request.GET.get("q", "").strip()[:MAX_FILTER_LENGTH]
    found = rooms(wanted)
    return render(
        request,
        "research/help/operations.html",
        {
            "wanted": wanted,
            "rooms": found,
            "many": sum(map(len, found.values())),
            "all": len(operations()),
        },
    )


@require_safe
@never_cache
def show_operation(request: HttpRequest, operation: str) -> HttpResponse:
    found = operations().get(operation)
    if found is None:
        raise Http404
    beside = rooms("")[found.room]
    return render(request, "research/help/operation.html", {"operation": found, "beside": beside})
