"""A dry run of each scheme gives the tasks of the campaign, on items and documents of its own."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import HIT, Campaign, Item, Membership, Picture
from annotation.schemes import scheme_of
from annotation.services.dry_runs import copying
from annotation.services.dry_runs.dry_runs import start_dry_run
from tests.helpers.apps import make_apps, question_campaign
from tests.helpers.every_scheme import KINDS, judged_campaign
from tests.helpers.factories import make_campaign, make_user
from tests.publishing.walking import text_of
from tests.worker.browser import Browser

pytestmark = pytest.mark.django_db


def started(campaign: Campaign) -> Campaign:
    user = make_user()
    Membership.objects.create(project=campaign.dataset.project, user=user, role="owner")
    return start_dry_run(campaign=campaign, user=user)


def shown(campaign: Campaign) -> list[Any]:
    """Return what workers see of the first tasks, in order; documents have their own keys."""
    hits = HIT.objects.filter(campaign=campaign, known=False).select_related("item__document")
    scheme = scheme_of(campaign)
    contents = [scheme.shown(hit.item, campaign.settings) for hit in hits.order_by("position")[:20]]
    for one in contents:
        one.get("document", {}).pop("id", None)
    return contents


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_tasks_are_those_of_the_campaign(kind: str, client: Client) -> None:
    campaign = judged_campaign(kind)
    copy = started(campaign)
    assert shown(copy) == shown(campaign)
    mine = Item.objects.filter(dataset__project=copy.dataset.project_id)
    documents = mine.filter(pk__in=mine.exclude(document=None).values("document"))
    document_ids = campaign.dataset.items.exclude(document=None).values("document").distinct()
    assert documents.count() == document_ids.count()
    browser = Browser(client, copy.code)
    browser.post("join", {"name": "Ada"})
    browser.post("instructions")
    browser.post("next")
    assert "Dry run: nothing is saved" in text_of(browser.get("hit"))


@pytest.mark.long
def test_pictures_come_along() -> None:
    campaign = question_campaign(make_apps())
    dataset = campaign.dataset
    size = {"media_type": "image/png", "width": 1, "height": 1}
    for sha256 in ("ab" * 32, "cd" * 32):
        Picture.objects.create(project=dataset.project, sha256=sha256, body=b"x", **size)
    item = dataset.items.first()
    assert item is not None
    item.content["pictures"] = [{"sha256": "ab" * 32, "alt": "a screen"}]
    item.save()
    copy = started(campaign)
    pictures = Picture.objects.filter(project=copy.dataset.project_id)
    assert list(pictures.values_list("sha256", flat=True)) == ["ab" * 32]


def test_long_texts_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "MAX_BYTES", 100)
    copy = started(make_campaign(texts=[f"text {number} is long" for number in range(9)]))
    assert 1 <= copy.hits.count() < 9
    monkeypatch.setattr(copying, "MAX_BYTES", 1)
    assert started(make_campaign()).hits.count() == 1
