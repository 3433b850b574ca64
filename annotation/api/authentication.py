"""Who asks: a researcher by session or by a project's token, a worker by her own token."""

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from annotation.models import APIToken, Enrolment, User
from annotation.services.people.tokens import PREFIX, find_token

WORKER_PREFIX = "worker_"
WORKER_SALT = "midpath.worker-token"
WORKER_TOKEN_SECONDS = 14 * 24 * 3600
REALM = 'Bearer realm="Midpath"'


def bearer_of(request: Request) -> str | None:
    """What stands after `Authorization: Bearer`; None where no such header was sent."""
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not credentials.strip():
        raise exceptions.AuthenticationFailed("Send the token as: Authorization: Bearer TOKEN.")
    return credentials.strip()


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer midpath_…`: acts for its user, within its project alone."""

    def authenticate(self, request: Request) -> tuple[User, APIToken] | None:
        key = bearer_of(request)
        if key is None:
            return None
        token = find_token(key) if key.startswith(PREFIX) else None
        if token is None:
            raise exceptions.AuthenticationFailed(
                "This token is unknown, expired or revoked, or it is no researcher's token."
            )
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return REALM


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the pages; whatever changes something needs the CSRF token with it."""


class WorkerAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer worker_…`, as `join` answers it. The enrolment is the request's
    `auth`; it holds in its own campaign alone."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Enrolment] | None:
        key = bearer_of(request)
        if key is None:
            return None
        enrolment = find_enrolment(key)
        if enrolment is None:
            raise exceptions.AuthenticationFailed(
                "This token is unknown or expired, or it is no worker's token. Join again."
            )
        return AnonymousUser(), enrolment

    def authenticate_header(self, request: Request) -> str:
        return REALM


class AnyAuthentication(authentication.BaseAuthentication):
    """For whoever may ask without any: a researcher's token or a worker's tells more of them. A
    worker's that is over is no reason to refuse: they come to get another."""

    def authenticate(
        self, request: Request
    ) -> tuple[User, APIToken] | tuple[AnonymousUser, Enrolment] | None:
        key = bearer_of(request)
        if key is None or not key.startswith(WORKER_PREFIX):
            return TokenAuthentication().authenticate(request)
        enrolment = find_enrolment(key)
        return None if enrolment is None else (AnonymousUser(), enrolment)

    def authenticate_header(self, request: Request) -> str:
        return REALM


def issue_worker_token(enrolment: Enrolment) -> str:
    signed = signing.TimestampSigner(salt=WORKER_SALT).sign(str(enrolment.pk))
    return WORKER_PREFIX + signed


def find_enrolment(key: str) -> Enrolment | None:
    if not key.startswith(WORKER_PREFIX):
        return None
    try:
        enrolment_id = signing.TimestampSigner(salt=WORKER_SALT).unsign(
            key.removeprefix(WORKER_PREFIX), max_age=WORKER_TOKEN_SECONDS
        )
    except signing.BadSignature:
        return None
    return (
        Enrolment.objects.select_related("campaign", "worker").filter(pk=int(enrolment_id)).first()
    )
