"""The pages that belong to no face: the front door, health, and errors."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.models import Heartbeat

SWEEPS_MISSED = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "home.html")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when pages can be served; `sweep` says whether the background work is alive."""
    allowed = timedelta(seconds=SWEEPS_MISSED * settings.SWEEP_SECONDS)
    try:
        alive = Heartbeat.objects.filter(name="sweep", beat_at__gt=Now() - allowed).exists()
    except DatabaseError:
        return JsonResponse({"database": "unreachable", "sweep": "unknown"}, status=503)
    return JsonResponse({"database": "ok", "sweep": "ok" if alive else "late"})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return _error(request, 500)


def _error(request: HttpRequest, status: int, **context: Any) -> HttpResponse:
    return render(request, f"errors/{status}.html", context, status=status)
