"""Amounts have one format: at least cents, more digits only where they matter."""

from decimal import Decimal

import pytest

from annotation.models import Campaign
from annotation.templatetags.research import money
from annotation.worker.terms import money as of_worker
from midpath.text.formatting import typed, written


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        *[("0", "0.00"), ("0.02", "0.02"), ("0.020", "0.02"), ("0.025", "0.025"), (".25", "0.25")],
        *[("1", "1.00"), ("1234.5", "1,234.50"), ("12345678.125", "12,345,678.125")],
    ],
)
def test_money_is_written_one_way(amount: str, shown: str) -> None:
    exact = Decimal(amount)
    assert written(exact) == money(exact) == shown
    assert of_worker(exact, Campaign(currency="USD")) == f"${shown}"
    assert of_worker(exact, Campaign(currency="CHF")) == f"{shown} CHF"
    assert typed(exact) == shown.replace(",", "")
    assert Decimal(typed(exact)) == exact
