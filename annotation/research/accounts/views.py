"""Sign-in and sign-out, password reset, e-mail addresses and the second factor. django-allauth does
the work; rate limits, auditing and templates are Midpath's."""

import math
from typing import cast

from allauth.account import views as account
from allauth.account.decorators import reauthentication_required
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as plain
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator

from annotation.models import User
from annotation.research.accounts.adapter import account_name
from annotation.research.accounts.signed_in import device_of
from annotation.services.accounts.accounts import set_password
from annotation.services.accounts.login import account_digest, begin_login, fail_login
from annotation.services.accounts.login_throttle import begin_guess, digest_of, take_back_guesses
from annotation.services.audit import record_event
from annotation.web.client_address import client_address
from midpath.text.formatting import counted


class Login(account.LoginView):  # type: ignore[misc]
    """Anyone. A wrong password and an unknown name get the same answer. Too many attempts for one
    name or from one IP address answer 429, with the time to wait."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        name = account_name(request.POST.get("username", ""))
        wait = begin_login(
            username=name, address=client_address(request), device=device_of(request, name)
        )
        if wait:
            return self._too_many(wait)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**kwargs)
        extra = {"open_sign_up": settings.OPEN_SIGN_UP, "issuer": settings.SSO_NAME}
        return context | extra

    def form_invalid(self, form: Form) -> HttpResponse:
        fail_login(username=account_name(form.data.get("username", "")))
        return self._page(400, form=form)

    def _too_many(self, wait: int) -> HttpResponse:
        form = self.get_form_class()(request=self.request)
        response = self._page(429, form=form, wait_minutes=math.ceil(wait / 60))
        response.headers["Retry-After"] = str(wait)
        return response

    def _page(self, status: int, **context: object) -> HttpResponse:
        page: HttpResponse = self.render_to_response(
            self.get_context_data(**context), status=status
        )
        return page


class Logout(plain.LogoutView):
    http_method_names = ["post", "options"]


class _AsksForPassword:
    """A page whose POST contains the user's password: wrong ones count with those at sign-in."""

    request: HttpRequest

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        wait = begin_login(**self._guess())
        if wait:
            return _wait(request, "Too many password attempts.", wait)
        return super().post(request, *args, **kwargs)  # type: ignore[misc, no-any-return]

    def _take_back(self) -> None:
        guess = self._guess()
        take_back_guesses(target=account_digest(guess.pop("username")), **guess)

    def _guess(self) -> dict[str, str]:
        name = cast(User, self.request.user).username
        device = device_of(self.request, name)
        return {"username": name, "address": client_address(self.request), "device": device}


class PasswordChange(_AsksForPassword, plain.PasswordChangeView):
    """Anyone who is signed in, for their own account; their other sessions end."""

    def form_valid(self, form: Form) -> HttpResponse:
        self._take_back()
        user = cast(User, self.request.user)
        set_password(user=user, password=form.cleaned_data["new_password1"], by=user)
        update_session_auth_hash(self.request, user)
        return redirect("password_change_done")

    def form_invalid(self, form: Form) -> HttpResponse:
        if "old_password" not in form.errors:
            self._take_back()
        return self.render_to_response(self.get_context_data(form=form), status=400)


class PasswordChangeDone(plain.PasswordChangeDoneView):
    """Anyone who is signed in."""


class _Mails:
    """A page whose POST may send mail to a typed address, rate-limited per recipient and per IP
    address."""

    request: HttpRequest

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        target = digest_of("mail to " + request.POST.get("email", "").strip().casefold())
        wait = begin_guess(target=target, address=client_address(request))
        if wait:
            return _wait(request, "Too many e-mails requested.", wait)
        return super().post(request, *args, **kwargs)  # type: ignore[misc, no-any-return]


class SignUp(_Mails, account.SignupView):  # type: ignore[misc]
    """Anyone, if the operator opened sign-up."""


class PasswordReset(_Mails, account.PasswordResetView):  # type: ignore[misc]
    """Anyone. The answer is the same whether the address belongs to an account or not."""


class Addresses(_Mails, account.EmailView):  # type: ignore[misc]
    """Anyone who is signed in, for their own account. Changes require the password first, since a
    confirmed address can reset it."""

    @method_decorator(reauthentication_required)
    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return super().post(request, *args, **kwargs)


class Reauthenticate(_AsksForPassword, account.ReauthenticateView):  # type: ignore[misc]
    """Anyone who is signed in. Requires the password before security settings change."""

    def form_valid(self, form: Form) -> HttpResponse:
        self._take_back()
        answer: HttpResponse = super().form_valid(form)
        return answer


class NewAuthenticator(totp.ActivateTOTPView):  # type: ignore[misc]
    """Anyone who is signed in and has just given their password, for their own account."""

    def form_valid(self, form: Form) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        user = cast(User, self.request.user)
        record_event("account.second_factor_set", user=user, object_id=user.pk)
        return answer


class NoAuthenticator(totp.DeactivateTOTPView):  # type: ignore[misc]
    """Anyone who is signed in and has just given their password, for their own account."""

    def form_valid(self, form: Form) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        user = cast(User, self.request.user)
        record_event("account.second_factor_removed", user=user, object_id=user.pk)
        return answer


class RecoveryCodes(recovery.ViewRecoveryCodesView):  # type: ignore[misc]
    """Anyone who is signed in. Codes are shown once, right after they are generated."""


def _wait(request: HttpRequest, said: str, wait: int) -> HttpResponse:
    reason = f"{said} Try again in {counted(math.ceil(wait / 60), 'minute')}."
    answer = render(request, "research/common/refused.html", {"reason": reason}, status=429)
    answer.headers["Retry-After"] = str(wait)
    return answer
