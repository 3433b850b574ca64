"""The submission of a worker on their platform: a number of tasks, or minutes of active work.

A platform that sends the same worker again starts another submission, with nothing done."""

from dataclasses import dataclass
from datetime import datetime

from annotation.models import Campaign, Enrolment, PlatformSession
from annotation.services.people.sessions import done_of

MINUTE_MS = 60_000


@dataclass(frozen=True)
class Place:
    """The current submission of a worker. `done` counts its tasks, without training; `visit` is its
    session, None if no platform named one."""

    enrolment: Enrolment
    done: int
    visit: PlatformSession | None

    @property
    def before(self) -> int:
        """Return the number of tasks done before this submission."""
        return self.visit.done_before if self.visit else 0

    @property
    def began_at(self) -> datetime | None:
        """Return when the worker came for this submission; None if no platform named it."""
        return self.visit.came_at if self.visit else None

    @property
    def is_full(self) -> bool:
        """Return whether the tasks, or the time spent on them, complete the submission."""
        before = self.visit.ms_before if self.visit else 0
        enrolment = self.enrolment
        return fills_place(enrolment.campaign, self.done, enrolment.active_ms - before)


def fills_place(campaign: Campaign, done: int, ms: int) -> bool:
    """Return whether these HITs, or this active time, complete a place."""
    if campaign.place_hits is not None and done >= campaign.place_hits:
        return True
    minutes = campaign.place_minutes
    return minutes is not None and done > 0 and ms >= minutes * MINUTE_MS


def place_of(enrolment: Enrolment) -> Place:
    """Return the current submission of a worker: that of their last session."""
    visits = PlatformSession.objects.filter(enrolment=enrolment)
    campaign = enrolment.campaign
    matters = campaign.place_hits or campaign.place_minutes or leads_back(campaign)
    visit = visits.last() if matters else None
    return Place(enrolment, done_of(enrolment) - (visit.done_before if visit else 0), visit)


def leads_back(campaign: Campaign) -> bool:
    """Return whether a campaign returns workers to a platform."""
    codes = (campaign.completion_code, campaign.screen_out_code, campaign.no_consent_code)
    return any((*codes, campaign.return_address))


def fills_place_now(
    campaign: Campaign, visit: PlatformSession, done: tuple[int, int], ms: tuple[int, int]
) -> bool:
    """Return whether this judgment completed the submission: the tasks done and the active time
    spent before and after it. `visit` gives both as of the start of the submission."""
    hits, minutes = campaign.place_hits, campaign.place_minutes
    if hits is not None and _reached(hits + visit.done_before, *done):
        return True
    return minutes is not None and _reached(minutes * MINUTE_MS + visit.ms_before, *ms)


def _reached(goal: int, before: int, after: int) -> bool:
    return before < goal <= after
