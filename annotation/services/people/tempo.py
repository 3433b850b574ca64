"""Limit how many requests of a kind come from one address or one token, in the memory of each web
process: this costs no query, and the processes of a server answer so many each.

Who asks has a bucket that fills with time. A request takes one out of it; where it is empty, the
answer says after how many seconds there is one again."""

import math
import threading
import time
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.translation import gettext

from annotation.models import Campaign
from annotation.services.errors import TooMany

MINUTE = 60
MOST_REMEMBERED = 20_000
# The share of a minute's requests that may come at once.
AT_ONCE = 1 / 6


@dataclass
class Tempo:
    """The buckets by who asks: when each is full again."""

    full_at: dict[tuple[str, ...], float] = field(default_factory=dict)
    turn: threading.Lock = field(default_factory=threading.Lock)

    def take(self, who: tuple[str, ...], *, a_minute: int | None, message: str) -> None:
        """Count a request, or raise TooMany. Without a number any may come."""
        if not a_minute:
            return
        each = MINUTE / a_minute
        room = max(1, math.floor(a_minute * AT_ONCE)) * each
        with self.turn:
            now = time.monotonic()
            full_at = max(self.full_at.get(who, now), now) + each
            # Sums of shares are not exact: a hair's breadth is no request.
            over = full_at - now - room
            if over > each / 1_000:
                raise TooMany(message, wait=math.ceil(over))
            self.full_at[who] = full_at
            if len(self.full_at) > MOST_REMEMBERED:
                self._forget(now)

    def forget(self) -> None:
        with self.turn:
            self.full_at.clear()

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full, or else the half that is fullest."""
        by_time = sorted(self.full_at, key=self.full_at.__getitem__)
        full = sum(1 for who in by_time if self.full_at[who] <= now)
        for who in by_time[: max(full, MOST_REMEMBERED // 2)]:
            del self.full_at[who]


tempo = Tempo()


def mind_claims(campaign: Campaign, address: str) -> None:
    """Count a claim from an address against its campaign's limit."""
    tempo.take(
        ("claim", campaign.code, address),
        a_minute=campaign.claims_per_address,
        message=gettext(
            "Many people are working from your network, so the next task has to wait a little."
        ),
    )


def mind_address(address: str) -> None:
    """Count a request to the API from an address."""
    tempo.take(
        ("api", address),
        a_minute=settings.API_PER_ADDRESS,
        message="Too many requests came from this address.",
    )


def mind_token(token: str) -> None:
    """Count a request to the API with a token, by its digest or number."""
    tempo.take(
        ("token", token),
        a_minute=settings.API_PER_TOKEN,
        message="Too many requests came with this token.",
    )
