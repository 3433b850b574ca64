"""The display of each part of a worker's personal data on their page, with the words for stored
codes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.utils.translation import gettext_noop

from annotation.addons import modules_of_addons
from annotation.models import Skip

REVIEWS = {
    "accepted": gettext_noop("approved"),
    "rejected": gettext_noop("not accepted, not paid"),
    "set_aside": gettext_noop("approved, not used"),
}
ENDS = {
    "open": gettext_noop("open now"),
    "returned": gettext_noop("returned"),
    "expired": gettext_noop("expired"),
    "released": gettext_noop("withdrawn by the researchers"),
}
SENDERS = {"worker": gettext_noop("You"), "researcher": gettext_noop("The researchers")}
DECISIONS = {
    "approved": gettext_noop("Approved"),
    "rejected": gettext_noop("Not accepted, not paid"),
    "bonus": gettext_noop("Bonus"),
    "adjusted": gettext_noop("Correction"),
    "compensation": gettext_noop("Compensation for your time"),
    "paid": gettext_noop("Paid"),
}
PAYMENTS = {
    "waiting": gettext_noop("sent"),
    "paid": gettext_noop("paid"),
    "failed": gettext_noop("payment failed"),
}
SIDES = {"in": gettext_noop("allowed"), "out": gettext_noop("blocked")}
READINGS = {
    "certified": gettext_noop("they depend on the text"),
    "lost": gettext_noop("they no longer depend on the text"),
    "open": gettext_noop("too few answers to say"),
    "other": gettext_noop("they fit other texts better than their own"),
}
EVENTS = {
    "worker.joined": gettext_noop("You joined"),
    "worker.approved": gettext_noop("You were approved"),
    "worker.turned_away": gettext_noop("You were not approved"),
    "worker.trained": gettext_noop("You finished the training"),
    "worker.stopped": gettext_noop("Your work was ended"),
    "worker.stopped_by_hand": gettext_noop("Your work was ended"),
    "worker.restored": gettext_noop("Your work was reopened"),
    "worker.withdrew": gettext_noop("You withdrew"),
    "consent.agreed": gettext_noop("You agreed to the terms"),
    "consent.declined": gettext_noop("You declined the terms"),
    "quiz.passed": gettext_noop("You passed the questions about the instructions"),
    "quiz.failed": gettext_noop("You did not pass the questions about the instructions"),
    "practice.passed": gettext_noop("You finished the practice"),
    "practice.failed": gettext_noop("You did not pass the practice"),
    "hit.returned": gettext_noop("You returned a task"),
    "hit.released": gettext_noop("A task was withdrawn from you"),
    "hit.expired": gettext_noop("A task expired"),
    "judgment.submitted": gettext_noop("You submitted a task"),
    "judgment.refused": gettext_noop("A different second answer was not accepted"),
    "judgment.refused_more": gettext_noop("Further answers were not accepted"),
    **dict.fromkeys(
        ("judgment.accepted", "judgment.rejected", "judgment.set_aside", "judgment.restored"),
        gettext_noop("One of your tasks was reviewed"),
    ),
    "question.asked": gettext_noop("You asked a question"),
    "question.answered": gettext_noop("Your question was answered"),
    "question.settled": gettext_noop("Your question was closed"),
    "worker.pay_to_set": gettext_noop("You entered where you are paid"),
    "worker.pay_to_removed": gettext_noop("You removed where you are paid"),
    "pay.bonus": gettext_noop("You received a bonus"),
    "pay.adjusted": gettext_noop("Your pay was corrected"),
    "pay.compensation": gettext_noop("You received a compensation"),
    "pay.compensation_taken_back": gettext_noop("Your pay was corrected"),
    "rejection.objected": gettext_noop("You objected to a decision"),
    "access.refused": gettext_noop("You tried to open a page that is not yours"),
    "access.refused_more": gettext_noop("You tried to open a page that is not yours"),
}
WORK = {"work": gettext_noop("Work")}


@dataclass(frozen=True)
class Look:
    """The display of a part: the column that heads a row, the columns below it with their labels,
    and the words for stored codes."""

    heading: str
    facts: Mapping[str, str]
    words: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)


LOOKS: dict[str, Look] = {
    "work": Look(
        "work",
        {
            "joined_at": gettext_noop("Joined at"),
            "submitted": gettext_noop("Tasks submitted"),
            "repeated": gettext_noop("Of these, repeated tasks"),
            "returned": gettext_noop("Tasks returned"),
            "stopped_at": gettext_noop("Ended"),
            "excluded_at": gettext_noop("Excluded from the results"),
            "withdrawn_at": gettext_noop("Withdrawn"),
        },
    ),
    "submitted": Look(
        "task",
        {
            "answer": gettext_noop("Your answer"),
            "submitted_at": gettext_noop("Submitted at"),
            "active_ms": gettext_noop("Active time"),
            "second_time": gettext_noop("Repeated task"),
            "from_a_suggestion": gettext_noop("Started from a suggested answer"),
            "late": gettext_noop("Submitted late"),
            "in_figures": gettext_noop("In the results"),
            "review": gettext_noop("Decision"),
            **WORK,
        },
        {"review": REVIEWS},
    ),
    "not_submitted": Look(
        "task",
        {
            "status": gettext_noop("Outcome"),
            "taken_at": gettext_noop("Received at"),
            "ended_at": gettext_noop("Ended"),
            "second_time": gettext_noop("Repeated task"),
            **WORK,
        },
        {"status": ENDS},
    ),
    "questions": Look(
        "text",
        {
            "sender": gettext_noop("From"),
            "at": gettext_noop("When"),
            "task": gettext_noop("About"),
            **WORK,
        },
        {"sender": SENDERS},
    ),
    "skipped": Look(
        "task",
        {
            "reason": gettext_noop("Reason"),
            "words": gettext_noop("Comment"),
            "later": gettext_noop("Will come back to you"),
            "at": gettext_noop("When"),
            **WORK,
        },
        {"reason": {value: words for value, words in Skip.Reason.choices if value}},
    ),
    "consent": Look(
        "work",
        {
            "agreed": gettext_noop("Agreed"),
            "answered_at": gettext_noop("When"),
            "version": gettext_noop("Version"),
            "text": gettext_noop("Text"),
        },
    ),
    "practised": Look(
        "text",
        {
            "answer": gettext_noop("Your answer"),
            "right": gettext_noop("Correct"),
            "answered_at": gettext_noop("When"),
            **WORK,
        },
    ),
    "quiz": Look(
        "work",
        {
            "number": gettext_noop("Try"),
            "right": gettext_noop("Correct answers"),
            "of": gettext_noop("Questions"),
            "passed": gettext_noop("Passed"),
            "tried_at": gettext_noop("When"),
        },
    ),
    "decisions": Look(
        "kind",
        {
            "amount": gettext_noop("Amount"),
            "tasks": gettext_noop("Tasks"),
            "reason": gettext_noop("Reason"),
            "at": gettext_noop("When"),
            **WORK,
        },
        {"kind": DECISIONS},
    ),
    "rejections": Look(
        "task",
        {
            "reason": gettext_noop("Reason"),
            "at": gettext_noop("When"),
            "objected_at": gettext_noop("Objected at"),
            "ended_at": gettext_noop("Withdrawn at"),
            **WORK,
        },
    ),
    "payments": Look(
        "work",
        {
            "amount": gettext_noop("Amount"),
            "status": gettext_noop("Outcome"),
            "made_at": gettext_noop("Listed"),
            "settled_at": gettext_noop("Settled"),
            "note": gettext_noop("Note"),
        },
        {"status": PAYMENTS},
    ),
    "pay_to": Look("pay_to", {}),
    "visits": Look(
        "work",
        {
            "came_at": gettext_noop("When"),
            "study": gettext_noop("Study id"),
            "session": gettext_noop("Visit id"),
        },
    ),
    "joining": Look("work", {"at": gettext_noop("When")}),
    "told_by_platform": Look(
        "", {"country": gettext_noop("Country"), "language": gettext_noop("Language")}
    ),
    "lists": Look("work", {"side": gettext_noop("List")}, {"side": SIDES}),
    "signals": Look(
        "work",
        {
            "judgments": gettext_noop("Tasks"),
            "milliseconds": gettext_noop("Typical time per task"),
            "faster": gettext_noop("Others who took longer"),
            "same": gettext_noop("Your most frequent answer"),
            "majority": gettext_noop("Agreement with the majority"),
            "consistency": gettext_noop("Same answer on repeated tasks"),
            "state": gettext_noop("Do your answers depend on the texts?"),
        },
        {"state": READINGS},
    ),
    "log": Look("what", {"at": gettext_noop("When"), **WORK}, {"what": EVENTS}),
}


def look_of(part: str) -> Look:
    """Return the display of a part, also of one that an add-on lists in its module
    `personal_data_looks`."""
    return _looks()[part]


@cache
def _looks() -> Mapping[str, Look]:
    of_addons = (module.LOOKS.items() for module in modules_of_addons("personal_data_looks"))
    return LOOKS | {name: look for looks in of_addons for name, look in looks}
