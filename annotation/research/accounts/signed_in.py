"""A cookie naming the account that last signed in from this browser.

It grants no access. Wrong passwords from this browser are counted separately, so that strangers who
guess elsewhere cannot lock out the owner.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from annotation.services.accounts.login import account_digest

COOKIE = "midpath_signed_in"
SALT = "annotation.research.project.signed_in"
COOKIE_SECONDS = 365 * 24 * 3600


def device_of(request: HttpRequest, username: str) -> str:
    """Return this browser's name if this account signed in here before; else an empty text."""
    cookie = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=COOKIE_SECONDS)
    account, _, device = (cookie or "").partition(".")
    return device if account == account_digest(username) else ""


def keep_device(request: HttpRequest, response: HttpResponse, username: str) -> None:
    device = device_of(request, username) or secrets.token_hex(16)
    response.set_signed_cookie(
        COOKIE,
        f"{account_digest(username)}.{device}",
        salt=SALT,
        max_age=COOKIE_SECONDS,
        path=reverse("account_login"),
        secure=settings.BEHIND_HTTPS,
        httponly=True,
        samesite="Lax",
    )
