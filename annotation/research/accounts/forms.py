"""The forms of django-allauth with Midpath's differences: field names, rate-limited guesses,
single-use codes, and password resets only for confirmed addresses."""

from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms

from annotation.models import User
from annotation.services.accounts.login_throttle import begin_guess, digest_of, take_back_guesses
from annotation.services.accounts.second_factor import use_code
from annotation.web.client_address import UNKNOWN

# All guesses at the codes of one account count together, wherever they come from.
ANYWHERE = "any device"


class SignInForm(LoginForm):  # type: ignore[misc]
    """A form whose name field is called `username`, which browsers remember."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain = {"autocapitalize": "none", "spellcheck": "false", "autocomplete": "username"}
        self.fields["login"].widget = forms.TextInput(attrs=plain | {"autofocus": True})
        self.fields["password"].widget.attrs.pop("placeholder", None)

    def add_prefix(self, field_name: str) -> str:
        return "username" if field_name == "login" else field_name


class MailedPasswordForm(ResetPasswordForm):  # type: ignore[misc]
    """Mails a link to confirmed addresses only; others may belong to anyone."""

    users: list[User]

    def clean_email(self) -> str:
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True)
        owners = set(confirmed.values_list("user_id", flat=True))
        self.users = [user for user in self.users if user.pk in owners]
        return email


class _Slowed:
    """Limits the codes tried to ten per quarter of an hour, counting each before it is compared."""

    user: User

    def clean_code(self) -> str:
        target = digest_of(f"codes of account {self.user.pk}")
        if begin_guess(target=target, address=UNKNOWN, device=ANYWHERE):
            raise forms.ValidationError("Too many codes. Try again in 15 minutes.")
        code: str = super().clean_code()  # type: ignore[misc]
        take_back_guesses(target=target, address=UNKNOWN, device=ANYWHERE)
        return code


class _Once:
    """Accepts each code of an authenticator app once."""

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]
        if not use_code(self.authenticator, code):  # type: ignore[attr-defined]
            raise get_adapter().validation_error("incorrect_code")
        return code


class CodeForm(_Slowed, _Once, AuthenticateForm):  # type: ignore[misc]
    pass


class CodeAgainForm(_Slowed, _Once, ReauthenticateForm):  # type: ignore[misc]
    pass


class NewAuthenticatorForm(_Slowed, ActivateTOTPForm):  # type: ignore[misc]
    pass
