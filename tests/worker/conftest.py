"""A worker in a browser: Django's test client, joined by the real pages."""

import pytest
from django.test import Client

from annotation.models import Campaign
from tests.helpers.factories import make_campaign
from tests.worker.browser import Browse, Browser


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Let every test use the database."""


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(redundancy=2, reward="0.06")


@pytest.fixture
def browse(campaign: Campaign) -> Browse:
    """Return `browse`: `browse("ada")` is a browser in which the worker with that id has joined."""

    def open_browser(worker: str = "", within: Campaign = campaign) -> Browser:
        browser = Browser(Client(), within.code)
        if worker:
            browser.post("join", {"worker": worker})
        return browser

    return open_browser


@pytest.fixture
def ada(browse: Browse) -> Browser:
    """Return a worker with their first HIT claimed."""
    browser = browse("ada")
    browser.post("next")
    return browser
