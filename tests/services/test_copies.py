"""Campaigns drafted as copies of others, and drafts that are launched together."""

from typing import Any

import pytest

from annotation.models import AuditEvent, Campaign
from annotation.schemes import SCHEMES
from annotation.services.campaigns.campaigns import EDITABLE
from annotation.services.campaigns.copies import (
    companion_name,
    companion_of,
    create_campaigns,
    duplicate_campaign,
    free_name,
    launch_campaigns,
)
from annotation.services.errors import Conflict, Invalid, ServiceError
from tests.helpers.factories import make_campaign, make_dataset, make_user
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.refusals import refused_at


def test_only_segmentations_have_companions() -> None:
    companions = {name: companion_of(scheme) for name, scheme in SCHEMES.items()}
    found = {name: one.name for name, one in companions.items() if one}
    assert found == {"flat": "nested", "nested": "flat"}


def test_a_campaign_and_its_companion_share_numbers_but_not_the_reward() -> None:
    dataset = make_dataset(3)
    flat, nested = create_campaigns(
        dataset=dataset,
        scheme="flat",
        user=make_user(),
        companion=True,
        name="Flat segmentation",
        redundancy=4,
        fee_percent="20",
        most_workers=9,
        instructions="My own words.",
    )
    assert (nested.scheme, nested.name) == ("nested", "Nested segmentation")
    assert (nested.redundancy, nested.most_workers, nested.fee_percent) == (4, 9, flat.fee_percent)
    usual = SCHEMES["nested"].usual_terms
    assert (nested.reward, nested.seconds_expected) == (usual.reward, usual.seconds_expected)
    assert nested.instructions == SCHEMES["nested"].instructions


def test_neither_is_drafted_if_one_cannot_be() -> None:
    pairs = make_pairs(3)
    with pytest.raises(Invalid, match="no companion scheme"):
        create_campaigns(
            dataset=pairs, scheme="pair", user=make_user(), companion=True, name="Alone"
        )
    assert not Campaign.objects.exists()


def test_neither_is_launched_if_one_cannot_be() -> None:
    draft = make_campaign(launch=False)
    live = make_campaign(draft.dataset)
    with pytest.raises(Conflict, match="already been launched"):
        launch_campaigns(campaigns=[draft, live], user=make_user())
    draft.refresh_from_db()
    assert (draft.status, draft.hits.count()) == ("draft", 0)


def test_a_name_that_is_taken_gets_a_number_and_stays_short_enough() -> None:
    long = "x" * 120
    dataset = make_campaign(name=long).dataset
    assert free_name(dataset, "Free") == "Free"
    assert free_name(dataset, long) == "x" * 118 + " 2"
    make_campaign(dataset, name="x" * 118 + " 2")
    assert free_name(dataset, long) == "x" * 118 + " 3"


def test_a_companion_name_names_the_other_scheme() -> None:
    flat, nested = SCHEMES["flat"], SCHEMES["nested"]
    assert companion_name("Flat segmentation 2", flat, nested) == "Nested segmentation 2"
    assert companion_name("Round two", flat, nested) == "Round two: Nested segmentation"
    assert len(companion_name("x" * 120, flat, nested)) == 120


@pytest.mark.long
def test_a_duplicate_has_every_term_and_no_work() -> None:
    pairs = make_pairs(6, ["yes"] * 2)
    terms: dict[str, Any] = {"known_every": 4, "most_workers": 30, "most_judgments": 7}
    terms |= {"fee_percent": "12.5", "seconds_expected": 77}
    campaign = make_pair_campaign(pairs, reward="0.125", **terms)
    campaign.refresh_from_db()
    user = make_user()
    copy = duplicate_campaign(campaign=campaign, dataset=pairs, name="Copy", user=user)
    copy.refresh_from_db()
    copied = [term for term in EDITABLE if term != "name"]
    assert {t: getattr(copy, t) for t in copied} == {t: getattr(campaign, t) for t in copied}
    assert (copy.status, copy.hit_count, copy.worker_count) == ("draft", 0, 0)
    assert copy.code != campaign.code
    event = AuditEvent.objects.get(verb="campaign.duplicated")
    assert (event.campaign, event.user, event.details) == (copy, user, {"of": campaign.name})


def test_a_duplicate_on_another_dataset_of_the_project() -> None:
    campaign = make_campaign()
    other = make_dataset(5, campaign.dataset.project)
    copy = duplicate_campaign(
        campaign=campaign, dataset=other, name=campaign.name, user=make_user()
    )
    assert (copy.dataset, copy.name) == (other, campaign.name)


def test_a_dataset_of_another_project_or_kind_is_refused() -> None:
    campaign = make_campaign()
    same_project = make_pairs(3, project=campaign.dataset.project)
    for dataset in (make_dataset(2), same_project):
        with refused_at("dataset", match="Choose a dataset of this project"):
            duplicate_campaign(campaign=campaign, dataset=dataset, name="C", user=make_user())


def test_a_dataset_without_the_known_answers_is_refused_at_once() -> None:
    pairs = make_pairs(6, ["yes"] * 2)
    campaign = make_pair_campaign(pairs, known_every=4, most_workers=30)
    bare = make_pairs(6, project=pairs.project)
    with pytest.raises(ServiceError, match="the dataset has 0"):
        duplicate_campaign(campaign=campaign, dataset=bare, name="C", user=make_user())
    assert Campaign.objects.count() == 1


def test_a_taken_name_is_refused() -> None:
    campaign = make_campaign()
    with pytest.raises(Conflict, match="already exists"):
        duplicate_campaign(
            campaign=campaign, dataset=campaign.dataset, name=campaign.name, user=make_user()
        )
