"""Find the account of a person identified by the operator's identity provider, link it to them, or
create one. An account linked before is theirs. It is linked by an e-mail address only if the issuer
verified the address and is trusted for its domain, and the account has confirmed it, too: otherwise
a person who entered someone else's address first would share their account."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import Resolver404, resolve

from annotation.models import Membership, ResearcherIdentity, User
from annotation.services.accounts.accounts import require_name
from annotation.services.accounts.invitations import accept_invitation, find_invitation
from annotation.services.accounts.issuer import Person
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Forbidden, Invalid, NotFound

ASK = "Ask the administrator of this server."


def account_of(person: Person) -> User | None:
    """Return a person's account, linking it first if necessary; None if there is none. Raise
    Forbidden for a disabled account, and Conflict if it is linked to another person."""
    known = ResearcherIdentity.objects.filter(issuer=person.issuer, subject=person.subject)
    found = known.select_related("user").first()
    user = found.user if found else _by_address(person)
    if user is not None and not user.is_active:
        record_event("account.sign_on_refused", object_id=user.pk, issuer=person.issuer)
        raise Forbidden(f"This account is disabled. {ASK}")
    if user is not None and found is None:
        _join(user, person)
    return user


def may_make_account(following: str) -> bool:
    """Return whether a person without an account may create one: if sign-up is open, or with a
    valid invitation."""
    return bool(settings.OPEN_SIGN_UP) or bool(_invitation_of(following))


def make_account(
    *, person: Person, username: str, following: str
) -> tuple[User, Membership | None]:
    """Create an account without a password for a person, and accept their invitation if they have
    one. If sign-up is closed, an invitation is required."""
    user = require_name(username)
    user.email = person.email
    user.set_unusable_password()
    token = _invitation_of(following)
    if not token and not settings.OPEN_SIGN_UP:
        raise Forbidden(f"You need an invitation to create an account here. {ASK}")
    membership = None
    try:
        with transaction.atomic():
            user.save()
            if person.email:
                EmailAddress.objects.create(
                    user=user, email=person.email, verified=True, primary=True
                )
            record_event("account.created", user=user, object_id=user.pk, issuer=person.issuer)
            _join(user, person)
            if token:
                membership = accept_invitation(token=token, user=user)
    except IntegrityError as error:
        taken = "This name was just taken. Choose another."
        raise Invalid(taken, field="username") from error
    return user, membership


def forget_sign_on(*, user: User) -> None:
    """Unlink an account from its person."""
    with transaction.atomic():
        gone, _ = ResearcherIdentity.objects.filter(user=user).delete()
        if not gone:
            raise NotFound(f"{user.username} is not linked to anyone.")
        record_event("account.sign_on_forgotten", object_id=user.pk)


def _by_address(person: Person) -> User | None:
    """Return the account that has confirmed the address verified by the issuer."""
    if not person.email:
        return None
    rows = EmailAddress.objects.filter(email=person.email, verified=True)
    return User.objects.filter(pk__in=rows.values("user")).first()


def _join(user: User, person: Person) -> None:
    """Link an account to a person permanently. The database refuses a second one."""
    try:
        with transaction.atomic():
            ResearcherIdentity.objects.create(
                user=user, issuer=person.issuer, subject=person.subject
            )
            record_event(
                "account.sign_on_joined", user=user, object_id=user.pk, issuer=person.issuer
            )
    except IntegrityError as error:
        raise Conflict(
            "The account with your e-mail address is linked to another person at "
            f"{settings.SSO_NAME}. {ASK}"
        ) from error


def _invitation_of(following: str) -> str:
    """Return the token in an invitation page's address if it is valid, else an empty string."""
    try:
        found = resolve(following.partition("?")[0])
    except Resolver404:
        return ""
    token = str(found.kwargs.get("token", "")) if found.url_name == "invitation" else ""
    return token if token and find_invitation(token) else ""
