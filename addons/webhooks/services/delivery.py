"""Deliver the outbox: send due messages, retry failed ones, and drop those that fail too often.
Messages are claimed for some minutes, in rows that no other process has claimed, and sent outside
of transactions. Claims of a killed process become due again later; so a message may arrive twice,
with the same id."""

import hashlib
import logging
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import Now, RowNumber

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services.signing import headers_of
from addons.webhooks.services.webhooks import MAX_WEBHOOKS, SALT, record
from annotation.services.clock import database_now
from annotation.services.encryption import CannotOpen, unsealed
from annotation.web.http_client import Answer, Unreachable, ask

logger = logging.getLogger(__name__)

SLICE = 20.0
SECONDS, MAX_BYTES = 10.0, 64 * 1024
AT_ONCE, AT_ONCE_OF_ONE = 16, 4
CLAIMED_FOR = timedelta(minutes=2)
# 5 s, 20 s, 80 s, then 5, 21 and 85 minutes, 6 hours, 12 hours: about a day in all.
MAX_ATTEMPTS = 9
FIRST_WAIT, TIMES, MAX_WAIT_SECONDS = 5.0, 4.0, 12 * 3600.0
MAX_DEATHS_IN_A_ROW = 5
MAX_WAITING = 10_000
RETENTION = timedelta(days=30)
MAX_ANSWER_LENGTH = 200
NEW_KEY = "Its secret was stored with a different secret key of the server. Create a new secret."
GAVE_UP = f"It did not accept {MAX_DEATHS_IN_A_ROW} messages in a row."
UNFORESEEN = "The attempt failed unexpectedly; see the server log."
GONE = "It answered 410 (Gone)."
CROWDED = "More than {:,} messages were waiting for it, so all of them were dropped."

Status = Delivery.Status


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attempt: the status, if there was a response, and its beginning."""

    code: int | None
    words: str
    again_after: float = 0.0

    @property
    def taken(self) -> bool:
        return self.code is not None and self.code // 100 == HTTPStatus.OK // 100


def due() -> QuerySet[Delivery]:
    waiting = Delivery.objects.filter(status=Status.WAITING, due_at__lte=Now())
    return waiting.filter(webhook__is_on=True, webhook__project__deleted_at=None)


def deliver_due(seconds: float = SLICE) -> int:
    """Send due messages, once at least and then for some seconds; return the number of attempts."""
    until, tried = time.monotonic() + seconds, 0
    _switch_off_crowded()
    while (not tried or time.monotonic() < until) and (claimed := _claim()):
        at = database_now()
        with ThreadPoolExecutor(len(claimed)) as pool:
            sent = [(one, pool.submit(_send, one, at)) for one in claimed]
        for one, future in sent:
            _keep(one, future)
        tried += len(claimed)
    return tried


def forget_deliveries() -> int:
    """Delete messages past retention; return their number. Events that are sent only once stay
    marked as sent."""
    old = Delivery.objects.filter(created_at__lt=Now() - RETENTION)
    gone, _ = old.filter(about="").delete()
    old_events = old.exclude(about="").readable()
    with transaction.atomic():
        old_events.filter(status=Status.WAITING).update(status=Status.DEAD, ended_at=Now())
        return gone + old_events.update(body="", answer="")


def wait_before(message: str, attempts: int) -> float:
    """Return the seconds to wait after this many attempts: four times as long each time, plus or
    minus up to a quarter, so that not all retry at once. It is deterministic per message."""
    digest = hashlib.sha256(f"{message} {attempts}".encode()).digest()
    share = int.from_bytes(digest[:4]) / 2**32
    usual: float = min(FIRST_WAIT * TIMES ** (attempts - 1), MAX_WAIT_SECONDS)
    return usual * (0.75 + share / 2)


def _claim() -> list[Delivery]:
    """Claim some messages, only a few per project, so that slow webhooks do not delay others."""
    turns = due().annotate(
        turn=Window(RowNumber(), partition_by=F("webhook"), order_by=("due_at", "pk"))
    )
    first = turns.filter(turn__lte=AT_ONCE_OF_ONE).order_by("turn", "due_at", "pk")
    # This number is enough even if each project has the maximum of webhooks.
    offered = first.values_list("pk", "webhook__project")[: AT_ONCE * MAX_WEBHOOKS]
    with transaction.atomic():
        rows = due().filter(pk__in=_in_turn(offered))
        found = list(
            rows.select_for_update(of=("self",), skip_locked=True).select_related("webhook")
        )
        Delivery.objects.filter(pk__in=[one.pk for one in found]).update(
            attempts=F("attempts") + 1, due_at=Now() + CLAIMED_FOR, tried_at=Now()
        )
    for one in found:
        one.attempts += 1
    return found


def _in_turn(offered: Iterable[tuple[int, int]]) -> list[int]:
    """Choose among messages and their projects: the first of each project, then the second, …."""
    of_project: Counter[int] = Counter()
    turns: list[tuple[int, int, int]] = []
    for one, project in offered:
        of_project[project] += 1
        turns.append((of_project[project], len(turns), one))
    return [one for turn, _, one in sorted(turns) if turn <= AT_ONCE_OF_ONE][:AT_ONCE]


def _send(one: Delivery, at: datetime) -> Outcome:
    """Make an attempt; runs in a thread without the database."""
    try:
        headers = headers_of(one.header_id, at, one.body, _keys(one.webhook, at))
        answer = ask(
            one.webhook.address,
            method="POST",
            headers={
                "Content-Type": "application/json",
                "User-Agent": f"Midpath/{settings.MIDPATH_VERSION}",
                **headers,
            },
            body=one.body.encode(),
            seconds=SECONDS,
            most_bytes=MAX_BYTES,
        )
    except Unreachable as error:
        return Outcome(None, str(error))
    except CannotOpen:
        return Outcome(None, NEW_KEY)
    return _read(answer)


def _keys(webhook: Webhook, at: datetime) -> list[str]:
    kept = [webhook.sealed]
    if webhook.before_until is not None and at < webhook.before_until:
        kept.append(webhook.sealed_before)
    return [unsealed(one, SALT) for one in kept]


def _read(answer: Answer) -> Outcome:
    begun = answer.body[: 4 * MAX_ANSWER_LENGTH].decode("utf-8", "replace")
    words = "".join(sign if sign.isprintable() else " " for sign in begun)
    retry_after = answer.again_after.strip()
    again = (
        float(retry_after)
        if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 10
        else 0.0
    )
    return Outcome(answer.status, " ".join(words.split()), again)


def _outcome_of(sent: Future[Outcome]) -> Outcome:
    error = sent.exception()
    if error is None:
        return sent.result()
    logger.error("A message to a webhook failed", exc_info=error)
    return Outcome(None, UNFORESEEN)


def _keep(one: Delivery, sent: Future[Outcome]) -> None:
    """Store the outcome of an attempt, unless the message was replayed or deleted in the
    meantime."""
    outcome = _outcome_of(sent)
    rows = Delivery.objects.filter(pk=one.pk, status=Status.WAITING, attempts=one.attempts)
    response = {"code": outcome.code, "answer": outcome.words[:MAX_ANSWER_LENGTH]}
    gone = outcome.code == HTTPStatus.GONE
    with transaction.atomic():
        # The same order as for changes of a webhook: first the webhook, then its messages.
        own = Webhook.objects.select_for_update(no_key=True).filter(pk=one.webhook_id).first()
        if own is None:
            return
        if outcome.taken:
            if rows.update(status=Status.DELIVERED, ended_at=Now(), **response) and own.dead_in_row:
                Webhook.objects.filter(pk=own.pk).update(dead_in_row=0)
        elif gone or one.attempts >= MAX_ATTEMPTS:
            if rows.update(status=Status.DEAD, ended_at=Now(), **response):
                _count_dead(own, gone=gone)
        else:
            wait = max(
                wait_before(one.header_id, one.attempts),
                min(outcome.again_after, MAX_WAIT_SECONDS),
            )
            rows.update(due_at=Now() + timedelta(seconds=wait), **response)


def _count_dead(own: Webhook, *, gone: bool) -> None:
    """Count an undelivered message; after several in a row, or if the address is gone, switch the
    webhook off."""
    own.dead_in_row += 1
    own.save(update_fields=["dead_in_row"])
    if own.is_on and (gone or own.dead_in_row >= MAX_DEATHS_IN_A_ROW):
        _switch_off(own, GONE if gone else GAVE_UP)


def _switch_off_crowded() -> None:
    """Switch off each webhook that cannot keep up, and give up its waiting messages; otherwise it
    would be switched off again as soon as its owners switch it on."""
    waiting = Delivery.objects.filter(status=Status.WAITING, webhook__is_on=True).order_by()
    counted = waiting.values("webhook").annotate(many=Count("pk")).filter(many__gt=MAX_WAITING)
    for crowded in counted.values_list("webhook", flat=True):
        with transaction.atomic():
            on = Webhook.objects.select_for_update(no_key=True).filter(pk=crowded, is_on=True)
            for own in on:
                _switch_off(own, CROWDED.format(MAX_WAITING))
                left = own.deliveries.filter(status=Status.WAITING)
                left.update(status=Status.DEAD, ended_at=Now())


def _switch_off(own: Webhook, because: str) -> None:
    """Switch a webhook off. Its owners see why on the project's page and in the audit log."""
    own.is_on, own.off_because = False, because
    own.save(update_fields=["is_on", "off_because"])
    record("switched_off", own, None)
