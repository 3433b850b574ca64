"""What a worker's browser is told: the HIT in hand, how far she is, what she has earned."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from annotation.models import Assignment, Campaign, Enrolment
from annotation.schemes import scheme_of
from annotation.services.errors import ServiceError
from annotation.services.quality import Training, training_of

UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}


@dataclass(frozen=True)
class Progress:
    """`done` and `paid` count the judgments that were kept, and those that are paid; in training
    it is the training that is told."""

    done: int
    paid: int
    training: Training | None = None

    @classmethod
    def of(cls, enrolment: Enrolment) -> "Progress":
        training = training_of(enrolment.campaign, enrolment)
        return cls(enrolment.submitted, enrolment.earning, training)

    def shown(self, campaign: Campaign) -> dict[str, Any]:
        done, total = self.done, campaign.hit_count
        if self.training is not None:
            done, total = self.training.done, self.training.of
        return {
            "what": "Training" if self.training else "HIT",
            "number": min(done + 1, total),
            "done": min(done, total),
            "total": total,
            "earned": money(campaign.reward * self.paid, campaign) if campaign.reward else "",
        }


def asked(campaign: Campaign) -> dict[str, Any]:
    """What a page says of the work: the question may be the campaign's own."""
    scheme = scheme_of(campaign)
    return {
        "campaign": campaign,
        "scheme": scheme,
        "question": scheme.question_of(campaign.settings),
        "hint": scheme.hint_of(campaign.settings),
        "instructions": campaign.instructions or scheme.instructions_of(campaign.settings),
    }


def scheme_files(campaign: Campaign) -> dict[str, str]:
    """Where a scheme's own template, script and style lie: by its name, listed nowhere."""
    return {
        "scheme_template": f"worker/schemes/{campaign.scheme}.html",
        "example_template": f"worker/schemes/{campaign.scheme}_example.html",
        "scheme_script": f"js/worker/{campaign.scheme}.js",
        "scheme_style": f"css/worker-{campaign.scheme}.css",
    }


def shown_hit(assignment: Assignment, campaign: Campaign) -> dict[str, Any]:
    return {
        "assignment": assignment.pk,
        "seconds": assignment.seconds_left,
        "item": scheme_of(campaign).shown(assignment.hit.item, campaign.settings),
    }


def refusal(error: ServiceError) -> dict[str, Any]:
    return {"code": error.code, "message": error.message, **error.details}


def duration(seconds: int) -> str:
    """In the one or two units that matter: "10 minutes", "1 hour 30 minutes", "2 days"."""
    parts = []
    for unit, size in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}" if count == 1 else f"{count} {unit}s")
    return " ".join(parts[:2])


def money(amount: Decimal, campaign: Campaign) -> str:
    """Exact, with two decimals at least and no noughts after them."""
    whole, _, parts = f"{amount:f}".partition(".")
    figure = f"{int(whole):,}.{parts.rstrip('0').ljust(2, '0')}"
    symbol = SYMBOLS.get(campaign.currency)
    return f"{symbol}{figure}" if symbol else f"{figure} {campaign.currency}"
