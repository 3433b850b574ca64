"""The page that a browser shows when it cannot reach the server, and the script that caches it."""

import orjson
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from annotation.text.languages import ENGLISH, is_known
from annotation.worker.answers import page

WORKER = "js/worker/service-worker.js"
# What the page needs in addition to itself.
FILES = ("css/base.css", "css/controls.css", "css/worker.css", "js/worker/again.js")


def script_address() -> str:
    """Return the address of the script for pages in the active language."""
    return _in_language("offline_script", translation.get_language() or ENGLISH)


@page("GET", "HEAD")
def script(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, whose scope is its folder: all worker pages. Its bytes change with
    the language and the files, so browsers then fetch the page again."""
    language = _speak(request)
    offline = {"page": _in_language("offline", language), "files": [static(file) for file in FILES]}
    shown, imported = orjson.dumps(offline), orjson.dumps(static(WORKER))
    lines = b"self.offline = %b;\nimportScripts(%b);\n" % (shown, imported)
    return HttpResponse(lines, content_type="text/javascript")


@page("GET", "HEAD")
def show(request: HttpRequest) -> HttpResponse:
    _speak(request)
    return render(request, "worker/offline.html")


def _in_language(name: str, language: str) -> str:
    return f"{reverse(f'worker:{name}')}?language={language}"


def _speak(request: HttpRequest) -> str:
    """Respond in the language of the requesting page, which may be its campaign's."""
    language = request.GET.get("language", "")
    if is_known(language):
        translation.activate(language)
    return translation.get_language() or ENGLISH
