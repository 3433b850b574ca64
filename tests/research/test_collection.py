"""A collection on the researchers' pages: compared, selected, made into documents."""

import pytest
from django.db.models.functions import Now
from django.test import Client

from analysis.exports.export_registry import export_file
from annotation.models import HIT, AgreementState, Campaign, CampaignReport, Dataset, Judgment
from annotation.services.datasets.collection import duplicates_among, sites_of
from annotation.services.errors import TooLarge
from tasks.fold import fold_all
from tasks.reports import due_campaigns, make_reports
from tests.helpers.factories import enrol, judge_next
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_shows, read
from tests.helpers.queries import assert_queries
from tests.helpers.sites import POLICY, collect, collection, make_sites, version
from tests.research.study import Study

pytestmark = pytest.mark.long
OTHER = POLICY.replace("We use cookies.", "We use <b>many</b> cookies.")


@pytest.fixture
def campaign(study: Study) -> Campaign:
    return collection(make_sites(study.project, "shop.example", "mall.example"))


def item_page(owner: Client, campaign: Campaign, site: str = "shop.example") -> str:
    hit = HIT.objects.get(campaign=campaign, item__text=site)
    return owner.get(f"/research/campaigns/{campaign.pk}/items/{hit.pk}/").content.decode()


def test_versions_are_compared_line_by_line(campaign: Campaign, owner: Client) -> None:
    collect(campaign, version(), version(), version(text=OTHER))
    fold_all(campaign.pk)
    page = item_page(owner, campaign)
    assert "settled" in page
    assert "<del>We use cookies.</del>" in page
    assert "<ins>We use &lt;b&gt;many&lt;/b&gt; cookies.</ins>" in page
    assert "2 identical lines" in page
    figures = AgreementState.objects.get(campaign=campaign).figures
    assert figures["alike"]["exact"] == "0/2"
    assert figures["majority"]["exact"] == "2/2"
    assert figures["subtitles"]["value"] == 2.0
    page = owner.get(f"/research/campaigns/{campaign.pk}/").content.decode()
    assert "Versions, duplicates and documents" in page
    make_reports(campaign.pk)


def test_without_majority_one_chooses(campaign: Campaign, owner: Client, stranger: Client) -> None:
    collect(campaign, version(), version(text=OTHER))
    where = f"/research/campaigns/{campaign.pk}/documents/"
    assert "0 of 2 sites settled" in owner.get(where).content.decode()
    assert owner.post(where, {"name": "Docs"}).status_code == 409
    second = Judgment.objects.filter(campaign=campaign, hit__item__text="shop.example").last()
    assert second is not None
    assert stranger.post(f"/research/judgments/{second.pk}/choose/").status_code == 404
    assert owner.post(f"/research/judgments/{second.pk}/choose/").status_code == 302
    assert "settled by choice" in item_page(owner, campaign)
    assert "1 of 2 sites settled" in owner.get(where).content.decode()
    response = owner.post(where, {"name": "Docs"})
    documents = Dataset.objects.get(name="Docs")
    assert response.headers["Location"] == f"/research/datasets/{documents.pk}/"
    assert (documents.kind, documents.item_count) == ("documents", 1)
    content = documents.items.get().content
    assert [section["title"] for section in content["sections"]] == ["", "Cookies", "Your choices:"]
    assert content["sections"][1]["paragraphs"] == ["We use <b>many</b> cookies."]
    assert content["category"] == "Shops"
    assert "1 site is undecided and left out." in read(owner, response.headers["Location"])


def test_duplicates_are_found_and_can_be_left_out(campaign: Campaign, owner: Client) -> None:
    collect(campaign, version(), version())
    where = f"/research/campaigns/{campaign.pk}/documents/"
    page = owner.get(where).content.decode()
    assert "The search for duplicates runs in the background" in page
    assert "mall.example" not in page
    make_figures(campaign)
    page = owner.get(where).content.decode()
    assert_shows(page, "<bdi>mall.example</bdi></td>\n<td>equal</td>", "Based on 4 judgments")
    found = duplicates_among(sites_of(campaign))
    stored = [(two.first, two.second, two.equal) for two in found]
    assert stored == [("shop.example", "mall.example", True)]
    owner.post(where, {"name": "All"})
    owner.post(where, {"name": "One", "without_duplicates": "on"})
    assert Dataset.objects.get(name="All").item_count == 2
    assert [item.text for item in Dataset.objects.get(name="One").items.all()] == ["shop.example"]
    assert owner.post(where, {"name": "One"}).status_code == 409


def test_a_choice_makes_duplicates_due_and_is_shown(campaign: Campaign, owner: Client) -> None:
    collect(campaign, version(), version(text=OTHER))
    make_figures(campaign)
    CampaignReport.objects.update(rests_until=Now())
    where = f"/research/campaigns/{campaign.pk}/documents/"
    assert "No duplicates among the settled texts." in owner.get(where).content.decode()
    assert campaign.pk not in due_campaigns()
    for site in ("shop.example", "mall.example"):
        judgment = Judgment.objects.filter(campaign=campaign, hit__item__text=site).earliest("pk")
        owner.post(f"/research/judgments/{judgment.pk}/choose/")
    assert "No duplicates among the settled texts." in owner.get(where).content.decode()
    assert campaign.pk in due_campaigns()
    make_reports(campaign.pk)
    assert "<td>equal</td>" in owner.get(where).content.decode()


@pytest.mark.quick
def test_texts_that_are_nearly_equal_are_distinguished_from_equal_ones(campaign: Campaign) -> None:
    lines = [f"Line {number} of the policy." for number in range(40)]
    one, other = "\n".join(lines), "\n".join([*lines[:-1], "Another last line."])
    for worker in range(2):
        enrolment = enrol(campaign, f"w{worker}")
        for _ in range(2):
            judge_next(enrolment, version(text=one, subtitles=[]))
    for judgment in Judgment.objects.filter(campaign=campaign, hit__item__text="mall.example"):
        judgment.payload["text"] = other
        judgment.vector[1] += 1
        judgment.save()
    assert [two.equal for two in duplicates_among(sites_of(campaign))] == [False]


def test_large_texts_are_taken_and_larger_ones_refused(campaign: Campaign) -> None:
    text = "\n".join(f"Line {number} of a long policy." for number in range(10_000))
    judge_next(enrol(campaign), version(text=text, subtitles=["Line 7 of a long policy."]))
    with pytest.raises(TooLarge):
        judge_next(enrol(campaign), version(text="é" * 600_000, subtitles=[]))
    assert export_file(campaign.pk, "versions").body.count(b"\n") == 1


def test_pages_cost_the_same_however_many_versions(campaign: Campaign, owner: Client) -> None:
    for one in (version(), version(text=OTHER)):
        collect(campaign, one)
        with assert_queries(12):
            owner.get(f"/research/campaigns/{campaign.pk}/items/")
        make_figures(campaign)
        with assert_queries(9):
            owner.get(f"/research/campaigns/{campaign.pk}/documents/")
