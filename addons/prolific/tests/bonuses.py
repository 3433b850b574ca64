"""Steps of paying bonuses through Prolific."""

from collections import Counter
from decimal import Decimal
from typing import Any

from django.urls import reverse

from addons.prolific.models import ProlificBonus, ProlificVisit
from addons.prolific.tests.desk import Desk, owe
from addons.prolific.tests.server import submission
from annotation.models import PaymentBatch
from annotation.services.pay.batches import make_batch
from tests.helpers.pages import read_words

State = ProlificBonus.State


def listed(desk: Desk, *amounts: str) -> PaymentBatch:
    """Make a list of payments to workers with a submission each, with the study connected."""
    for number, amount in enumerate(amounts):
        owe(desk.study, f"p{number}", amount)
    submissions = [submission(n, f"p{n}", "APPROVED") for n in range(len(amounts))]
    desk.site.set_state(study=desk.site.state()["study"] | {"reward": 0}, submissions=submissions)
    desk.connected()
    return make_batch(campaign=desk.study.campaign, user=desk.study.owner, source="prolific")


def act(desk: Desk, batch: PaymentBatch, step: str, **body: Any) -> Any:
    address = reverse("research:pay_by_prolific", args=(batch.campaign_id, batch.pk, step))
    return desk.owner.post(address, body)


def page(desk: Desk, batch: PaymentBatch) -> str:
    address = reverse("research:payments", args=(batch.campaign_id, batch.pk))
    return read_words(desk.owner, address)


def priced(desk: Desk, batch: PaymentBatch) -> Decimal:
    """Set up a list, and return its cost."""
    assert act(desk, batch, "set-up").status_code == 302
    assert desk.run_visit().status == "ready"
    found = [one.total or Decimal(0) for one in batch.prolific_bonuses.filter(state=State.PRICED)]
    return sum(found, Decimal(0))


def confirmed(desk: Desk, batch: PaymentBatch) -> None:
    assert act(desk, batch, "pay", total=str(priced(desk, batch))).status_code == 302


def sent(desk: Desk, batch: PaymentBatch) -> None:
    """Have a list paid: the request is sent, and its answer is not read yet."""
    confirmed(desk, batch)
    desk.run_visit()


def paid(desk: Desk, batch: PaymentBatch) -> None:
    """Have a list paid, and read what Prolific shows."""
    sent(desk, batch)
    request_payment(desk, batch)


def request_payment(desk: Desk, batch: PaymentBatch) -> ProlificVisit:
    assert act(desk, batch, "ask").status_code == 302
    return desk.run_visit()


def states(batch: PaymentBatch) -> list[str]:
    return list(batch.prolific_bonuses.order_by("pk").values_list("state", flat=True))


def statuses(batch: PaymentBatch) -> Counter[str]:
    return Counter(batch.lines.values_list("status", flat=True))
