"""Signing in and out, and a new password. Accounts are made on the server, not here."""

import math
from typing import Any, cast

from django.contrib.auth import update_session_auth_hash, views
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from annotation.addresses import client_address
from annotation.models import User
from annotation.research.project.signed_in import device_of, keep_device
from annotation.services.accounts.accounts import set_password
from annotation.services.accounts.login import begin_login, fail_login, finish_login


class Login(views.LoginView):
    """Anyone. The same answer for a wrong password and for a name that does not exist; too many
    attempts at one name or from one address answer 429 and say when to come back."""

    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        username = request.POST.get("username", "")
        wait = begin_login(
            username=username,
            address=client_address(request),
            device=device_of(request, username),
        )
        if wait:
            return self._too_many(wait)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        username = form.cleaned_data["username"]
        finish_login(
            user=form.get_user(),
            username=username,
            address=client_address(self.request),
            device=device_of(self.request, username),
        )
        keep_device(self.request, response, username)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        fail_login(username=form.data.get("username", ""))
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
    """Anyone who is signed in, for their own account; their other sessions end."""

    def form_valid(self, form: Any) -> HttpResponse:
        user = cast(User, self.request.user)
        set_password(user=user, password=form.cleaned_data["new_password1"], by=user)
        update_session_auth_hash(self.request, user)
        return redirect("password_change_done")

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class PasswordChangeDone(views.PasswordChangeDoneView):
    """Anyone who is signed in."""
