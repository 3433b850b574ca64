"""The forms of django-allauth where Midpath's differ: names of fields, and guesses slowed down."""

from typing import Any

from allauth.account.forms import LoginForm
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms

from annotation.addresses import UNKNOWN
from annotation.models import User
from annotation.services.accounts.guesses import begin_guess, digest_of, take_back_guesses

# All guesses at the codes of one account count together, wherever they come from.
ANYWHERE = "any device"


class SignInForm(LoginForm):  # type: ignore[misc]
    """A form whose field of the name is called `username`, as browsers remember it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain = {"autocapitalize": "none", "spellcheck": "false", "autocomplete": "username"}
        self.fields["login"].widget = forms.TextInput(attrs=plain | {"autofocus": True})
        self.fields["password"].widget.attrs.pop("placeholder", None)

    def add_prefix(self, field_name: str) -> str:
        return "username" if field_name == "login" else field_name


class _Slowed:
    """Counts each code before it is compared; ten in a quarter of an hour are the most."""

    user: User

    def clean_code(self) -> str:
        target = digest_of(f"codes of account {self.user.pk}")
        if begin_guess(target=target, address=UNKNOWN, device=ANYWHERE):
            raise forms.ValidationError("Too many codes. Wait a quarter of an hour.")
        code: str = super().clean_code()  # type: ignore[misc]
        take_back_guesses(target=target, address=UNKNOWN, device=ANYWHERE)
        return code


class CodeForm(_Slowed, AuthenticateForm):  # type: ignore[misc]
    pass


class CodeAgainForm(_Slowed, ReauthenticateForm):  # type: ignore[misc]
    pass


class NewAuthenticatorForm(_Slowed, ActivateTOTPForm):  # type: ignore[misc]
    pass
