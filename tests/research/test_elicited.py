"""An elicitation on the researchers' pages."""

import pytest
from django.test import Client

from annotation.models import HIT, Campaign, Dataset
from annotation.services.datasets.pictures import add_pictures
from tasks.fold import fold_all
from tests.helpers.apps import (
    KEEP,
    MAPS,
    QUESTIONS,
    answer_with_questions,
    make_apps,
    picture_bytes,
    question_campaign,
)
from tests.helpers.factories import enrol, join_form, make_campaign
from tests.helpers.pages import assert_hides, assert_shows, read
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long


@pytest.fixture
def dataset(study: Study) -> Dataset:
    return make_apps(study.project, (("Keep", KEEP), ("Maps", MAPS)))


@pytest.fixture
def campaign(dataset: Dataset) -> Campaign:
    return question_campaign(dataset, redundancy=3)


def terms(**changed: str) -> dict[str, str]:
    return {
        "name": "Elicitation",
        "scheme": "question",
        "redundancy": "5",
        "reward": "2.00",
        "currency": "USD",
        "minutes": "10",
        "instructions": "Ask.",
        "question-preset": "custom",
        "question-topic": "your privacy in this app",
        "question-questions": "4",
        "question-fewest_words": "3",
        "question-assistant": "Imagine somebody whom you trust.",
        **changed,
    }


def test_the_terms_page_asks_what_is_requested(dataset: Dataset, owner: Client) -> None:
    address = f"/research/datasets/{dataset.pk}/campaigns/new/"
    assert "What workers should imagine" in owner.get(address).content.decode()
    where = owner.post(address, terms()).headers["Location"]
    campaign = Campaign.objects.get(dataset=dataset)
    assert campaign.settings == {
        "topic": "your privacy in this app",
        "questions": 4,
        "fewest_words": 3,
        "assistant": "Imagine somebody whom you trust.",
    }
    assert_shows(read(owner, where), "4 questions from each worker about each app", "2 apps")
    assert "Ask 4 questions about your privacy in this app" in read(owner, f"{where}preview/")


@pytest.mark.quick
def test_wrong_settings_are_shown_at_their_fields(dataset: Dataset, owner: Client) -> None:
    address = f"/research/datasets/{dataset.pk}/campaigns/new/"
    page = owner.post(address, terms(**{"question-questions": "21", "question-assistant": ""}))
    assert page.status_code == 400
    text = page.content.decode()
    assert_shows(text, 'id="id_question-questions_error"', "Enter what workers should imagine.")
    assert not Campaign.objects.filter(dataset=dataset).exists()


def test_the_dashboard_says_how_many_and_how_they_begin(campaign: Campaign, owner: Client) -> None:
    where = f"/research/campaigns/{campaign.pk}/"
    assert_shows(read(owner, where), "No judgments yet.", "No questions yet.")
    answer_with_questions(campaign, QUESTIONS, ["Who can read all my notes?", "Why?"])
    fold_all(campaign.pk)
    page = owner.get(where).content.decode()
    assert_shows(page, "Unique questions per app", "4.000")
    assert_hides(page, "Agreement as judgments arrive", "Most disputed")
    assert '<th scope="row"><bdi>who</bdi></th>' in page
    live = owner.get(f"{where}live/").content.decode()
    assert 'id="first-words"' in live
    assert 'id="disputes"' not in live
    assert 'id="points"' not in owner.get(f"{where}history/").content.decode()


def test_questions_are_read_by_app_and_by_worker(campaign: Campaign, owner: Client) -> None:
    answer_with_questions(campaign, QUESTIONS, ["Who can read all my notes?", "<b>Why</b>?"])
    fold_all(campaign.pk)
    page = owner.get(f"/research/campaigns/{campaign.pk}/items/").content.decode()
    page = " ".join(page.split())
    assert "2 workers · 4 questions, 4 different, 2 of them nearly the same" in page
    assert "&lt;b&gt;Why&lt;/b&gt;?" in page
    found = owner.get(f"/research/campaigns/{campaign.pk}/items/", {"q": "on foot"})
    assert [row["hit"].item.text for row in found.context["rows"]] == ["Maps"]
    hit = HIT.objects.get(campaign=campaign, item__text="Keep")
    page = owner.get(f"/research/campaigns/{campaign.pk}/items/{hit.pk}/").content.decode()
    assert ">Questions</h2>" in page
    assert page.count("Are my notes sold?") == 2, "by worker, and as a judgment"


def test_pages_cost_the_same_however_much_was_requested(campaign: Campaign, owner: Client) -> None:
    address = f"/research/campaigns/{campaign.pk}/items/"
    for questions in (QUESTIONS, ["Why is it?", "Who is it?"]):
        answer_with_questions(campaign, questions)
        fold_all(campaign.pk)
        with assert_queries(10):
            owner.get(address)


def test_pictures_go_to_their_workers_only(dataset: Dataset, study: Study, owner: Client) -> None:
    item = add_pictures(item=dataset.items.all()[0], user=study.owner, bodies=[picture_bytes()])
    sha256 = item.content["pictures"][0]["sha256"]
    campaign = question_campaign(dataset)
    worker = Client()
    address = f"/w/{campaign.code}/pictures/{sha256}"
    assert worker.get(address).status_code == 404, "before they joined"
    worker.post(f"/w/{campaign.code}/", join_form(enrol(campaign).worker))
    response = worker.get(address)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "image/png")
    assert worker.post(address).status_code in {403, 405}
    other = question_campaign(make_apps(study.project))
    assert worker.get(address.replace(campaign.code, other.code)).status_code == 404
    assert owner.get(f"/research/campaigns/{campaign.pk}/pictures/{sha256}").status_code == 200
    page = owner.post(f"/research/apps/{item.pk}/", {"pictures": ""})
    assert "can no longer be changed" in page.content.decode()
    assert owner.post(f"/research/apps/{item.pk}/pictures/{sha256}/remove/").status_code == 409


def test_only_apps_get_questions(study: Study, dataset: Dataset, owner: Client) -> None:
    page = owner.get(f"/research/datasets/{study.dataset.pk}/campaigns/new/").content.decode()
    assert 'value="question"' not in page
    with pytest.raises(Exception, match="flat"):
        make_campaign(dataset, scheme="flat")
