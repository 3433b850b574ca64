from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from annotation.services.errors import Invalid
from annotation.text.languages import is_known
from annotation.text.languages.selection import keep_language
from annotation.worker.answers import page

# Pages to return to, by name, so that no URL from the request is followed.
PAGES = {
    "join",
    "instructions",
    "consent",
    "declined",
    "quiz",
    "waiting",
    "hit",
    "done",
    "earnings",
    "kept",
    "withdraw",
    "questions",
    "erase",
}


@page("POST")
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Save the language of this browser, joined or not, and return to the same page."""
    language = request.POST.get("language", "")
    if not is_known(language):
        raise Invalid(gettext("Choose a language from the list."), field="language")
    back = request.POST.get("page", "")
    response = redirect(f"worker:{back if back in PAGES else 'join'}", code)
    keep_language(response, language)
    return response
