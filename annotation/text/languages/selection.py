"""Choose the language of a worker's page: the worker's own choice, else the campaign's, else the
browser's preference. Researchers' pages are always in English."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from annotation.text.languages import ENGLISH, is_known

COOKIE = "midpath_language"
COOKIE_SECONDS = 365 * 24 * 3600

Handler = Callable[[HttpRequest], HttpResponse]


def speak_workers_language(get_response: Handler) -> Handler:
    """Answer requests to the workers' URLs in the worker's language, including refusals."""

    def handle(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(workers_path()):
            return get_response(request)
        with translation.override(language_of(request)):
            response = get_response(request)
            response.headers["Content-Language"] = translation.get_language() or ENGLISH
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return handle


def language_of(request: HttpRequest) -> str:
    return chosen(request) or accepted(request)


def speak_language_of_campaign(request: HttpRequest, language: str) -> None:
    """Switch to the language of the campaign that this page belongs to, unless the worker chose
    one.

    The campaign is known only once it has been loaded, and is not loaded just for this. The
    language stays active until the response is complete."""
    if language and request.path_info.startswith(workers_path()) and not chosen(request):
        translation.activate(language)


def chosen(request: HttpRequest) -> str:
    """Return the language that the worker chose in this browser; empty if they chose none."""
    cookie = request.COOKIES.get(COOKIE, "")
    return cookie if is_known(cookie) else ""


def accepted(request: HttpRequest) -> str:
    """Return the known language that the browser prefers, of any region; else English."""
    for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        language = tag.partition("-")[0].lower()
        if is_known(language):
            return language
    return ENGLISH


def keep_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        COOKIE,
        language,
        max_age=COOKIE_SECONDS,
        path=workers_path(),
        secure=settings.BEHIND_HTTPS,
        httponly=True,
        samesite="Lax",
    )


def workers_path() -> str:
    """Return the common prefix of all workers' URLs."""
    return reverse("worker:home")
