"""Panels of the page of a payment list, in which add-ons pay the list.

An add-on that can pay lists has a function `panel_of` in its module `payment_panels`."""

from dataclasses import dataclass

from annotation.addons import modules_of_addons
from annotation.models import PaymentBatch


@dataclass(frozen=True)
class PaymentPanel:
    """A way in which an add-on pays a list: a `template` that shows the `content` of `panel`.

    It `can_pay` what waits. While it `is_paying`, the list is not offered as a file; while a job is
    `under_way`, the page reloads itself. If it `has_payments`, it is shown after they are settled,
    too."""

    heading: str
    template: str
    content: object
    can_pay: bool
    is_paying: bool
    under_way: bool
    has_payments: bool


def panel_of(batch: PaymentBatch) -> PaymentPanel | None:
    """Return the first panel for a list; None if no add-on pays it."""
    for module in modules_of_addons("payment_panels"):
        found: PaymentPanel | None = module.panel_of(batch)
        if found is not None:
            return found
    return None
