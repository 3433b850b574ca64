"""Identify a person with the operator's identity provider: OpenID Connect Core 1.0 by the code
flow, with state, nonce and PKCE (RFC 7636).

The browser brings only a code; nothing else from it is trusted. The server exchanges the code
itself for an ID token whose signature, issuer, audience, time and nonce are checked."""

import base64
import hashlib
import hmac
import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict, Unpack
from urllib.parse import quote, urlencode

import jwt
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from annotation.services.errors import Forbidden, ServiceError
from annotation.services.published_keys import Keys, KeysUnavailable
from annotation.web.http_client import OK, Answer, Unreachable, ask
from midpath.json_types import JsonMapping, JsonObject

WELL_KNOWN = "/.well-known/openid-configuration"
SCOPE = "openid email profile"
ALGORITHM = "RS256"
WAIT_SECONDS = 5
MAX_BYTES = 64 * 1024
LEEWAY = 30
RETENTION_SECONDS = 3600
# An unresponsive issuer is not contacted for this long, so that it blocks no threads.
RESTS_SECONDS = 10
SUBJECT = re.compile("[ -~]{1,255}")
MAX_EMAIL_LENGTH = 254
MAX_USERNAME_LENGTH = 150
REQUIRED = ["exp", "iat", "iss", "aud", "sub", "nonce"]


class Silent(ServiceError):
    """An issuer that does not respond correctly."""

    status = 503
    code = "issuer_silent"


@dataclass(frozen=True)
class Question:
    """A sign-in request to the issuer from one browser: what the response has to match, and the
    page that the user wanted."""

    following: str
    state: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    asked_at: float = field(default_factory=time.time)


@dataclass(frozen=True)
class Person:
    """A person identified by the issuer. `email` is set only if the issuer verified it and is
    trusted for its domain."""

    issuer: str
    subject: str
    email: str
    username: str


class Request(TypedDict, total=False):
    """Arguments of a request to the issuer, other than its address."""

    method: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Described:
    """The issuer's published metadata, cached for an hour by each process."""

    known: JsonMapping = field(default_factory=dict)
    read_at: float | None = None
    silent_at: float | None = None

    def forget(self) -> None:
        self.known, self.read_at, self.silent_at = {}, None, None
        keys.forget()

    def ask(self, address: str, **request: Unpack[Request]) -> Answer:
        """Send a request to the issuer. Raise Silent, at once if it just failed to respond."""
        now = time.monotonic()
        if self.silent_at is not None and now - self.silent_at < RESTS_SECONDS:
            raise _silent("it did not respond a moment ago")
        try:
            return ask(address, seconds=WAIT_SECONDS, most_bytes=MAX_BYTES, **request)
        except Unreachable as error:
            self.silent_at = time.monotonic()
            raise _silent(str(error)) from error

    def read(self) -> JsonMapping:
        if self.read_at is None or time.monotonic() - self.read_at >= RETENTION_SECONDS:
            self.known, self.read_at = _described(), time.monotonic()
        return self.known

    def address(self, name: str) -> str:
        found = self.read().get(name)
        encrypted = ("https://", "http://") if settings.PRIVATE_ADDRESSES else "https://"
        if not isinstance(found, str) or not found.startswith(encrypted):
            raise _silent(f"it names no {name}")
        return found


described = Described()
keys = Keys(lambda: described.address("jwks_uri"), may_omit_id=True)


def is_set_up() -> bool:
    return bool(settings.SSO_ISSUER)


def address_of(question: Question, *, back: str) -> str:
    """Return the issuer's sign-in URL."""
    digest = hashlib.sha256(question.verifier.encode()).digest()
    parameters = {
        "response_type": "code",
        "client_id": settings.SSO_CLIENT,
        "redirect_uri": back,
        "scope": SCOPE,
        "state": question.state,
        "nonce": question.nonce,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    }
    place = described.address("authorization_endpoint")
    return f"{place}{'&' if '?' in place else '?'}{urlencode(parameters)}"


def person_of(question: Question, *, code: str, back: str) -> Person:
    """Return the person that the issuer identified, or raise Forbidden or Silent."""
    given = _exchanged(question, code, back)
    claims = _claims(str(given.get("id_token")), question.nonce)
    if "email" not in claims and "userinfo_endpoint" in described.read():
        claims = _more(str(given.get("access_token")), claims["sub"]) | claims
    username = claims.get("preferred_username")
    is_name = isinstance(username, str) and username.isprintable()
    return Person(
        issuer=settings.SSO_ISSUER,
        subject=claims["sub"],
        email=_believed(claims.get("email")) if claims.get("email_verified") is True else "",
        username=str(username)[:MAX_USERNAME_LENGTH] if is_name else "",
    )


def _believed(email: object) -> str:
    """Return an e-mail address in lower case if the operator trusts the issuer for its domain, else
    an empty string. Only ASCII is accepted, since other letters can fold into another person's
    address."""
    if not isinstance(email, str) or not email.isascii() or len(email) > MAX_EMAIL_LENGTH:
        return ""
    try:
        validate_email(email)
    except ValidationError:
        return ""
    domain = email.rpartition("@")[2].lower()
    return email.lower() if domain in settings.SSO_DOMAINS else ""


def _described() -> Mapping[str, object]:
    address = settings.SSO_ISSUER.rstrip("/") + WELL_KNOWN
    answer = described.ask(address)
    if answer.status != OK:
        raise _silent(f"it answered {answer.status}")
    found = _json(answer.body)
    if found.get("issuer") != settings.SSO_ISSUER:
        raise _silent(f"{address} names a different issuer")
    return found


def _exchanged(question: Question, code: str, back: str) -> JsonMapping:
    """Exchange a code for the issuer's tokens."""
    sent = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": back,
        "code_verifier": question.verifier,
    }
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    client, secret = settings.SSO_CLIENT, settings.SSO_SECRET
    ways = described.read().get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    if "client_secret_basic" in ways:
        pair = base64.b64encode(f"{quote(client, '')}:{quote(secret, '')}".encode())
        headers["Authorization"] = f"Basic {pair.decode()}"
    else:
        sent |= {"client_id": client, "client_secret": secret}
    return _request_json(
        described.address("token_endpoint"),
        method="POST",
        headers=headers,
        body=urlencode(sent).encode(),
    )


def _claims(token: str, nonce: str) -> JsonObject:
    """Return the claims of an ID token after checking it."""
    try:
        claims: dict[str, object] = jwt.decode(
            token,
            keys.find(jwt.get_unverified_header(token).get("kid")),
            algorithms=[ALGORITHM],
            audience=settings.SSO_CLIENT,
            issuer=settings.SSO_ISSUER,
            leeway=LEEWAY,
            options={"require": REQUIRED},
        )
    except KeysUnavailable as error:
        raise _silent("its keys are not available") from error
    # Signed data can still contain numbers and texts that PyJWT does not expect.
    except (jwt.PyJWTError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise _doubted(str(error)) from error
    if not hmac.compare_digest(str(claims["nonce"]).encode(), nonce.encode()):
        raise _doubted("the nonce belongs to another request")
    many = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if claims.get("azp", None if many else settings.SSO_CLIENT) != settings.SSO_CLIENT:
        raise _doubted("the token is for a different client")
    subject = claims["sub"]
    if not isinstance(subject, str) or not SUBJECT.fullmatch(subject):
        raise _doubted("the subject is invalid")
    return claims


def _more(token: str, subject: str) -> JsonObject:
    """Return the issuer's user info about the same person, for claims missing from the ID token."""
    headers = {"Authorization": f"Bearer {token}"}
    found = _request_json(described.address("userinfo_endpoint"), headers=headers)
    if found.get("sub") != subject:
        raise _doubted("its userinfo is for another person")
    return dict(found)


def _request_json(address: str, **request: Unpack[Request]) -> Mapping[str, object]:
    answer = described.ask(address, **request)
    if answer.status >= 500:
        raise _silent(f"it answered {answer.status}")
    if answer.status != OK:
        raise _doubted(f"it answered {answer.status}")
    return _json(answer.body)


def _json(body: bytes) -> Mapping[str, object]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _silent("its answer is not JSON") from error
    if not isinstance(found, dict):
        raise _silent("its answer is not a JSON object")
    return found


def _silent(why: str) -> Silent:
    return Silent(
        f"{settings.SSO_NAME} does not respond correctly: {why}. Try again, or sign in with your "
        "password."
    )


def _doubted(why: str) -> Forbidden:
    return Forbidden(
        f"The answer of {settings.SSO_NAME} is not valid: {why}. Start again on the sign-in page."
    )
