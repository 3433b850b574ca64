"""Gold answers of a file against a campaign's settings: the form takes the answers from the file,
and a launch with mismatched gold answers must be confirmed."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Dataset, User
from annotation.services.accounts.members import add_member
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import Conflict
from tests.helpers.factories import make_campaign, make_dataset, make_user
from tests.helpers.pairs import make_pairs

pytestmark = pytest.mark.django_db
NEWS = ("Ada Lovelace came to London", "The bank of Hamburg closed", "Nobody said a word")
MARKED = ['[[0, 2, "PER"], [4, 5, "LOC"]]', '[[3, 4, "LOC"], [0, 2, "ORG"]]', "none"]
RELATIONS = ("entailment", "contradiction", "neutral")


def news(golds: Sequence[str] = MARKED) -> Dataset:
    dataset = make_dataset(NEWS)
    for item, gold in zip(dataset.items.order_by("position"), golds, strict=True):
        item.content["columns"] = {"gold": gold}
        item.save()
    return dataset


def owner_of(dataset: Dataset) -> Client:
    user: User = make_user()
    owner = dataset.project.memberships.get().user
    add_member(project=dataset.project, by=owner, username=user.username)
    client = Client()
    client.force_login(user)
    return client


def fields_of(dataset: Dataset, scheme: str) -> Mapping[str, Any]:
    page = owner_of(dataset).get(reverse("research:new_campaign", args=(dataset.pk,)))
    assert "filled in from the gold answers" in page.content.decode()
    initial: Mapping[str, Any] = page.context["settings_forms"][scheme].initial
    return initial


def test_labels_of_spans_come_from_the_gold_answers() -> None:
    filled = fields_of(news(), "spans")
    assert [filled[f"label_{number}"] for number in range(1, 5)] == ["PER", "LOC", "ORG", ""]


def test_labels_of_texts_come_from_the_gold_answers() -> None:
    filled = fields_of(news(["spam", "ham", "spam"]), "label")
    assert (filled["kind"], filled["label_1"], filled["label_2"]) == ("one", "spam", "ham")


def test_answers_of_pairs_come_from_the_gold_answers() -> None:
    filled = fields_of(make_pairs(3, RELATIONS), "pair")
    assert filled["preset"] == "custom"
    assert [filled[f"label_{number}"] for number in (1, 2, 3)] == list(RELATIONS)
    assert [filled[f"yes_{number}"] for number in (1, 2, 3)] == [True, False, False]


def test_the_usual_answers_stay_where_they_fit() -> None:
    dataset = make_pairs(2, ("yes", "no"))
    page = owner_of(dataset).get(reverse("research:new_campaign", args=(dataset.pk,)))
    assert "filled in from the gold answers" not in page.content.decode()
    assert page.context["settings_forms"]["pair"].initial["preset"] == "topic"


def test_what_the_form_fills_in_can_be_launched() -> None:
    dataset = make_pairs(3, RELATIONS)
    client, address = owner_of(dataset), reverse("research:new_campaign", args=(dataset.pk,))
    page = client.get(address)
    filled = {f"pair-{name}": value for name, value in fields_given(page).items()}
    terms = {name: value for name, value in page.context["form"].initial.items() if value}
    sent = {**terms, **filled, "scheme": "pair", "pair-question": "How do they relate?"}
    assert client.post(address, sent).status_code == 302
    drafted = Campaign.objects.get(dataset=dataset)
    assert [one["label"] for one in drafted.settings["answers"]] == list(RELATIONS)
    assert launch_campaign(campaign=drafted, user=None).status == Campaign.Status.LIVE


def fields_given(page: Any) -> dict[str, Any]:
    """Return the fields of the pairs' settings as a browser sends them."""
    initial = page.context["settings_forms"]["pair"].initial
    return {name: "on" if value is True else value for name, value in initial.items() if value}


@pytest.mark.parametrize(
    ("scheme", "dataset", "message"),
    [
        ("spans", news, "1 of 3 gold answers match"),
        ("pair", lambda: make_pairs(3, RELATIONS), "0 of 3 gold answers match"),
    ],
)
def test_a_launch_with_wrong_gold_is_confirmed(scheme: str, dataset: Any, message: str) -> None:
    campaign = make_campaign(dataset(), scheme=scheme, launch=False)
    client = owner_of(campaign.dataset)
    address = reverse("research:move_campaign", args=(campaign.pk, "launch"))
    assert message in " ".join(client.get(address).content.decode().split())
    refused = client.post(address)
    campaign.refresh_from_db()
    assert (refused.status_code, campaign.status) == (409, Campaign.Status.DRAFT)
    client.post(address, {"accept_unmatched_gold": "on"})
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.LIVE


def test_the_refusal_counts_and_gives_an_example() -> None:
    campaign = make_campaign(make_pairs(4, ("yes", "neutral")), scheme="pair", launch=False)
    with pytest.raises(Conflict) as refused:
        launch_campaign(campaign=campaign, user=None)
    assert "1 of 2 gold answers match this campaign" in refused.value.message
    assert "“neutral” is not one of this campaign’s answers" in refused.value.message
    assert refused.value.details == {"gold_answers": 2, "matching": 1}
