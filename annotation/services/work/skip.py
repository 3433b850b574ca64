"""Let workers skip a task: not for them, or back to them after the others.

The slot goes back as any other that is returned, and is offered to everybody. What a worker put off
comes to them again once nothing else is left for them, if it is still needed by then."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from annotation.characters import trouble_with_characters
from annotation.models import Campaign, Enrolment, Skip
from annotation.services.errors import Conflict, Invalid
from annotation.services.work.release import return_hit

LONGEST_WORDS = 300
# So often may one worker put one task off; then it is for somebody else.
MOST_TIMES_LATER = 3


@dataclass(frozen=True)
class Skips:
    """The number of times that a HIT was skipped, in all, until later, and for each reason."""

    times: int
    later: int
    reasons: dict[str, int]

    @property
    def told(self) -> list[tuple[str, int]]:
        """Return the reasons in words, the most frequent first."""
        labels = dict(Skip.Reason.choices)
        found = sorted(self.reasons.items(), key=lambda one: (-one[1], one[0]))
        return [(str(labels[reason]), times) for reason, times in found]


def skip_hit(
    *, enrolment: Enrolment, assignment_id: int, later: bool, reason: str = "", words: str = ""
) -> None:
    """Give an open HIT back and note why. Skipping it twice has the effect of once.

    A known HIT that is skipped counts as not answered, as one that is returned, and never comes
    again; that it does not is no sign, since others take what is put off as well."""
    if reason not in Skip.Reason.values:
        raise Invalid(gettext("Choose a reason from the list, or none."), field="reason")
    if trouble := trouble_with_characters(words):
        raise Invalid(gettext("Reason: {trouble}").format(trouble=trouble), field="words")
    words = " ".join(words.split())
    if len(words) > LONGEST_WORDS:
        told = gettext("Write at most {most} characters.").format(most=LONGEST_WORDS)
        raise Invalid(told, field="words")
    if later and put_off(assignment_id) >= MOST_TIMES_LATER:
        raise Conflict(
            gettext(
                "You have postponed this task {count} times. Do it now, or choose “Never "
                "show it to me again”."
            ).format(count=MOST_TIMES_LATER)
        )
    skip = Skip(assignment_id=assignment_id, later=later, reason=reason, words=words)
    return_hit(enrolment=enrolment, assignment_id=assignment_id, skip=skip)


def put_off(assignment_id: int) -> int:
    """Return how often its worker has put a task off."""
    return Skip.objects.filter(assignment=assignment_id, later=True).count()


def skips_of(campaign: Campaign, hits: Iterable[int] | None = None) -> dict[int, Skips]:
    """Return the skips of these HITs, or of all, by HIT; those that nobody skipped are left out."""
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
