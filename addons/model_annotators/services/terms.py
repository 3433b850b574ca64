"""The terms of a round: what is asked of a model, and what it may cost."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from addons.model_annotators.models import ModelRun
from addons.model_annotators.services.prompts import check_prompt
from annotation.services.datasets.dataset_writer import clean_name
from annotation.services.errors import Invalid

MAX_TOKENS = 100_000
MAX_CONCURRENT = 8
MAX_PER_MINUTE = 1_000
MAX_SUM = 100_000


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of a round: prices are per million tokens, `at_once` is the number of concurrent
    calls, `most_a_minute` the maximum number of calls per minute; None means no limit of its
    own."""

    name: str
    model: str
    prompt: str
    temperature: Decimal | None = None
    seed: int | None = None
    limit_name: str = ModelRun.Limit.TOKENS.value
    most_tokens: int = 300
    price_in: Decimal
    price_out: Decimal
    currency: str = "USD"
    budget: Decimal
    at_once: int = 1
    most_a_minute: int | None = None

    def checked(self) -> dict[str, Any]:
        """Return the columns of a round, or raise Invalid."""
        name, model = clean_name(self.name), clean_name(self.model)
        for value, field, longest in ((name, "name", 120), (model, "model", 200)):
            if not 0 < len(value) <= longest:
                raise Invalid(f"Enter 1 to {longest} characters.", field=field)
        if self.limit_name not in ModelRun.Limit.values:
            raise Invalid(f"Choose one of {', '.join(ModelRun.Limit.values)}.", field="limit_name")
        if not (len(self.currency) == 3 and self.currency.isalpha() and self.currency.isascii()):
            raise Invalid("Enter a currency of three letters, such as USD.", field="currency")
        self._check_numbers()
        names = (
            *("temperature", "seed", "limit_name", "most_tokens", "price_in", "price_out"),
            *("budget", "at_once", "most_a_minute"),
        )
        return {
            **{field: getattr(self, field) for field in names},
            "name": name,
            "model": model,
            "prompt": check_prompt(self.prompt),
            "currency": self.currency.upper(),
        }

    def _check_numbers(self) -> None:
        sums = ("Enter an amount of 0 or more.", 0, MAX_SUM)
        for field, (message, least, most) in {
            "most_tokens": (f"Choose 1 to {MAX_TOKENS:,}.", 1, MAX_TOKENS),
            "at_once": (f"Choose 1 to {MAX_CONCURRENT}.", 1, MAX_CONCURRENT),
            "most_a_minute": (f"Choose 1 to {MAX_PER_MINUTE:,}.", 1, MAX_PER_MINUTE),
            "temperature": ("Enter a temperature from 0 to 2.", 0, 2),
            "seed": ("Enter a whole number of 0 or more as the seed.", 0, 2**63 - 1),
            **dict.fromkeys(("price_in", "price_out", "budget"), sums),
        }.items():
            value = getattr(self, field)
            if value is not None and not least <= value <= most:
                raise Invalid(message, field=field)
