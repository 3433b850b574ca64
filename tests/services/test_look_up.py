"""The link to look up a text: what workers get of it, and that its use is part of the answer."""

from typing import Any
from uuid import uuid4

import pytest

from annotation.models import Campaign, Judgment
from annotation.schemes import SCHEMES
from annotation.services.campaigns.copies import create_campaigns
from annotation.services.errors import Invalid
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import submit_judgment
from tests.helpers.factories import enrol, make_campaign, make_dataset, make_user

pytestmark = pytest.mark.django_db

LINK = {"name": "DuckDuckGo", "search": "https://duckduckgo.com/?q="}


def with_link(scheme: str = "flat") -> Campaign:
    return make_campaign(texts=["red car"], scheme=scheme, settings={"preset": "a13"})


def submitted(campaign: Campaign, payload: dict[str, Any]) -> Judgment:
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    receipt = submit_judgment(
        enrolment=enrolment,
        assignment_id=assignment.pk,
        submission_id=uuid4(),
        payload=payload,
    )
    return Judgment.objects.get(pk=receipt.judgment_id)


@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_workers_get_the_link_only_where_there_is_one(scheme: str) -> None:
    campaign = with_link(scheme)
    item, one = campaign.dataset.items.get(), SCHEMES[scheme]
    assert one.shown(item, campaign.settings) == {
        "words": ["red", "car"],
        "spaced": True,
        "lookUp": LINK,
    }
    assert one.shown(item, {}) == {"words": ["red", "car"], "spaced": True}


@pytest.mark.parametrize("used", [True, False])
def test_its_use_is_stored_and_exported_with_the_answer(used: bool) -> None:
    judgment = submitted(with_link(), {"boundaries": [1], "looked_up": used})
    assert judgment.payload == {"boundaries": [1], "looked_up": used}
    assert judgment.vector == [1]
    assert SCHEMES["flat"].impersonal(judgment.payload)["looked_up"] is used


def test_clients_may_leave_it_out() -> None:
    assert submitted(with_link(), {"boundaries": [0]}).payload == {"boundaries": [0]}


@pytest.mark.parametrize("said", ["yes", 1, None])
def test_other_values_are_refused(said: object) -> None:
    with pytest.raises(Invalid) as refused:
        submitted(with_link("nested"), {"boundaries": [0], "looked_up": said})
    assert refused.value.details["field"] == "looked_up"


def test_no_use_of_a_link_that_is_not_there() -> None:
    campaign = make_campaign(texts=["red car"], scheme="flat")
    with pytest.raises(Invalid, match="no link"):
        submitted(campaign, {"boundaries": [0], "looked_up": False})


def test_a_companion_has_the_same_link() -> None:
    flat, nested = create_campaigns(
        dataset=make_dataset(["a b"]),
        scheme="flat",
        user=make_user("ada"),
        companion=True,
        name="Flat segmentation",
        settings={"look_up": "bing"},
    )
    assert flat.settings == {"look_up": "bing"}
    assert nested.settings["look_up"] == "bing"
