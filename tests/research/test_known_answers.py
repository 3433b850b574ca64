"""Gold answers on pages: listed, sampled, chosen from judgments, changed and removed.

The form of a campaign takes them from a file, and mismatched ones are confirmed at the launch.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import HIT, Campaign, Dataset, KnownAnswer, User
from annotation.services.accounts.members import add_member
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import Conflict
from annotation.services.people.entry import read_instructions
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)
from tests.helpers.pages import assert_shows, signed_in
from tests.helpers.pairs import make_pairs
from tests.helpers.queries import assert_queries
from tests.services.test_own_answers import FIRST_APART, WHOLE, store_answer
from tests.services.test_practice import RIGHT, WRONG, go_through

pytestmark = pytest.mark.django_db


class House:
    """A researcher with a draft of their own."""

    def __init__(self, **terms: Any) -> None:
        self.user = make_user()
        dataset = make_dataset(5, make_project(self.user))
        self.campaign = make_campaign(dataset, launch=False, **terms)
        self.client = Client()
        self.client.force_login(self.user)

    def url(self, name: str, *parts: Any) -> str:
        return reverse(f"research:{name}", args=(self.campaign.pk, *parts))

    def page(self, name: str, *parts: Any, **query: Any) -> str:
        response = self.client.get(self.url(name, *parts), query)
        assert response.status_code == 200
        return " ".join(response.content.decode().split())

    def launch(self) -> None:
        self.campaign = launch_campaign(
            campaign=Campaign.objects.get(pk=self.campaign.pk), user=None
        )


@pytest.mark.long
def test_an_answer_is_drawn_in_the_desk() -> None:
    house = House(practice=1)
    assert "add 1 more before you launch" in house.page("known_answers")
    page = house.page("draw_answer", text=2)
    assert '"keep": "Save as gold answer"' in page
    assert '<option value="practice" selected>Practice' in page
    assert not KnownAnswer.objects.exists()
    form = {
        "payload": json.dumps({"boundaries": FIRST_APART}),
        "use": "practice",
        "why": "It is so.",
    }
    response = house.client.post(house.url("draw_answer") + "?text=2", form)
    assert response.headers["Location"] == house.url("known_answers")
    page = house.page("known_answers")
    assert "text | number 2 of many" in page
    assert "It is so." in page
    assert "drawn by a researcher" in page
    assert "more before you launch" not in page
    assert "text | number 2 of many" in house.page("draw_answer", text=2)


@pytest.mark.few(1)
@pytest.mark.parametrize("payload", ["", "[]", '{"boundaries": [1]}', '{"boundaries": "x"}'])
def test_what_is_no_answer_is_refused(payload: str) -> None:
    house = House()
    response = house.client.post(house.url("draw_answer"), {"payload": payload, "use": "known"})
    assert response.status_code == 400
    assert not KnownAnswer.objects.exists()


@pytest.mark.long
def test_an_answer_is_chosen_from_the_judgments_of_an_item() -> None:
    house = House()
    house.launch()
    answers = (FIRST_APART, WHOLE, FIRST_APART)
    for vector in answers:
        judge_next(enrol(house.campaign), {"boundaries": vector})
    hit = HIT.objects.get(taken=3)
    page = house.page("item", hit.pk)
    assert page.index("2 of 3") < page.index("1 of 3")
    form = {"item": hit.item_id, "answer": "1,0,0,0", "why": "As most said."}
    house.client.post(house.url("keep_answer"), form)
    known = KnownAnswer.objects.get()
    assert (known.vector, known.source, known.use) == (FIRST_APART, "judged", "known")
    assert "As most said." in house.page("item", hit.pk)
    assert "takes effect only in a duplicate" in house.page("known_answers")
    bad = house.client.post(house.url("keep_answer"), form | {"answer": "1,1,1,1"})
    assert bad.status_code == 400


@pytest.mark.long
def test_an_answer_of_the_file_is_stored_for_practice() -> None:
    house = House()
    item = house.campaign.dataset.items.get(position=4)
    item.content["columns"] = {"gold_flat": "text number | 4 of many", "why": "The file says why."}
    item.save()
    assert "The file has gold answers for 1 text" in house.page("known_answers")
    house.client.post(house.url("keep_answer"), {"item": item.pk, "use": "practice"})
    known = KnownAnswer.objects.get()
    assert (known.source, known.use, known.why) == ("file", "practice", "The file says why.")
    assert "Gold answers in the file" not in house.page("known_answers")
    other = house.campaign.dataset.items.get(position=1)
    assert house.client.post(house.url("keep_answer"), {"item": other.pk}).status_code == 400


@pytest.mark.long
def test_an_answer_is_changed_removed_and_put_back() -> None:
    house = House()
    known = store_answer(house.campaign, 1, WHOLE)
    form = {"use": "example", "why": "Look here."}
    house.client.post(house.url("change_answer", known.pk), form)
    known.refresh_from_db()
    assert (known.use, known.why) == ("example", "Look here.")
    response = house.client.post(house.url("remove_answer", known.pk))
    page = " ".join(house.client.get(response.headers["Location"]).content.decode().split())
    assert_shows(page, "Removed:", "No gold answers yet.")
    house.client.post(house.url("put_back_answer", known.pk))
    assert "Look here." in house.page("known_answers")


@pytest.mark.long
def test_how_many_got_it_right() -> None:
    house = House(practice=1, training_hits=1, most_workers=9)
    store_answer(house.campaign, 1, FIRST_APART, "practice")
    store_answer(house.campaign, 2, FIRST_APART)
    house.launch()
    for payload in (RIGHT, WRONG):
        enrolment = read_instructions(enrolment=enrol(house.campaign))
        go_through(enrolment, payload)
        judge_next(enrolment, RIGHT)
    page = house.page("known_answers")
    assert "1 of 2 correct, 50.0%" in page
    assert "2 of 2 correct, 100.0%" in page
    assert "Workers are already assessed with it" in page
    assert "so it cannot change" in house.page("draw_answer", text=2)


@pytest.mark.long
def test_the_answers_of_others_are_out_of_reach() -> None:
    house, other = House(), House()
    known = store_answer(other.campaign, 1, WHOLE)
    for name in ("change_answer", "remove_answer", "put_back_answer"):
        assert house.client.post(house.url(name, known.pk)).status_code == 404
    item = other.campaign.dataset.items.all()[0]
    assert house.client.post(house.url("keep_answer"), {"item": item.pk}).status_code == 400


@pytest.mark.long
def test_the_list_costs_the_same_however_long_it_is() -> None:
    house = House()
    store_answer(house.campaign, 1, WHOLE)
    with assert_queries(13):
        house.page("known_answers")
    for position in (2, 3, 4):
        store_answer(house.campaign, position, WHOLE)
    with assert_queries(13):
        house.page("known_answers")


@pytest.mark.long
def test_terms_of_practice_are_shown_and_saved() -> None:
    house = House(practice=2, practice_pass=1)
    assert "Workers first practise on 2 and need 1 correct answer," in house.page("campaign")
    form = house.page("edit_campaign")
    assert 'name="practice" value="2"' in form
    assert 'name="practice_pass" value="1"' in form


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
    return signed_in(user)


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
