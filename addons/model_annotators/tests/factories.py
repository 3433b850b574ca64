"""A campaign whose items a model annotates, through the stand-in."""

from decimal import Decimal
from typing import Any

from django.db.models.functions import Now

from addons.model_annotators.models import ModelEndpoint, ModelRun
from addons.model_annotators.services.endpoints import add_endpoint
from addons.model_annotators.services.prompts import USUAL
from addons.model_annotators.services.requests import work_on
from addons.model_annotators.services.runs import begin_run, counts_of, stop_run
from addons.model_annotators.services.terms import Terms
from addons.model_annotators.tests.stand_in import KEY, TOKENS_IN, TOKENS_OUT
from annotation.models import Campaign, User
from tests.helpers.factories import make_campaign, make_dataset, make_project, numbered_texts
from tests.helpers.stand_in import StandIn

PRICE_IN, PRICE_OUT = Decimal("0.15"), Decimal("0.60")
ONE = (TOKENS_IN * PRICE_IN + TOKENS_OUT * PRICE_OUT) / 1_000_000

USUAL_TERMS: dict[str, Any] = {
    "name": "Cutter",
    "model": "cutter-1",
    "prompt": USUAL,
    "temperature": Decimal(0),
    "seed": 7,
    "most_tokens": 50,
    "price_in": PRICE_IN,
    "price_out": PRICE_OUT,
    "budget": Decimal(5),
}


def make_asked(user: User, items: int) -> Campaign:
    dataset = make_dataset(numbered_texts(items), make_project(user))
    return make_campaign(dataset, scheme="flat", redundancy=3)


def endpoint_of(campaign: Campaign, user: User, site: StandIn, name: str = "Ours") -> ModelEndpoint:
    found = ModelEndpoint.objects.filter(project=campaign.dataset.project, name=name).first()
    address = f"{site.address}/v1"
    return found or add_endpoint(
        project=campaign.dataset.project, user=user, name=name, address=address, key=KEY
    )


def begin(campaign: Campaign, user: User, site: StandIn, **terms: Any) -> ModelRun:
    return begin_run(
        campaign=campaign,
        user=user,
        endpoint=endpoint_of(campaign, user, site),
        terms=Terms(**USUAL_TERMS | terms),
    )


def states(run: ModelRun) -> dict[str, int]:
    """Return the number of items in each occurring state."""
    return {state: times for state, times in counts_of(run)["states"].items() if times}


def work(run: ModelRun, times: int = 1) -> ModelRun:
    """Work on a round for this many sweeps, after each pause."""
    for _ in range(times):
        ModelRun.objects.filter(pk=run.pk).update(rests_until=Now())
        work_on(run.pk)
    run.refresh_from_db()
    return run


def begin_stopped(campaign: Campaign, user: User) -> ModelRun:
    """Start a round and stop it at once, at an address that is never called."""
    run = begin(campaign, user, StandIn("https://models.example.org"))
    stop_run(run=run, user=user)
    return run
