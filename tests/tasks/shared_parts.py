"""Helpers of the tests of computations that several processes share."""

from typing import Any

from analysis.reading.item_ranges import ItemRange, ranges_of
from annotation.models import AgreementState, Campaign

ITEMS = 23
WORKERS = 3


def without_snapshot(computed: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the parts that were computed in the transaction of the process that needs them."""
    return [arguments for arguments in computed if arguments[0] is None]


def parts_of(campaign: Campaign) -> list[ItemRange]:
    return ranges_of(campaign, AgreementState.objects.get(campaign=campaign).judgments)
