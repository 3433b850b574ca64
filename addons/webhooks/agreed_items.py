"""The items on which workers agree since a fold."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from analysis.reading.judgment_rows import Row, Vector, counting, folded
from analysis.schemes import analysis_of
from annotation.models import HIT, Campaign

Same = Callable[[Vector, Vector], bool]


def newly_agreed(campaign: Campaign, items: Mapping[int, Collection[Row]]) -> list[int]:
    """Return the items on which workers now agree, by the judgments that count, and did not before,
    by the folded ones. Items with a gold answer are left out."""
    likeness, settings = analysis_of(campaign).likeness, campaign.settings

    def same(one: Vector, other: Vector) -> bool:
        return likeness(one, other, settings) == 1

    agree = partial(agreed, same=same, least=campaign.redundancy)
    found = [pk for pk, rows in items.items() if agree(counting(rows)) and not agree(folded(rows))]
    if not found:
        return []
    ordinary = HIT.objects.filter(campaign=campaign, item__in=found, known=False)
    return list(ordinary.values_list("item", flat=True))


def agreed(answers: Sequence[Vector], same: Same, least: int) -> bool:
    """Return whether there are at least `least` answers, and more than half of them are equal.

    Boyer and Moore's majority vote finds the only candidate in one pass."""
    best: Vector | None = None
    lead = 0
    for answer in answers:
        if best is None or lead == 0:
            best, lead = answer, 1
        else:
            lead += 1 if same(best, answer) else -1
    if best is None or len(answers) < least:
        return False
    return 2 * sum(same(best, answer) for answer in answers) > len(answers)
