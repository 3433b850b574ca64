"""Idempotency keys: execute a request once, and repeat its response for a day.

The response is stored in the transaction that makes the change, so that there is never one without
the other. A refused request changes nothing and is not stored: the same key may be sent again."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from annotation.models import KeptAnswer, User
from annotation.services.encryption import CannotOpen, sealed, unsealed
from annotation.services.errors import Conflict, Forbidden, ServiceError

RETENTION = timedelta(hours=24)
FORGOTTEN_AT_ONCE = 1_000
PURPOSE = "midpath.kept-answer"


class InFlight(Conflict):
    """A key whose first request is not finished yet."""

    code = "in_flight"


class KeyReused(ServiceError):
    """A key already used with another request."""

    status = 422
    code = "key_reused"


@dataclass(frozen=True)
class Given:
    """A response about a project; `again` says that it was given before."""

    status: int
    body: str
    project_id: int
    again: bool = False


@dataclass(frozen=True)
class KeyedRequest:
    """A request with a key. `caller` identifies a token or session; keys of different callers are
    independent. `request` is a digest of the whole request, `may_ask` says whether the caller may
    still send it for a project."""

    user: User
    caller: str
    key: str
    request: str
    may_ask: Callable[[int], bool]

    @property
    def digest(self) -> str:
        return hashlib.sha256(f"{self.caller}\n{self.key}".encode()).hexdigest()


def answer_once(keyed: KeyedRequest, make: Callable[[], Given]) -> Given:
    """Return the stored response for this key, or compute and store one."""
    refusal = None
    with transaction.atomic():
        _take_turn(keyed.digest)
        rows = KeptAnswer.objects.filter(digest=keyed.digest)
        rows.filter(made_at__lte=Now() - RETENTION).delete()
        if stored := rows.first():
            return _again(stored, keyed)
        try:
            given = make()
            _keep(keyed, given)
        # A refusal writes only audit events, so they are committed.
        except ServiceError as error:
            refusal = error
    if refusal is not None:
        raise refusal
    return given


def delete_stored_responses() -> None:
    """Delete expired responses, a bounded number at a time."""
    over = KeptAnswer.objects.filter(made_at__lte=Now() - RETENTION).order_by("made_at")
    KeptAnswer.objects.filter(pk__in=over.values("pk")[:FORGOTTEN_AT_ONCE]).delete()


def _take_turn(digest: str) -> None:
    """Lock a key until this transaction ends, or raise InFlight if another transaction has it."""
    number = int.from_bytes(bytes.fromhex(digest)[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", (number,))
        if not cursor.fetchone()[0]:
            raise InFlight(
                "The first request with this Idempotency-Key is still being answered. Send it "
                "again in a moment."
            )


def _again(stored: KeptAnswer, keyed: KeyedRequest) -> Given:
    if stored.request != keyed.request:
        raise KeyReused(
            "This Idempotency-Key came with another request before. Send a key of its own with "
            "each request, and the same one only to try the same again.",
            field="Idempotency-Key",
        )
    if not keyed.may_ask(stored.project_id):
        raise Forbidden("This key belongs to a request in a project that you can no longer access.")
    try:
        return Given(stored.status, unsealed(stored.sealed, PURPOSE), stored.project_id, again=True)
    except CannotOpen as error:
        raise Conflict(
            "The request of this key was carried out, but its answer can no longer be read."
        ) from error


def _keep(keyed: KeyedRequest, given: Given) -> None:
    KeptAnswer.objects.create(
        user=keyed.user,
        project_id=given.project_id,
        digest=keyed.digest,
        request=keyed.request,
        status=given.status,
        sealed=sealed(given.body, PURPOSE),
    )
