"""The pages of gold answers: listed, sampled, chosen from judgments, changed, removed, restored."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import HIT, Campaign, KnownAnswer
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.people.entry import read_instructions
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
    numbered_texts,
)
from tests.services.test_own_answers import FIRST_APART, WHOLE, store_answer
from tests.services.test_practice import RIGHT, WRONG, go_through

pytestmark = pytest.mark.django_db


class House:
    """A researcher with a draft of their own."""

    def __init__(self, **terms: Any) -> None:
        self.user = make_user()
        dataset = make_dataset(numbered_texts(5), make_project(self.user))
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
    assert "Removed:" in page
    assert "No gold answers yet." in page
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
def test_the_list_costs_the_same_however_long_it_is(django_assert_num_queries: Any) -> None:
    house = House()
    store_answer(house.campaign, 1, WHOLE)
    with django_assert_num_queries(13):
        house.page("known_answers")
    for position in (2, 3, 4):
        store_answer(house.campaign, position, WHOLE)
    with django_assert_num_queries(13):
        house.page("known_answers")


@pytest.mark.long
def test_terms_of_practice_are_shown_and_saved() -> None:
    house = House(practice=2, practice_pass=1)
    page = house.page("campaign")
    assert "Workers first practise on 2 and need 1 correct answer," in page
    form = house.page("edit_campaign")
    assert 'name="practice" value="2"' in form
    assert 'name="practice_pass" value="1"' in form
