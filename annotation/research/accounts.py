"""Signing in and out, and a new password. Accounts are made on the server, not here."""

import math
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib.auth import views
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse

from annotation.services.login import begin_login, finish_login


class Login(views.LoginView):
    """Anyone. The same answer for a wrong password and for a name that does not exist; too many
    attempts by one name or from one address answer 429 and say when to come back."""

    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = begin_login(username=request.POST.get("username", ""), address=address_of(request))
        if wait:
            return self._too_many(wait)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        finish_login(user=form.get_user(), username=form.cleaned_data["username"])
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)

    def _too_many(self, wait: int) -> HttpResponse:
        context = self.get_context_data(wait_minutes=math.ceil(wait / 60))
        response = self.render_to_response(context, status=429)
        response.headers["Retry-After"] = str(wait)
        return response

    def get_form(self, form_class: type[AuthenticationForm] | None = None) -> AuthenticationForm:
        form = super().get_form(form_class)
        form.fields["username"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        return form


class Logout(views.LogoutView):
    """Anyone; POST only."""

    http_method_names = ["post", "options"]


class PasswordChange(views.PasswordChangeView):
    """Whoever is signed in, for her own account; her other sessions end."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class PasswordChangeDone(views.PasswordChangeDoneView):
    """Whoever is signed in."""


def address_of(request: HttpRequest) -> str | None:
    """Behind the proxy that ends HTTPS, the address that this proxy saw: the last it wrote down.
    Whatever stands before it came from the client and counts for nothing."""
    if settings.BEHIND_HTTPS:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-1].strip()
        if forwarded:
            return _address(forwarded)
    return _address(request.META.get("REMOTE_ADDR", ""))


def _address(text: str) -> str | None:
    try:
        return str(ip_address(text))
    except ValueError:
        return None
