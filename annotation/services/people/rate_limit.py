"""Rate-limit requests of a kind from one address or one token, in the memory of each web process,
so that it costs no query. Web servers share what they let through (`tempo_sharing`), so that all
processes together keep to one limit.

Each client has a token bucket that refills with time. A request takes one token; if the bucket is
empty, the response says after how many seconds to retry."""

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.translation import gettext

from annotation.models import Campaign
from annotation.services.errors import TooMany

MINUTE = 60
MAX_REMEMBERED = 20_000
# The share of a minute's requests that may arrive at once.
AT_ONCE = 1 / 6
INVITATIONS_A_MINUTE = 300
SIGN_ONS_A_MINUTE = 60
Who = tuple[str, ...]
# Add seconds to the buckets shared by all processes, and return in how many each is full again.
Add = Callable[[Mapping[Who, float]], Mapping[Who, float]]


@dataclass
class Tempo:
    """The buckets by client: when each is full again.

    `untold` is what was taken since the last exchange with other processes, in seconds; `on_take`
    is called after each take. Without it nothing is recorded for an exchange."""

    full_at: dict[Who, float] = field(default_factory=dict)
    untold: dict[Who, float] = field(default_factory=dict)
    on_take: Callable[[], None] | None = None
    turn: threading.Lock = field(default_factory=threading.Lock)

    def take(self, who: Who, *, a_minute: int | None, message: str) -> None:
        """Count a request, or raise TooMany. A limit of None allows any number."""
        if not a_minute:
            return
        each = MINUTE / a_minute
        room = max(1, math.floor(a_minute * AT_ONCE)) * each
        with self.turn:
            now = time.monotonic()
            full_at = max(self.full_at.get(who, now), now) + each
            # Sums of shares are not exact: a tiny excess is no request.
            over = full_at - now - room
            if over > each / 1_000:
                raise TooMany(message, wait=math.ceil(over))
            self.full_at[who] = full_at
            if self.on_take is not None:
                self.untold[who] = self.untold.get(who, 0) + each
            if len(self.full_at) > MAX_REMEMBERED:
                self._forget(now)
        if self.on_take is not None:
            self.on_take()

    def exchange(self, add: Add) -> None:
        """Send other processes what was taken here, and receive what they let through.

        If sending fails, the counts are dropped: this process has counted them."""
        with self.turn:
            telling, self.untold = self.untold, {}
        ahead = add(telling)
        with self.turn:
            now = time.monotonic()
            for who, seconds in ahead.items():
                full_at = now + seconds + self.untold.get(who, 0)
                self.full_at[who] = max(self.full_at.get(who, now), full_at)

    def forget(self) -> None:
        with self.turn:
            self.full_at.clear()
            self.untold.clear()

    def _forget(self, now: float) -> None:
        """Drop the full buckets, or else the fuller half."""
        by_time = sorted(self.full_at, key=self.full_at.__getitem__)
        full = sum(1 for who in by_time if self.full_at[who] <= now)
        for who in by_time[: max(full, MAX_REMEMBERED // 2)]:
            del self.full_at[who]


tempo = Tempo()


def limit_claims(campaign: Campaign, address: str) -> None:
    """Count a claim from an address against its campaign's limit."""
    tempo.take(
        ("claim", campaign.code, address),
        a_minute=campaign.claims_per_address,
        message=gettext(
            "Many people are working from your network, so your next task has to wait a little."
        ),
    )


def limit_invitations(address: str) -> None:
    """Count a visit to an invitation page from an address."""
    tempo.take(
        ("invitation", address),
        a_minute=INVITATIONS_A_MINUTE,
        message="Too many invitations were opened from this address.",
    )


def limit_sign_on(address: str) -> None:
    """Count a step of signing in with the identity provider, which some of the steps contact."""
    tempo.take(
        ("sign on", address),
        a_minute=SIGN_ONS_A_MINUTE,
        message="Too many people signed in from this address.",
    )


def limit_address(address: str) -> None:
    """Count an API request from an address."""
    tempo.take(
        ("api", address),
        a_minute=settings.API_PER_ADDRESS,
        message="Too many requests came from this address.",
    )


def limit_token(token: str) -> None:
    """Count an API request with a token, by its digest or number."""
    tempo.take(
        ("token", token),
        a_minute=settings.API_PER_TOKEN,
        message="Too many requests came with this token.",
    )
