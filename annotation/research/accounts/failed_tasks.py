"""Tasks of Celery that failed, for operators: try them again, or discard them."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.models import DeadLetter
from annotation.research.common.access import ResearcherRequest, researcher
from annotation.services.monitoring.dead_letters import (
    chosen_letters,
    discard_letters,
    latest_letters,
    replay_letters,
)
from midpath.text.formatting import counted


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def failed_tasks(request: ResearcherRequest) -> HttpResponse:
    """Operators (`manage.py operator`). A POST replays or discards one task or all."""
    if not request.user.is_superuser:
        raise Http404
    if request.method == "POST":
        if "discard" in request.POST:
            _discard(request, chosen_letters(request.POST["discard"]))
        else:
            _replay(request, chosen_letters(request.POST.get("replay", "")))
        return redirect("failed_tasks")
    context = {"letters": latest_letters(), "count": DeadLetter.objects.count()}
    return render(request, "account/failed_tasks.html", context)


def _replay(request: ResearcherRequest, letters: QuerySet[DeadLetter]) -> None:
    wanted = letters.count()
    sent = replay_letters(letters, user=request.user)
    if sent < wanted:
        messages.error(request, "Redis cannot be reached, so not all tasks could be sent. Retry.")
    else:
        messages.success(
            request, f"{counted(sent, 'task')} sent again. Each leaves the list when it succeeds."
        )


def _discard(request: ResearcherRequest, letters: QuerySet[DeadLetter]) -> None:
    messages.success(
        request, f"{counted(discard_letters(letters, user=request.user), 'task')} discarded."
    )
