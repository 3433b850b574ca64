"""Compare the gold answers of a dataset's file with the answers of a campaign."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from annotation.models import Campaign, Dataset, Item
from annotation.schemes import scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import HasGoldAnswers, SettingsFromGold
from annotation.services.campaigns.terms import items_with_answer
from annotation.services.errors import Conflict
from midpath.schemes.base import InvalidAnswer

# Reading all of a large file would take seconds; the first ones are representative.
MAX_READ = 10_000


@dataclass(frozen=True)
class GoldMatch:
    """The numbers of gold answers read, and of those possible in the campaign; `example` says what
    is wrong with the first impossible one."""

    read: int = 0
    matching: int = 0
    example: str = ""

    @property
    def complete(self) -> bool:
        return self.matching == self.read

    def __str__(self) -> str:
        first = "the first " if self.read == MAX_READ else ""
        return f"{self.matching:,} of {first}{self.read:,} gold answers match this campaign"


def settings_for_gold(dataset: Dataset, scheme: Scheme) -> dict[str, object]:
    """Return settings that allow the gold answers of the dataset's file; empty if the default
    settings do, or if it has none."""
    if not isinstance(scheme, SettingsFromGold):
        return {}
    items = _first_items(Campaign(dataset=dataset, scheme=scheme.name))
    return scheme.settings_for_gold(_gold_of(items, scheme))


def match_gold(campaign: Campaign, most: int = MAX_READ) -> GoldMatch:
    """Count the gold answers of the dataset's file that are possible in the campaign, reading at
    most this many."""
    scheme, read, matching, example = scheme_of(campaign), 0, 0, ""
    if not isinstance(scheme, HasGoldAnswers):
        return GoldMatch()
    for item in _first_items(campaign, most):
        try:
            matching += (vector := scheme.known_vector(item, campaign.settings)) is not None
            read += vector is not None
        except InvalidAnswer as error:
            read += 1
            example = example or f"In “{item.text[:100]}”: {error.message}"
    return GoldMatch(read, matching, example)


def require_gold(campaign: Campaign) -> None:
    """Raise Conflict if a gold answer of the file is not possible in the campaign."""
    match = match_gold(campaign)
    if not match.complete:
        raise Conflict(
            f"{match}. {match.example} Change the campaign’s settings, or confirm that you want "
            "to launch anyway.",
            gold_answers=match.read,
            matching=match.matching,
        )


def _first_items(campaign: Campaign, most: int = MAX_READ) -> Iterable[Item]:
    items = items_with_answer(campaign).prefetch_related("document").order_by("position")
    return islice(items.iterator(chunk_size=min(most, 1000)), most)


def _gold_of(items: Iterable[Item], scheme: HasGoldAnswers) -> Iterable[object]:
    for item in items:
        found: Any = item.content
        for name in scheme.known_at:
            found = found[name]
        yield found
