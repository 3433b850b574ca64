"""A simulated crowd that gives labels."""

import pytest

from annotation.models import Campaign, Worker
from tests.commands.running import refusal_of, run
from tests.helpers.labels import BRIDGE, TRAIN, campaign_of_labels, named

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = {"kind": "one", "labels": named("People", "Places")}


def command(campaign: Campaign) -> tuple[str, ...]:
    return "simulate_crowd", "--campaign", str(campaign.pk), "--workers", "2"


def test_known_answers_that_are_no_labels_are_named_before_anything_is_judged() -> None:
    campaign = campaign_of_labels(TRAIN, BRIDGE, settings=PEOPLE, columns={"gold": "Pleased"})
    refusal = refusal_of(*command(campaign))
    assert refusal.startswith(
        f"Item {TRAIN}: The gold answer “Pleased” is not one of this campaign’s labels. They are: "
        "People; Places. "
    )
    assert "nothing was judged" in refusal
    assert "import it again" in refusal
    assert not Worker.objects.exists()
    assert not campaign.judgments.exists()


@pytest.mark.long
def test_known_answers_that_are_labels_are_what_most_workers_give() -> None:
    campaign = campaign_of_labels(settings=PEOPLE, columns={"gold": "places"}, redundancy=9)
    printed = run(*command(campaign)[:-1], "9")
    assert "9  submitted" in printed
    given = [vector[0] for vector in campaign.judgments.values_list("vector", flat=True)]
    assert given.count(1) > len(given) / 2
