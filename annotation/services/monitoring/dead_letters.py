"""Dead letters: tasks that failed, recorded until they succeed, so that an operator learns of a
failure without reading logs, and can send the message again.

Rows in PostgreSQL are the queue, so nothing depends on them: a task that is due is sent again by
the sweep anyway."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice, takewhile
from traceback import extract_tb

import orjson
from django.db import Error, connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import DeadLetter, User
from annotation.services.audit import record_event
from annotation.services.errors import NotFound
from annotation.services.jobs.messages import send
from annotation.services.monitoring.checks import Finding
from annotation.web.log_redaction import without_secrets

ALL = "all"
MAX_DIGITS = 18
MAX_LETTERS = 1000
MAX_SHOWN = 50
MAX_MESSAGE_LENGTH = 1000
MAX_TRACEBACK_LENGTH = 4000
KEPT_FOR = timedelta(days=30)
# The header of a message that was sent again.
REPLAYED = "midpath_replayed"
RECORD = """
INSERT INTO annotation_deadletter AS known (
    task, args, times, error, message, traceback, request_id, first_at, last_at
) VALUES (
    %(task)s, %(args)s, 1, %(error)s, %(message)s, %(traceback)s, %(request_id)s,
    statement_timestamp(), statement_timestamp()
)
ON CONFLICT (task, args) DO UPDATE SET
    times = known.times + 1, error = excluded.error, message = excluded.message,
    traceback = excluded.traceback, request_id = excluded.request_id, last_at = excluded.last_at
"""


def record_failure(task: str, args: Sequence[object], error: Exception, request_id: str) -> int:
    """Record a failure, and return how many rows were dropped because there are too many."""
    message = _storable(without_secrets(str(error)))
    places = "".join(extract_tb(error.__traceback__).format())
    values = {
        "task": task,
        "args": as_json(args),
        "error": type(error).__name__[:200],
        "message": message[:MAX_MESSAGE_LENGTH],
        "traceback": _storable(places)[-MAX_TRACEBACK_LENGTH:],
        "request_id": request_id[:64],
    }
    with connection.cursor() as cursor:
        cursor.execute(RECORD, values)
    newest = DeadLetter.objects.order_by("-last_at", "-pk").values("pk")
    dropped, _ = DeadLetter.objects.filter(pk__in=newest[MAX_LETTERS:]).delete()
    return dropped


def as_json(args: Sequence[object]) -> str:
    """Return the arguments of a task as they are stored and compared."""
    return orjson.dumps(list(args)).decode()


def failed_tasks() -> set[tuple[str, str]]:
    """Return the tasks with dead letters, with their arguments as JSON."""
    return {(task, as_json(args)) for task, args in DeadLetter.objects.values_list("task", "args")}


def settle_letter(task: str, args: Sequence[object]) -> None:
    """Remove the dead letter of a task that succeeded."""
    DeadLetter.objects.filter(task=task, args=list(args)).delete()


def chosen_letters(word: str) -> QuerySet[DeadLetter]:
    """Return the letter with this number, or all; raise NotFound if there is none."""
    if word == ALL:
        return DeadLetter.objects.all()
    is_number = word.isdecimal() and len(word) < MAX_DIGITS
    found = DeadLetter.objects.filter(pk=int(word) if is_number else 0)
    if not found.exists():
        number = word[:MAX_DIGITS]
        raise NotFound(
            f"There is no failed task {number}. It succeeded meanwhile or was discarded."
        )
    return found


def replay_letters(letters: QuerySet[DeadLetter], *, user: User | None = None) -> int:
    """Send the messages of dead letters again, and return how many were sent: all, unless Redis
    cannot be reached. A letter stays until its task succeeds."""
    rows = letters.order_by("pk").values_list("task", "args")
    messages = (send(task, *args, headers={REPLAYED: "1"}, always=True) for task, args in rows)
    sent = sum(takewhile(bool, messages))
    record_event("task.replayed", user=user, count=sent)
    return sent


def discard_letters(letters: QuerySet[DeadLetter], *, user: User | None = None) -> int:
    with transaction.atomic():
        discarded = letters.delete()[0]
        record_event("task.discarded", user=user, count=discarded)
    return discarded


def latest_letters() -> list[DeadLetter]:
    """Return the letters to show, none while the database is unreachable."""
    try:
        return list(DeadLetter.objects.order_by("-last_at", "-pk")[:MAX_SHOWN])
    except Error:
        return []


def forget_letters() -> None:
    """Delete the dead letters of tasks that did not fail again for a month."""
    DeadLetter.objects.filter(last_at__lt=Now() - KEPT_FOR).delete()


def find_dead_letters() -> Finding | None:
    tasks = DeadLetter.objects.order_by("-last_at").values_list("task", flat=True)
    count = len(tasks)
    if not count:
        return None
    named = ", ".join(islice(dict.fromkeys(tasks), 3))
    return Finding(
        f"{count} {'task' if count == 1 else 'tasks'} failed and did not succeed since ({named}).",
        "manage.py dead_letters, and Failed tasks in the menu of an operator’s account, list them "
        "with their errors. Once the cause is gone, replay or discard them there.",
    )


def _storable(text: str) -> str:
    """Return a text that PostgreSQL accepts."""
    return text.encode(errors="replace").decode().replace("\0", "")
