"""A researcher archives a campaign and restores it, deletes it and undoes that, then deletes the
project by its name; every page is readable by anyone, on a phone too."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import HIT, Campaign, Project, User
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.lifecycle.archive import archive
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.tiers import by_tier, long_only
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_fits, expect_readable

read = by_tier(quick=expect_fits, long=expect_readable)
SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1280, "height": 800}}}


@pytest.fixture
def campaign() -> Campaign:
    made = make_campaign(texts=2, name="Old round", redundancy=2)
    judge_next(enrol(made))
    close_campaign(campaign=made, user=made.dataset.project.memberships.get().user)
    return made


def choose(page: Page, name: str, action: str) -> None:
    page.locator("summary", has_text=f"More actions for {name}").click()
    page.get_by_role("link", name=action).click()


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_archived_deleted_and_brought_back(
    campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    page = sign_in(open_context(**SIZES[size]), owner)
    project = campaign.dataset.project
    lists = reverse("research:campaigns", args=(project.pk,))
    page.goto(reverse("research:campaign", args=(campaign.pk,)))
    choose(page, "Old round", "Archive …")
    expect_readable(page)
    click(page, "button", "Archive", text="“Old round” was archived. It is listed here.")
    expect_readable(page)
    page.goto(lists)
    expect(page.get_by_role("link", name="Old round")).to_have_count(0)
    page.locator("main").get_by_role("link", name="Trash & archive (1)").click()
    click(page, "link", "Old round", text="This campaign is archived: you can read")
    expect_readable(page)
    page.go_back()
    page.get_by_role("button", name="Restore Old round").click()
    expect(page.get_by_text("“Old round” was restored and can be changed again.")).to_be_visible()

    choose(page, "Old round", "Delete …")
    expect(page.locator("main")).to_contain_text("1 judgment")
    expect_readable(page)
    click(page, "button", "Delete the campaign", text="undo until")
    expect_readable(page)
    click(page, "button", "Undo the deletion of Old round", text="“Old round” was restored.")

    page.goto(reverse("research:project", args=(project.pk,)))
    choose(page, project.name, "Delete …")
    page.get_by_role("button", name="Delete the project").click()
    expect(page.get_by_text(f"Type the name of the project, {project.name}.")).to_be_visible()
    expect_readable(page)
    page.get_by_label("Type the name of the project").fill(project.name)
    click(page, "button", "Delete the project", text="undo until")
    assert not Project.objects.filter(pk=project.pk).exists()
    expect_readable(page)
    page.get_by_role("button", name=f"Undo the deletion of {project.name}").click()
    expect(page.get_by_text(f"“{project.name}” was restored.")).to_be_visible()


def test_pages_of_what_is_archived_show_and_change_nothing(
    campaign: Campaign, owner: User, open_context: OpenContext
) -> None:
    archive(thing=campaign, user=owner)
    hit = HIT.objects.filter(campaign=campaign).earliest("pk")
    page = sign_in(open_context(**SIZES["phone"]), owner)
    for name in ("limits", "workers", *long_only("people", "who_may_join", "judgments", "item")):
        parts = (campaign.pk, hit.pk) if name == "item" else (campaign.pk,)
        page.goto(reverse(f"research:{name}", args=parts))
        expect(page.get_by_text("Archived: read only.")).to_be_visible()
        read(page)
        forms = page.locator("main form[method=post]:not([data-always])")
        expect(forms.locator("button:visible")).to_have_count(0)
        usable = "input:not([type=hidden]):enabled, select:enabled, textarea:enabled"
        expect(forms.locator(usable)).to_have_count(0)
        expect(page.locator("main a[href*='/exclude/']:visible")).to_have_count(0)
    page.goto(reverse("research:limits", args=(campaign.pk,)))
    inputs = page.locator("main form:not([data-always]) input:visible")
    expect(inputs.first).to_be_disabled()
    page.get_by_role("button", name="Restore the campaign").tap()
    expect(page.get_by_text("“Old round” was restored and can be changed again.")).to_be_visible()
    page.goto(reverse("research:limits", args=(campaign.pk,)))
    expect(inputs.first).to_be_enabled()
