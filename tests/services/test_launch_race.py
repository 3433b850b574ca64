"""Two people who do the same to a dataset at the same moment."""

from functools import partial

import pytest

from annotation.models import Campaign, EntailmentState
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.errors import Conflict
from tests.helpers.factories import at_once, make_campaign, make_dataset, numbered_texts

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_campaigns_of_one_name_one_is_made() -> None:
    dataset = make_dataset(numbered_texts(2))
    jobs = [
        lambda: create_campaign(dataset=dataset, scheme="flat", user=None, name="Same")
        for _ in range(8)
    ]
    results = at_once(jobs, threads=8)
    assert sum(isinstance(result, Campaign) for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 7


@pytest.mark.long
def test_a_flat_and_a_nested_campaign_launched_at_once_are_paired() -> None:
    for _ in range(5):
        dataset = make_dataset(numbered_texts(2))
        drafts = [
            make_campaign(dataset, scheme=scheme, launch=False) for scheme in ("flat", "nested")
        ]
        at_once(
            [partial(launch_campaign, campaign=draft, user=None) for draft in drafts], threads=2
        )
        assert EntailmentState.objects.filter(flat=drafts[0], nested=drafts[1]).count() == 1
