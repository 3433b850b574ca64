"""Authentication: a researcher by session or by a token, a worker by their own token."""

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from annotation.models import APIToken, Enrolment, User
from annotation.services.accounts.tokens import PREFIX, find_token

WORKER_PREFIX = "worker_"
WORKER_SALT = "midpath.worker-token"
WORKER_TOKEN_SECONDS = 14 * 24 * 3600
REALM = 'Bearer realm="Midpath"'


def bearer_of(request: Request) -> str | None:
    """Return the token after `Authorization: Bearer`, or None if there is no Authorization
    header."""
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if not scheme:
        return None
    if scheme.lower() != "bearer" or not credentials.strip():
        raise exceptions.AuthenticationFailed("Send the token as: Authorization: Bearer TOKEN.")
    return credentials.strip()


class TokenAuthentication(authentication.BaseAuthentication):
    """A researcher's token, `Authorization: Bearer midpath_…`. It acts for its user; a project's
    token only within that project."""

    def authenticate(self, request: Request) -> tuple[User, APIToken] | None:
        key = bearer_of(request)
        if key is None:
            return None
        token = find_token(key) if key.startswith(PREFIX) else None
        if token is None:
            raise exceptions.AuthenticationFailed(
                "This token is unknown, expired or revoked, or it is not a researcher's token."
            )
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return REALM


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the pages. Requests that change something need the CSRF token as well."""


class WorkerAuthentication(authentication.BaseAuthentication):
    """A worker's token, `Authorization: Bearer worker_…`, from the response to `join`. The
    request's `auth` is the enrolment. The token is valid only in its campaign."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Enrolment] | None:
        key = bearer_of(request)
        if key is None:
            return None
        enrolment = find_enrolment(key)
        if enrolment is None:
            raise exceptions.AuthenticationFailed(
                "This token is unknown or expired, or it is not a worker's token. Join again."
            )
        return AnonymousUser(), enrolment

    def authenticate_header(self, request: Request) -> str:
        return REALM


class AnyAuthentication(authentication.BaseAuthentication):
    """Optional authentication for public operations: a researcher's token, a worker's token or
    none. An expired worker's token is not refused, since workers send it to get a new one."""

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
    active = Enrolment.objects.filter(campaign__deleted_at=None, erased_at=None)
    return active.select_related("campaign", "worker").filter(pk=int(enrolment_id)).first()
