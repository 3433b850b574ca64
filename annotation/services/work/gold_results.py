"""Count how many workers matched each gold answer given by researchers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from annotation.models import Campaign, Judgment, KnownAnswer, PracticeTask
from annotation.schemes import scheme_of


@dataclass(frozen=True)
class Results:
    """Answers to items with a gold answer: how many were correct, of how many."""

    right: int = 0
    of: int = 0

    @property
    def share(self) -> float | None:
        return self.right / self.of if self.of else None


def results_of(campaign: Campaign, answers: Sequence[KnownAnswer]) -> Mapping[int, Results]:
    """Return the results by the gold answer's key, for gold HITs and practice. Equal judgments are
    compared once."""
    scheme, at_least = scheme_of(campaign), campaign.known_agreement
    known = {one.item_id: one for one in answers}
    right: defaultdict[int, int] = defaultdict(int)
    given: defaultdict[int, int] = defaultdict(int)
    judged = Judgment.objects.filter(
        campaign=campaign, hit__known=True, hit__answer__in=answers, took_slot=True
    )
    for item, vector, times in (
        judged.order_by().values_list("hit__item", "vector").annotate(times=Count("pk"))
    ):
        one = known[item]
        given[one.pk] += times
        if scheme.agrees(vector, one.vector, campaign.settings, at_least):
            right[one.pk] += times
    practised = PracticeTask.objects.filter(answer__in=answers, right__isnull=False)
    for key, times, passed in (
        practised.order_by()
        .values_list("answer")
        .annotate(times=Count("pk"), passed=Count("pk", filter=Q(right=True)))
    ):
        given[key] += times
        right[key] += passed
    return {one.pk: Results(right[one.pk], given[one.pk]) for one in answers}
