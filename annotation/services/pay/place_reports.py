"""Reports of platforms on the places of a campaign's workers, and what they pay for them.

An add-on that receives them has a function `report_of` in its module `place_reports`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TypeAlias

from annotation.addons import modules_of_addons
from annotation.models import Campaign, Enrolment


@dataclass(frozen=True)
class ReportedPlace:
    """A place as its platform reported it, with the platform's ids of its `worker` and its
    `session`. If it `is_open`, it may be paid later."""

    worker: str
    session: str
    is_paid: bool
    is_open: bool


@dataclass(frozen=True)
class PlaceReport:
    """The report of the platform that sent workers of one `source`. It pays `reward` for a place,
    in the campaign's currency. `study` is the platform's id of the study."""

    source: str
    study: str
    reward: Decimal
    places: Sequence[ReportedPlace]


Reporter: TypeAlias = Callable[[Campaign, Sequence[Enrolment]], PlaceReport | None]


def report_of(campaign: Campaign, enrolments: Sequence[Enrolment]) -> PlaceReport | None:
    """Return the first report on the places of these workers; None if no platform sent any."""
    reports = (report(campaign, enrolments) for report in _reporters())
    return next((one for one in reports if one is not None), None)


@cache
def _reporters() -> Sequence[Reporter]:
    return [module.report_of for module in modules_of_addons("place_reports")]
