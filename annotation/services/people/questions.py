"""Store workers' messages to the researchers of a campaign, and the answers."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Count, IntegerField, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext, gettext_noop

from annotation.models import Assignment, Enrolment, Message, Rejection, User
from annotation.models.people.message import MAX_MESSAGE_LENGTH
from annotation.services.audit import record_worker_event
from annotation.services.clock import database_now, seconds_to_wait
from annotation.services.errors import Conflict, Invalid, TooMany
from annotation.services.people.entry import locked
from midpath.text.characters import problem_with_characters

Sender = Message.Sender
HOUR = timedelta(hours=1)
# Per worker and campaign.
MAX_PER_HOUR = 10
MAX_TOTAL = 500
# An objection to many rejections lists at most this many.
MAX_NAMED = 20
EMPTY = gettext_noop("Write your question.")
FULL = gettext_noop("This conversation has reached its maximum length.")


def ask_question(
    *, enrolment: Enrolment, text: str, key: UUID, assignment_id: int | None = None
) -> Message:
    """Store a worker's message. A repeated key stores it once; a task that is not theirs is not
    linked."""
    return _store(enrolment, None, text, key, assignment_id)


def answer_question(*, enrolment: Enrolment, user: User, text: str, key: UUID) -> Message:
    """Store a researcher's answer; the worker's earlier messages then no longer wait."""
    return _store(enrolment, user, text, key)


def settle_questions(*, enrolment: Enrolment, user: User, until: int) -> int:
    """Mark the messages of a worker up to this one as needing no answer; return how many were
    waiting. Later messages still wait."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        settled = _settle(enrolment, Sender.WORKER, until=until)
        if settled:
            record_worker_event("question.settled", enrolment, user, messages=settled)
    return settled


def read_answers(*, enrolment: Enrolment, until: int) -> int:
    """Record that a worker has read the answers up to this message; return how many were new."""
    return _settle(enrolment, Sender.RESEARCHER, until=until)


def waiting_questions(campaign: str = "pk") -> Coalesce:
    """Return the number of threads of a campaign that wait for an answer, as a subquery on
    campaigns."""
    waiting = Message.objects.filter(
        campaign=OuterRef(campaign), sender=Sender.WORKER, settled_at=None
    )
    counted = waiting.order_by().values("campaign").annotate(n=Count("enrolment", distinct=True))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)


def new_answers(enrolment: str = "pk") -> Coalesce:
    """Return the number of a worker's unread answers, as a subquery on enrolments."""
    new = Message.objects.filter(
        enrolment=OuterRef(enrolment), sender=Sender.RESEARCHER, settled_at=None
    )
    counted = new.order_by().values("enrolment").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)


def thread_of(enrolment: Enrolment) -> list[Message]:
    """Return the last messages of a thread in order. An objection names the first of the `objected`
    rejections, and their total as `in_all`."""
    rejections = Rejection.objects.select_related("judgment__hit__item").order_by("pk")
    named = Prefetch("rejections", rejections[:MAX_NAMED], to_attr="objected")
    rows = _messages(enrolment).select_related("user", "hit__item").prefetch_related(named)
    rows = rows.annotate(in_all=Count("rejections")).order_by("-pk")
    return list(reversed(rows[:MAX_TOTAL]))


def _store(
    enrolment: Enrolment, user: User | None, text: str, key: UUID, assignment_id: int | None = None
) -> Message:
    """Store a message of a researcher, or of the worker; the other's earlier ones are settled."""
    text = _clean(text)
    with transaction.atomic():
        enrolment = locked(enrolment)
        before = _messages(enrolment).filter(key=key).first()
        if before is not None:
            return before
        _keep_within_bounds(enrolment, by_worker=user is None)
        hit_id = None
        if assignment_id is not None:
            own = Assignment.objects.filter(pk=assignment_id, enrolment=enrolment)
            hit_id = own.values_list("hit", flat=True).first()
        message = Message.objects.create(
            enrolment=enrolment,
            campaign=enrolment.campaign,
            sender=Sender.WORKER if user is None else Sender.RESEARCHER,
            user=user,
            hit_id=hit_id,
            text=text,
            key=key,
        )
        _settle(enrolment, Sender.RESEARCHER if user is None else Sender.WORKER)
        # The text is not in the audit log, because it may be deleted.
        verb = "question.asked" if user is None else "question.answered"
        record_worker_event(verb, enrolment, user, object_id=message.pk)
    return message


def _messages(enrolment: Enrolment) -> QuerySet[Message]:
    return Message.objects.filter(enrolment=enrolment)


def _written(enrolment: Enrolment) -> QuerySet[Message]:
    """Return the messages that count towards the limits; objections are limited by rejections."""
    return _messages(enrolment).filter(rejections=None)


def _settle(enrolment: Enrolment, sender: str, *, until: int | None = None) -> int:
    rows = Message.objects.filter(enrolment=enrolment, sender=sender, settled_at=None)
    if until is not None:
        rows = rows.filter(pk__lte=until)
    return rows.update(settled_at=Now())


def _keep_within_bounds(enrolment: Enrolment, *, by_worker: bool) -> None:
    """Raise Conflict if a thread is full, or TooMany if its worker has sent too many lately. The
    caller has locked the enrolment, so simultaneous messages are counted one after the other."""
    if _written(enrolment).count() >= MAX_TOTAL:
        raise Conflict(gettext(FULL))
    if not by_worker:
        return
    now = database_now()
    lately = _written(enrolment).filter(sender=Sender.WORKER, at__gt=now - HOUR).order_by("-at")
    # One more is about to be written.
    if wait := seconds_to_wait(lately.values_list("at", flat=True), MAX_PER_HOUR - 1, HOUR, now):
        raise TooMany(gettext("You have sent many messages in a short time."), wait=wait)


def _clean(text: str) -> str:
    """Return a text in its stored form; raise Invalid if it is empty, too long or cannot be
    stored."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise Invalid(gettext(EMPTY), field="text")
    if len(text) > MAX_MESSAGE_LENGTH:
        raise Invalid(
            gettext("Shorten this to at most {most} characters; it has {count}.").format(
                most=f"{MAX_MESSAGE_LENGTH:,}", count=f"{len(text):,}"
            ),
            field="text",
        )
    if trouble := problem_with_characters(text):
        raise Invalid(trouble, field="text")
    return text
