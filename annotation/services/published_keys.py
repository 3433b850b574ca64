"""Published keys of other servers (JSON Web Key Sets): fetched once a day and cached in memory, or
entered by the operator, in which case no request is sent.

An unknown key id triggers a new request, at most once a minute: either a new key is in use, or
someone makes ids up. While the address does not respond, the previous keys are used."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jwt

from annotation.web.http_client import Unreachable, fetch

RETENTION_SECONDS = 24 * 3600
ASK_AGAIN_SECONDS = 60
WAIT_SECONDS = 5
MAX_BYTES = 64 * 1024


class KeysUnavailable(Exception):
    """Keys that are not available at the moment."""


def _nothing() -> str:
    return ""


@dataclass
class Keys:
    """The keys published at an address, by id. `asked_at` is the time of the last request,
    successful or not. `may_omit_id` says whether a token need not name the key of a set of one
    (OpenID Connect Core 1.0, 10.1)."""

    address: Callable[[], str]
    pasted: Callable[[], str] = _nothing
    may_omit_id: bool = False
    known: dict[str, jwt.PyJWK] = field(default_factory=dict)
    fetched_at: float | None = None
    asked_at: float | None = None
    turn: threading.Lock = field(default_factory=threading.Lock)

    def find(self, key_id: object) -> jwt.PyJWK:
        """Return the key of this id, or raise KeysUnavailable, or PyJWTError if there is none."""
        written = self.pasted()
        known = parsed(written) if written else self._fetched(key_id)
        found = self._named(known, key_id)
        if found is None:
            raise jwt.InvalidKeyError("There is no key of this id.")
        return found

    def forget(self) -> None:
        with self.turn:
            self.known, self.fetched_at, self.asked_at = {}, None, None

    def _fetched(self, key_id: object) -> dict[str, jwt.PyJWK]:
        with self.turn:
            now = time.monotonic()
            fresh = self.fetched_at is not None and now - self.fetched_at < RETENTION_SECONDS
            may_ask = self.asked_at is None or now - self.asked_at >= ASK_AGAIN_SECONDS
            if may_ask and not (fresh and self._named(self.known, key_id)):
                self.asked_at = now
                self._ask(now)
            if not self.known:
                raise KeysUnavailable
            return self.known

    def _named(self, known: dict[str, jwt.PyJWK], key_id: object) -> jwt.PyJWK | None:
        if self.may_omit_id and key_id is None and len(known) == 1:
            return next(iter(known.values()))
        return known.get(key_id) if isinstance(key_id, str) else None

    def _ask(self, now: float) -> None:
        try:
            body = fetch(self.address(), seconds=WAIT_SECONDS, most_bytes=MAX_BYTES)
            self.known, self.fetched_at = parsed(body), now
        except (Unreachable, ValueError):
            # The previous keys stay in use, if there are any.
            return


def parsed(written: str | bytes) -> dict[str, jwt.PyJWK]:
    """Return the keys in a JSON Web Key Set that can verify RS256; raise ValueError if it is
    malformed."""
    try:
        listed: Any = json.loads(written)["keys"]
        usable = [one for one in listed if one.get("kty") == "RSA" and one.get("use") != "enc"]
        found = {str(one.get("kid", "")): jwt.PyJWK(one, algorithm="RS256") for one in usable}
    except (LookupError, TypeError, AttributeError, jwt.PyJWTError) as error:
        raise ValueError("This is not a set of keys.") from error
    if not found:
        raise ValueError("This set contains no key.")
    return found
