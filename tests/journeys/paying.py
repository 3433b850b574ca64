"""A campaign that pays for places on Prolific, and its owner, for several journeys."""

from typing import Any

from playwright.sync_api import Page, Request, Route

from annotation.models import Campaign, User
from tests.helpers.factories import make_campaign


def make_places(texts: int, place_hits: int, **terms: Any) -> Campaign:
    usual: dict[str, Any] = {"name": "Paid", "redundancy": 2, "currency": "USD"}
    return make_campaign(texts=texts, place_hits=place_hits, **usual | terms)


def owner_of(campaign: Campaign) -> User:
    return campaign.dataset.project.memberships.get().user


def stand_in_for_prolific(page: Page) -> list[Request]:
    """Answer requests to Prolific's website, and collect them."""
    requests: list[Request] = []

    def answer(route: Route) -> None:
        requests.append(route.request)
        route.fulfill(body="<!doctype html><title>Prolific</title>", content_type="text/html")

    page.context.route("https://app.prolific.com/**", answer)
    return requests
