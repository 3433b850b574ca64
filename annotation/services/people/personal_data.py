"""Collect the personal data stored about a worker, in every campaign of their project.

One list of parts serves both the page and the file. Rows are read in batches, so memory does not
grow with the amount of work. Researchers' notes are not included, such as the reason of an
exclusion."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, CharField, F, Model, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_noop

from annotation.addons import modules_of_addons
from annotation.models import (
    Assignment,
    AuditEvent,
    ClaimedTraits,
    ConsentAnswer,
    Enrolment,
    JoinTrace,
    Judgment,
    LedgerEntry,
    ListedId,
    Message,
    PaymentLine,
    PlatformSession,
    PracticeTask,
    QuizTry,
    Rejection,
    Skip,
    Worker,
    WorkerSignals,
)
from annotation.schemes import SCHEMES

# Answers may be long: see Scheme.most_bytes.
PORTION = 50

Row = dict[str, Any]


def title_of(campaign: str) -> Combinable:
    """Return the title of a campaign for workers, in English; its internal name is for researchers
    only."""
    works = (
        When(**{f"{campaign}__scheme": name}, then=Value(scheme.work))
        for name, scheme in SCHEMES.items()
    )
    titled = When(**{f"{campaign}__title__gt": ""}, then=F(f"{campaign}__title"))
    return Case(titled, *works, output_field=CharField())


WORK = title_of("enrolment__campaign")
TASK = {"task": "hit__item__text"}


def same(*names: str) -> dict[str, str]:
    """Return columns whose names in the file are those of the model."""
    return {name: name for name in names}


@dataclass(frozen=True)
class Part:
    """A part of the personal data: its rows, and the columns to include, by their names in the
    file."""

    name: str
    title: str
    rows: Callable[[Worker], QuerySet[Model]]
    columns: dict[str, str | Combinable]

    def count(self, worker: Worker) -> int:
        return self.rows(worker).count()

    def rows_of(self, worker: Worker) -> Iterator[Row]:
        """Yield the rows in key order, a batch at a time."""
        rows, last = self.rows(worker).order_by("pk"), 0
        while some := list(
            rows.filter(pk__gt=last).values_list("pk", *self.columns.values())[:PORTION]
        ):
            for _, *values in some:
                yield dict(zip(self.columns, values, strict=True))
            last = some[-1][0]

    def latest(self, worker: Worker, most: int, before: int | None = None) -> list[tuple[int, Row]]:
        """Return the newest rows, newest first, each with its key; or those before a key."""
        rows = self.rows(worker) if before is None else self.rows(worker).filter(pk__lt=before)
        found = rows.order_by("-pk").values_list("pk", *self.columns.values())[:most]
        return [(pk, dict(zip(self.columns, values, strict=True))) for pk, *values in found]


def _by_id(worker: Worker) -> Q:
    """Match a chosen name as people see it, and an id exactly."""
    if worker.source == Worker.Source.NAME:
        return Q(folded=worker.folded)
    return Q(external_id=worker.external_id)


def _not_submitted(worker: Worker) -> QuerySet[Assignment]:
    """Return the tasks that a worker took but did not submit. An open task does not show whether it
    is a repeat, since it should be answered without bias."""
    mine = Assignment.objects.filter(enrolment__worker=worker, judgment=None)
    ended = Case(When(~Q(status=Assignment.Status.OPEN), then=F("repeat")), default=None)
    return mine.annotate(second_time=ended)


PARTS = (
    Part(
        "work",
        gettext_noop("Work you joined"),
        lambda worker: Enrolment.objects.filter(worker=worker),
        {
            "work": title_of("campaign"),
            **same(
                *("joined_at", "read_at", "practised_at", "quizzed_at", "cleared_at"),
                *("trained_at", "warmed_up_at", "approved_at", "turned_away_at"),
                *("stopped_at", "restored_at", "excluded_at", "withdrawn_at", "agreed_to"),
                *("submitted", "returned", "repeated", "wording"),
                *("training_done", "training_right", "training_missed"),
                *("known_done", "known_right", "known_missed"),
            ),
            "paid": "earning",
        },
    ),
    Part(
        "submitted",
        gettext_noop("Tasks you submitted"),
        lambda worker: Judgment.objects.filter(assignment__enrolment__worker=worker),
        {
            "work": title_of("campaign"),
            **TASK,
            "taken_at": "assignment__claimed_at",
            **same("submitted_at", "active_ms", "first_action_ms"),
            "answer": "payload",
            **same("review", "late"),
            "second_time": "repeat",
            "from_a_suggestion": "suggested",
            "as_suggested": "as_suggested",
            "in_figures": "counts",
        },
    ),
    Part(
        "not_submitted",
        gettext_noop("Tasks you did not submit"),
        _not_submitted,
        {
            "work": WORK,
            **TASK,
            "taken_at": "claimed_at",
            **same("ended_at", "status", "later"),
            "from_a_suggestion": "suggested",
            "second_time": "second_time",
        },
    ),
    Part(
        "questions",
        gettext_noop("Messages"),
        lambda worker: Message.objects.filter(enrolment__worker=worker),
        {"work": WORK, **TASK, **same("at", "sender", "text", "settled_at")},
    ),
    Part(
        "skipped",
        gettext_noop("Tasks you skipped, and why"),
        lambda worker: Skip.objects.filter(assignment__enrolment__worker=worker),
        {"work": title_of("campaign"), **TASK, **same("at", "later", "reason", "words")},
    ),
    Part(
        "consent",
        gettext_noop("Your consent"),
        lambda worker: ConsentAnswer.objects.filter(enrolment__worker=worker),
        {
            "work": WORK,
            "version": "text__version",
            "text": "text__text",
            **same("agreed", "answered_at"),
        },
    ),
    Part(
        "practised",
        gettext_noop("Your practice"),
        lambda worker: PracticeTask.objects.filter(enrolment__worker=worker),
        {
            "work": WORK,
            **same("number", "place"),
            "text": "answer__item__text",
            "answer": "vector",
            **same("right", "given_at", "answered_at"),
        },
    ),
    Part(
        "quiz",
        gettext_noop("Your answers to the questions about the instructions"),
        lambda worker: QuizTry.objects.filter(enrolment__worker=worker),
        {"work": WORK, **same("number", "answers", "right", "of", "passed", "tried_at")},
    ),
    Part(
        "decisions",
        gettext_noop("Pay decisions"),
        lambda worker: LedgerEntry.objects.filter(enrolment__worker=worker),
        {
            "work": WORK,
            **same("kind", "amount"),
            "currency": "enrolment__campaign__currency",
            "tasks": "judgments",
            **same("reason", "at"),
        },
    ),
    Part(
        "rejections",
        gettext_noop("Tasks that were not accepted"),
        lambda worker: Rejection.objects.filter(enrolment__worker=worker),
        {
            "work": WORK,
            "task": "judgment__hit__item__text",
            **same("reason", "at", "objected_at", "ended_at"),
        },
    ),
    Part(
        "payments",
        gettext_noop("Payments"),
        lambda worker: PaymentLine.objects.filter(enrolment__worker=worker),
        {
            "work": WORK,
            "amount": "amount",
            "currency": "enrolment__campaign__currency",
            **same("status", "note"),
            "made_at": "batch__at",
            "settled_at": "settled_at",
        },
    ),
    Part(
        "pay_to",
        gettext_noop("Where you are paid"),
        lambda worker: Worker.objects.filter(pk=worker.pk).exclude(pay_to=""),
        {"pay_to": "pay_to"},
    ),
    Part(
        "visits",
        gettext_noop("Visits from a platform"),
        lambda worker: PlatformSession.objects.filter(enrolment__worker=worker),
        {"work": WORK, "study": "study", "session": "session", "came_at": "came_at"},
    ),
    Part(
        "joining",
        gettext_noop("How you joined (as unreadable codes)"),
        lambda worker: JoinTrace.objects.filter(enrolment__worker=worker),
        {"work": WORK, **same("at", "address", "browser")},
    ),
    Part(
        "told_by_platform",
        gettext_noop("Information from a platform"),
        lambda worker: ClaimedTraits.objects.filter(
            project=worker.project_id, external_id=worker.external_id
        ),
        {"country": "country", "language": "language"},
    ),
    Part(
        "lists",
        gettext_noop("Lists with your name or id"),
        lambda worker: ListedId.objects.filter(_by_id(worker), campaign__enrolments__worker=worker),
        {"work": title_of("campaign"), "side": "side"},
    ),
    Part(
        "signals",
        gettext_noop("Work statistics"),
        lambda worker: WorkerSignals.objects.filter(enrolment__worker=worker),
        {
            "work": title_of("campaign"),
            **same(
                *("judgments", "milliseconds", "faster", "same", "alpha", "s", "majority"),
                *("repeated", "consistency", "accuracy", "state"),
                *("certified_at", "lost_at", "lost_since"),
                *("ranked", "ranks", "p", "stake", "highest", "against", "highest_against"),
                *("twins", "follows"),
            ),
        },
    ),
    Part(
        "log",
        gettext_noop("Activity log, including refused answers"),
        lambda worker: AuditEvent.objects.filter(worker=worker).exclude(
            verb__in=("worker.excluded", "worker.included")
        ),
        {"work": title_of("campaign"), "at": "at", "what": "verb", "details": "details"},
    ),
)


def all_parts() -> Iterator[Part]:
    """Yield the parts, each followed by those that add-ons list after it in their modules
    `personal_data`."""
    of_addons = [module.PARTS for module in modules_of_addons("personal_data")]
    for part in PARTS:
        yield part
        for after in of_addons:
            yield from after.get(part.name, ())


def part_named(name: str) -> Part | None:
    return next((part for part in all_parts() if part.name == name), None)
