"""Adapters for django-allauth: who may sign up, how e-mails are sent, what is audited, how secrets
are stored."""

import base64
import secrets

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from annotation.models import User
from annotation.research.accounts.signed_in import device_of, keep_device
from annotation.services.accounts.accounts import set_password
from annotation.services.accounts.login import finish_login
from annotation.services.accounts.mail import write_letter
from annotation.services.audit import record_event
from annotation.services.encryption import CannotOpen, sealed, unsealed
from annotation.web.client_address import client_address

SECOND_FACTOR = "a second factor"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.OPEN_SIGN_UP)

    def authenticate(self, request: HttpRequest, **credentials: str) -> User | None:
        """Return the user; None for a disabled account, so that it gets the same answer as a wrong
        password."""
        user = super().authenticate(request, **credentials)
        return user if isinstance(user, User) and user.is_active else None

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        name = user.username
        device = device_of(request, name)
        address = client_address(request)
        ways = sorted({one["method"] for one in get_authentication_records(request, user)})
        finish_login(user=user, username=name, address=address, device=device, ways=ways)

    def post_login(self, request: HttpRequest, user: User, **kwargs: object) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        keep_device(request, response, user.username)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        return redirect("account_login")

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            record_event("account.created", user=saved, object_id=saved.pk)
        return saved

    def set_password(self, user: User, password: str) -> None:
        set_password(user=user, password=password, by=user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        mail = self.render_mail(template_prefix, email, context)
        write_letter(email=email, subject=mail.subject, text=str(mail.body))

    def add_message(
        self, request: HttpRequest, level: int, *args: object, **kwargs: object
    ) -> None:
        """Show a message on the next page, except those about signing in or out, which the page
        shows anyway."""
        named = args[0] if args else kwargs.get("message_template")
        if named not in {"account/messages/logged_in.txt", "account/messages/logged_out.txt"}:
            super().add_message(request, level, *args, **kwargs)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Stores the secrets of authenticators encrypted. If the server's secret key changes, no code
    is accepted any more, and the operator removes the second factors."""

    def get_totp_label(self, user: User) -> str:
        return user.username

    def encrypt(self, text: str) -> str:
        return sealed(text, SECOND_FACTOR)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret, or a random one if it cannot be decrypted, since the codes of an empty
        secret are public."""
        try:
            return unsealed(encrypted_text, SECOND_FACTOR)
        except CannotOpen:
            return base64.b32encode(secrets.token_bytes(20)).decode()


def account_name(typed: str) -> str:
    """Return the account's name for a typed name or verified address, so that guesses at both count
    together."""
    if "@" in typed and "\x00" not in typed:
        rows = EmailAddress.objects.filter(email__iexact=typed.strip(), verified=True)
        found = rows.values_list("user__username", flat=True).first()
        return str(found) if found else typed
    return typed
