"""The terms that a campaign has where nobody chose others."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class UsualTerms:
    """The one source of every default: the page's form, the API and drafts that services make
    begin with these. A scheme names those in which it differs."""

    redundancy: int = 10
    most_judgments: int | None = None
    majority_of: str = "answers"
    known_every: int | None = None
    known_feedback: bool = False
    training_hits: int = 0
    pass_share: Decimal | None = None
    pass_after: int = 5
    leave_out_failed: bool = False
    most_workers: int | None = None
    most_hits_per_worker: int | None = None
    # A classroom behind one address; the quickest that anybody reads and answers.
    joins_per_address: int | None = 30
    claims_per_minute: int | None = 30
    reward: Decimal = Decimal("0.02")
    currency: str = "USD"
    seconds_allotted: int = 600
