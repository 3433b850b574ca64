"""Let workers skip a task: forever, or until the others are done.

The slot is freed like that of any returned task and offered to everyone. A postponed task comes
back to the worker once nothing else is left for them, if it is still needed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from annotation.models import Campaign, Enrolment, Skip
from annotation.services.errors import Conflict, Invalid
from annotation.services.work.release import return_hit
from midpath.text.characters import problem_with_characters

MAX_WORDS_LENGTH = 300
# Maximum number of times that one worker may postpone one task; then it is left to others.
MAX_TIMES_LATER = 3


@dataclass(frozen=True)
class Skips:
    """The number of times that a HIT was skipped: in total, postponed, and for each reason."""

    times: int
    later: int
    reasons: dict[str, int]

    @property
    def reason_counts(self) -> list[tuple[str, int]]:
        """Return the reasons in words, most frequent first."""
        labels = dict(Skip.Reason.choices)
        found = sorted(self.reasons.items(), key=lambda one: (-one[1], one[0]))
        return [(str(labels[reason]), times) for reason, times in found]


def skip_hit(
    *, enrolment: Enrolment, assignment_id: int, later: bool, reason: str = "", words: str = ""
) -> None:
    """Return an open HIT and record the reason. Idempotent.

    A skipped HIT with a gold answer counts as not answered, like a returned one, and never comes
    again. This does not reveal it, since others may take postponed HITs as well."""
    if reason not in Skip.Reason.values:
        raise Invalid(gettext("Choose a reason from the list, or none."), field="reason")
    if trouble := problem_with_characters(words):
        raise Invalid(gettext("Reason: {trouble}").format(trouble=trouble), field="words")
    words = " ".join(words.split())
    if len(words) > MAX_WORDS_LENGTH:
        message = gettext("Write at most {most} characters.").format(most=MAX_WORDS_LENGTH)
        raise Invalid(message, field="words")
    if later and put_off(assignment_id) >= MAX_TIMES_LATER:
        raise Conflict(
            gettext(
                "You have postponed this task {count} times. Do it now, or choose “Never "
                "show it to me again”."
            ).format(count=MAX_TIMES_LATER)
        )
    skip = Skip(assignment_id=assignment_id, later=later, reason=reason, words=words)
    return_hit(enrolment=enrolment, assignment_id=assignment_id, skip=skip)


def put_off(assignment_id: int) -> int:
    """Return how often its worker has postponed a task."""
    return Skip.objects.filter(assignment=assignment_id, later=True).count()


def skips_of(campaign: Campaign, hits: Iterable[int] | None = None) -> dict[int, Skips]:
    """Return the skips of these HITs, or of all, by HIT; HITs without skips are left out."""
    rows = Skip.objects.filter(campaign=campaign)
    if hits is not None:
        rows = rows.filter(hit__in=list(hits))
    counted = rows.values("hit", "reason", "later").annotate(times=Count("pk")).order_by()
    found: dict[int, Skips] = {}
    for hit, reason, later, times in counted.values_list("hit", "reason", "later", "times"):
        before = found.get(hit, Skips(0, 0, {}))
        reasons = before.reasons | {reason: before.reasons.get(reason, 0) + times}
        found[hit] = Skips(before.times + times, before.later + later * times, reasons)
    return found
