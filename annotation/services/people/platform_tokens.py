"""The links by which Prolific sends people, and how those that it signs are verified (“secure
external study URL”).

Prolific adds `prolific_token` to the study's address: a JSON Web Token, signed with RS256 by a key
of its published set. `iss` is Prolific, `aud` the address of the study or its site, `exp` is soon,
and the claim `prolific` contains the three ids and the workspace. The ids are read from there and
never from the address; if the address contains different ids, the link is refused."""

from urllib.parse import urlsplit

import jwt
from django.conf import settings

from annotation.models import Campaign, Worker
from annotation.services.people.identity import Identity
from annotation.services.people.trust import untrusted
from annotation.services.published_keys import Keys, KeysUnavailable
from midpath.json_types import JsonObject

ISSUER = "https://www.prolific.com"
ALGORITHM = "RS256"
MAX_TOKEN_LENGTH = 4_000
# Allowed difference between clocks, in seconds.
LEEWAY = 30
IDS = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
# Prolific's published keys, or keys entered by the operator.
keys = Keys(lambda: settings.PLATFORM_KEYS_URL, lambda: settings.PLATFORM_KEYS)


def address_of_study(join_url: str) -> str:
    """Return the campaign's address in Prolific's format, with placeholders for its ids.

    >>> address_of_study("https://example.org/w/abc/")[:52]
    'https://example.org/w/abc/?PROLIFIC_PID={{%PROLIFIC_'
    """
    return f"{join_url}?{'&'.join(f'{name}={{{{%{name}%}}}}' for name in IDS)}"


def prove_by_platform(
    campaign: Campaign, who: Identity | None, *, token: str, join_url: str
) -> Identity:
    """Return the identity in a Prolific token; raise Untrusted if the token is invalid, or not for
    the work at the address `join_url`."""
    if not token:
        raise untrusted("unsigned" if who is None else "platform")
    claims = _claims(token, join_url)
    claim = claims.get("prolific")
    ids = [claim.get(name) if isinstance(claim, dict) else None for name in IDS]
    if not all(isinstance(one, str) and one for one in ids):
        raise untrusted("platform")
    worker, study, session = map(str, ids)
    given = Identity(Worker.Source.PROLIFIC, worker, study, session)
    if who is not None and who != given:
        raise untrusted("platform")
    if campaign.platform_study and study != campaign.platform_study:
        raise untrusted("platform")
    return Identity(given.source, worker, study, session, proven=True)


def _claims(token: str, join_url: str) -> JsonObject:
    if len(token) > MAX_TOKEN_LENGTH:
        raise untrusted("platform")
    try:
        key_id = jwt.get_unverified_header(token).get("kid")
        claims: dict[str, object] = jwt.decode(
            token,
            keys.find(key_id),
            algorithms=[ALGORITHM],
            issuer=ISSUER,
            leeway=LEEWAY,
            options={"require": ["exp", "iss", "aud"], "verify_aud": False},
        )
    except KeysUnavailable as error:
        raise untrusted("keys") from error
    except jwt.ExpiredSignatureError as error:
        raise untrusted("platform_expired") from error
    except jwt.PyJWTError as error:
        raise untrusted("platform") from error
    audiences = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    if not any(isinstance(one, str) and _is_for(one, join_url) for one in audiences):
        raise untrusted("platform")
    return claims


def _is_for(audience: str, join_url: str) -> bool:
    """Return whether an audience is the work at this address: the address itself, with any query
    string, or its site.

    >>> url = "https://site.example/w/abc/"
    >>> _is_for("https://site.example/w/abc/?PROLIFIC_PID=1", url), _is_for("site.example", url)
    (True, True)
    >>> _is_for("https://site.example/w/other/", url), _is_for("https://else.example/w/abc", url)
    (False, False)
    """
    try:
        site, place = (
            urlsplit(audience if "//" in audience else f"//{audience}"),
            urlsplit(join_url),
        )
        same = (site.hostname, site.port) == (place.hostname, place.port)
    except ValueError:
        return False
    if not same or site.scheme not in {"", place.scheme}:
        return False
    return site.path in {"", "/"} or site.path.rstrip("/") == place.path.rstrip("/")
