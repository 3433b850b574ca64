"""The default terms of a campaign."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from annotation.text.formatting import reward_for


@dataclass(frozen=True)
class PricePaid:
    """The price per judgment in a paper, in USD."""

    reward: Decimal
    year: int


@dataclass(frozen=True)
class UsualTerms:
    """Default terms, the only source of defaults for the form, the API and drafts made by services.

    A scheme overrides some of them.
    """

    redundancy: int = 10
    most_judgments: int | None = None
    majority_of: str = "answers"
    known_every: int | None = None
    known_feedback: bool = False
    known_agreement: Decimal | None = None
    training_hits: int = 0
    pass_share: Decimal | None = None
    pass_after: int = 5
    leave_out_failed: bool = False
    repeat_every: int | None = None
    repeat_after: int = 10
    warm_up: int = 0
    most_workers: int | None = None
    most_hits_per_worker: int | None = None
    walk: str = "together"
    most_project_hits: int | None = None
    most_at_once: int | None = None
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    # Enough for a classroom behind one address, and as fast as a person can answer.
    joins_per_address: int | None = 30
    claims_per_minute: int | None = 30
    joins_per_day: int | None = None
    claims_per_address: int | None = 900
    link_trust: str = "code"
    platform_study: str = ""
    access_code: str = ""
    screened: bool = False
    offered: bool = False
    place_hits: int | None = None
    place_minutes: int | None = None
    completion_code: str = ""
    screen_out_code: str = ""
    no_consent_code: str = ""
    return_address: str = ""
    title: str = ""
    researcher: str = ""
    institution: str = ""
    contact: str = ""
    hourly_wage: Decimal = Decimal(12)
    currency: str = "USD"
    budget: Decimal | None = None
    approve_after_days: int | None = None
    fee_percent: Decimal = Decimal(0)
    seconds_allotted: int = 600
    # Measured in the papers; an estimate if there is no measurement.
    seconds_expected: int = 60
    language: str = ""
    instructions_markdown: bool = True
    consent: str = ""
    quiz: list[Any] = field(default_factory=list)
    quiz_pass: int | None = None
    quiz_tries: int = 2
    practice: int = 0
    practice_pass: int | None = None
    practice_tries: int = 2

    @property
    def reward(self) -> Decimal:
        """The reward per judgment, computed from the wage and the time."""
        return reward_for(self.hourly_wage, self.seconds_expected)
