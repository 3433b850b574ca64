"""Labelled texts on the pages of researchers: votes, labels, disagreements, the crowd."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import Campaign
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_next, make_user
from tests.helpers.figures import make_figures
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.helpers.labels import SETTINGS, campaign_of_labels
from tests.helpers.pages import assert_shows, read_words

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

TEXTS = ("The train was late again.", "A new bridge opens in May.")


def judged(kind: str, *answers: Any, **terms: Any) -> Campaign:
    """Make a campaign whose workers each give one of the answers to both texts."""
    campaign = campaign_of_labels(*TEXTS, settings=SETTINGS[kind], redundancy=5, **terms)
    for answer in answers:
        worker = enrol(campaign)
        for _ in TEXTS:
            judge_next(worker, {"answer": answer})
    fold_all(campaign.pk)
    return campaign


def page(client: Client, campaign: Campaign, part: str = "") -> str:
    user = make_user()
    campaign.dataset.project.memberships.create(user=user, role="manager")
    client.force_login(user)
    return read_words(client, f"/research/campaigns/{campaign.pk}/{part}")


def test_the_dashboard_has_a_line_a_label(client: Client) -> None:
    shown = page(client, judged("one", 0, 0, 2))
    for words in ("Label by label", "Positive", "Neutral", "Negative", "66.7%", "33.3%"):
        assert words in shown
    assert "Annotations by frequency" not in shown


def test_a_scale_shows_places_and_their_middle(client: Client) -> None:
    shown = page(client, judged("scale", 0, 1, 4))
    assert_shows(shown, "1 Not at all", "The median place is 2, the mean 2.67.")
    assert "without the order of the places (nominal)" in shown


@pytest.mark.parametrize(
    ("kind", "alpha"), [("one", "α"), ("any", "α, nominal"), ("scale", "α, nominal")]
)
def test_the_planner_has_no_yes_and_names_its_alpha(client: Client, kind: str, alpha: str) -> None:
    campaign = make_labels(kind, redundancy=3)
    judge_labels(campaign, 3, 5)
    make_figures(campaign)
    shown = page(client, campaign, "planner/")
    assert f"<bdi>{alpha}</bdi>" in shown
    assert ("compares whole answers" in shown) == (kind != "one")
    assert "consensus is yes" not in shown
    crowd = client.get(f"/research/campaigns/{campaign.pk}/crowd/").content.decode()
    assert "<bdi>texts</bdi>" in crowd
    assert "<bdi>items</bdi>" not in crowd


def test_what_is_disputed_says_why(client: Client) -> None:
    assert "3 answers, each given once" in page(client, judged("one", 0, 1, 2))
    assert "2 answers, 2 : 1" in page(client, judged("one", 0, 0, 2))
    assert "3 answers, 2 : 2 : 1, a tie" in page(client, judged("one", 0, 0, 1, 1, 2))
    wide = page(client, judged("scale", 0, 0, 1, 2, 3))
    assert "4 answers, 2 : 1 : 1 : 1, none has more than half" in wide


@pytest.mark.quick
def test_items_show_votes_and_what_they_come_to(client: Client) -> None:
    campaign = judged("any", [0, 2], [0], [])
    assert_shows(page(client, campaign, "items/"), "more than half", "People", "none fits")


def test_a_search_finds_words(client: Client) -> None:
    shown = page(client, judged("one", 0), "items/?q=bridge")
    assert TEXTS[1] in shown
    assert TEXTS[0] not in shown


def test_an_item_lists_who_chose_what(client: Client) -> None:
    campaign = judged("scale", 0, 4, 4)
    hit = campaign.hits.earliest("item__position")
    assert_shows(page(client, campaign, f"items/{hit.pk}/"), "Fully", "place 5")


def test_disputed_texts_are_listed(client: Client) -> None:
    assert TEXTS[0] in page(client, judged("one", 0, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_the_crowd_of_each_kind_has_its_page(client: Client, kind: str) -> None:
    campaign = make_labels(kind, texts=12, redundancy=4)
    judge_labels(campaign, workers=4, seed=3)
    make_figures(campaign)
    shown = page(client, campaign, "crowd/")
    assert "Consensus methods" in shown
    assert ("the middle answer on the scale" in shown) == (kind == "scale")
    assert "Differences between methods" in shown
    differing = shown.partition("Differences between methods")[2]
    assert {"one": "Neutral", "any": "none fits", "scale": "3 Partly"}[kind] in differing
    confusion = client.get(f"/research/campaigns/{campaign.pk}/crowd/confusion.csv").content
    assert len(confusion.decode().splitlines()) == 5
    assert ("chosen where it fits" in confusion.decode()) == (kind == "any")
