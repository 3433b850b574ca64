"""The labels of trees in the instructions."""

from tests.helpers.factories import make_campaign
from tests.helpers.pages import assert_shows, text_of
from tests.worker.browser import Browse


def test_labels_are_explained_as_those_of_other_schemes(browse: Browse) -> None:
    labels = [{"label": "NP", "definition": "A noun phrase", "example": "the aid"}, {"label": "S"}]
    settings = {"parts": "many", "labels": labels}
    browser = browse("ada", make_campaign(scheme="nested", settings=settings))
    page = text_of(browser.get("instructions"), 200)
    assert_shows(page, "label-meanings", "A noun phrase", "<bdi>the aid</bdi>", "No explanation")
