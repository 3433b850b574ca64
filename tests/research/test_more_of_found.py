"""The page that requests more judgments for filtered items: shown first, done once."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import HIT, Campaign, Membership
from annotation.services.campaigns.extension import ask_more_of
from annotation.services.campaigns.limits import set_limits
from annotation.services.items.filters import ItemFilter
from annotation.services.methods.facts import facts_of
from annotation.services.methods.sentences import sentences_of
from tests.helpers.pages import assert_shows, text_of
from tests.research.study import Study

pytestmark = pytest.mark.long
LONG = "?length_from=4"


@pytest.fixture
def address(study: Study) -> str:
    return reverse("research:extend_campaign", args=[study.flat.pk])


def quotas(study: Study) -> list[int]:
    hits = HIT.objects.filter(campaign=study.flat).order_by("item__position")
    return list(hits.values_list("quota", flat=True))


def test_a_filters_items_are_requested_of_more(study: Study, owner: Client, address: str) -> None:
    listed = owner.get(reverse("research:items", args=[study.flat.pk]) + LONG).content.decode()
    assert_shows(listed, f'href="{address}{LONG}"', "Request more of these")
    page = owner.get(address + LONG).content.decode()
    assert "words 4 or more" in page
    assert "<strong>2 texts</strong>, currently 4 judgments each." in " ".join(page.split())
    assert_shows(page, 'name="expected" value="2"', f"cost/{LONG}")
    where = owner.post(address + LONG, {"redundancy": "6", "expected": "2"}, follow=True)
    assert "Requested 4 more judgments of 2 texts." in where.content.decode()
    assert quotas(study) == [6, 6, 4]
    page = owner.get(address + "?length_from=1").content.decode()
    assert "currently 4 to 6 judgments each." in page
    assert "Other texts are not affected" not in page
    audit = owner.get(reverse("research:audit", args=[study.project.pk])).content.decode()
    assert "requested at least 6 judgments per task for 2 tasks found by a filter" in audit


def test_what_it_costs_is_shown_before(study: Study, owner: Client) -> None:
    Campaign.objects.filter(pk=study.flat.pk).update(reward="0.05", fee_percent=0)
    cost = reverse("research:campaign_cost", args=[study.flat.pk])
    text = owner.get(f"{cost}{LONG}&redundancy=6").content.decode()
    assert "4 judgments more × USD 0.05 = USD 0.20. Total: USD 0.80 at most" in text
    for typed in ("", "x", "9" * 30, "-1"):
        text = owner.get(f"{cost}{LONG}&redundancy={typed}").content.decode()
        assert "0 judgments more × USD 0.05 = USD 0" in text
    ask_more_of(
        campaign=study.flat, user=study.owner, wanted=ItemFilter(length_from=4), redundancy=6
    )
    text = owner.get(f"{cost}?redundancy=5").content.decode()
    assert "1 judgment more × USD 0.05 = USD 0.05. Total: USD 0.85 at most" in text
    text = owner.get(cost).content.decode()
    assert "3 texts × 4 = 12 judgments; 4 extra for selected items. 16 × USD 0.05" in text


def test_items_that_nobody_saw_are_not_requested(study: Study, owner: Client, address: str) -> None:
    page = text_of(owner.post(address + LONG, {"redundancy": "6", "expected": "1"}), 409)
    assert "The filter now matches 2 texts; it matched 1 before." in page
    assert 'name="expected" value="2"' in page
    assert quotas(study) == [4, 4, 4]


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("typed", ["", "4", "1001", "x"])
def test_invalid_numbers_are_refused(study: Study, owner: Client, address: str, typed: str) -> None:
    answer = owner.post(address + LONG, {"redundancy": typed, "expected": "2"})
    assert 'aria-invalid="true"' in text_of(answer, 400)
    assert quotas(study) == [4, 4, 4]


def test_the_page_says_why_none_are_requested(study: Study, owner: Client, address: str) -> None:
    nothing = owner.get(f"{address}?length_from=5000").content.decode()
    assert "No text that matches the filter can get more judgments." in nothing
    assert "Back to the texts" in nothing
    set_limits(campaign=study.flat, user=study.owner, most_workers=4)
    full = owner.get(address + LONG).content.decode()
    assert "At most 4 workers may join" in full
    draft = owner.get(reverse("research:extend_campaign", args=[study.draft.pk]) + LONG)
    assert "This campaign is a draft" in draft.content.decode()
    for page in (nothing, full, draft.content.decode()):
        assert 'name="redundancy"' not in page
    assert owner.get(f"{address}?length_from=x").status_code == 400


def test_blind_viewers_cannot_name_workers(study: Study, teammate: Client, address: str) -> None:
    Membership.objects.filter(project=study.project, user=study.teammate).update(
        role="viewer", blind=True
    )
    cost = reverse("research:campaign_cost", args=[study.flat.pk])
    for place in (f"{address}?worker=1", f"{cost}?worker=1&redundancy=6", address + LONG):
        assert teammate.get(place).status_code == 403
    assert teammate.post(f"{address}?worker=1", {"redundancy": "6"}).status_code == 403
    listed = teammate.get(reverse("research:items", args=[study.flat.pk]) + LONG)
    assert "Request more of these" not in listed.content.decode()
    assert quotas(study) == [4, 4, 4]


def test_the_page_asks_the_database_no_more_for_more_items(owner: Client, address: str) -> None:
    counts = []
    for wanted in ("?length_from=5", "?length_from=1"):
        with CaptureQueriesContext(connection) as queries:
            assert owner.get(address + wanted).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_progress_says_how_many_are_requested(study: Study, owner: Client) -> None:
    ask_more_of(
        campaign=study.flat, user=study.owner, wanted=ItemFilter(length_from=4), redundancy=6
    )
    dashboard = reverse("research:campaign", args=[study.flat.pk])
    page = " ".join(owner.get(dashboard).content.decode().split())
    assert_shows(page, "of 16", "extra judgments for some")
    listed = reverse("research:project", args=[study.project.pk])
    assert "of 16" in " ".join(owner.get(listed).content.decode().split())


@pytest.mark.quick
def test_the_paper_says_that_more_was_requested_of_some(study: Study) -> None:
    campaign = study.flat

    def sentence() -> str:
        campaign.refresh_from_db()
        found = sentences_of(facts_of(campaign))
        return next(one.text for one in found if one.about == "redundancy")

    assert sentence() == "Each text was to be judged by 4 workers."
    ask_more_of(campaign=campaign, user=study.owner, wanted=ItemFilter(length_from=4), redundancy=6)
    assert sentence() == (
        "Each text was to be judged by 4 workers. We requested 4 more judgments for some texts."
    )
