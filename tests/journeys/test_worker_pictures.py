"""Pictures of any shape are next to the lines for questions, never under them, and make no page
wider than its screen."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign
from annotation.services.datasets.pictures import add_pictures
from tests.helpers.apps import KEEP, make_apps, picture_bytes, question_campaign
from tests.helpers.factories import make_user
from tests.helpers.tiers import long_only
from tests.journeys.conftest import Link
from tests.journeys.pressing import box_of
from tests.journeys.researcher import sign_in
from tests.journeys.worker import begin, expect_accessible, expect_fits, expect_no_sideways_scroll

SHAPES = [(1080, 1920), (1920, 1080), (800, 600)]
WIDTHS = [390, *long_only(820, 1280)]
COVERED = """() => {
  const line = document.querySelector(".asked").getBoundingClientRect();
  const shelf = document.querySelector(".app-shelf").getBoundingClientRect();
  const overlap = Math.min(line.right, shelf.right) - Math.max(line.left, shelf.left) > 0
    && Math.min(line.bottom, shelf.bottom) - Math.max(line.top, shelf.top) > 0;
  const hidden = [...document.querySelectorAll(".asked textarea")].filter((box) => {
    box.scrollIntoView({ block: "center" });
    const { left, right, top, height } = box.getBoundingClientRect();
    return [left + 4, (left + right) / 2, right - 4].some(
      (x) => document.elementFromPoint(x, top + height / 2) !== box);
  });
  return overlap || hidden.length > 0;
}"""


@pytest.fixture
def campaign() -> Campaign:
    dataset = make_apps(apps=(("Keep", KEEP * 3),))
    bodies = [picture_bytes("JPEG", size=size, colour="teal") for size in SHAPES]
    add_pictures(item=dataset.items.get(), user=make_user(), bodies=bodies, alt="A list of notes")
    return question_campaign(dataset)


@pytest.mark.parametrize("width", WIDTHS)
def test_pictures_are_next_to_lines(page: Page, link: Link, campaign: Campaign, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    begin(page, link(campaign), ".app-shelf img")
    pictures = page.locator(".app-shelf img")
    expect(pictures).to_have_count(len(SHAPES))
    for picture in pictures.all():
        assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    expect_no_sideways_scroll(page)
    assert not page.evaluate(COVERED)
    last = page.locator(".app-shelf button").last
    last.focus()
    expect(last).to_be_in_viewport(ratio=0.9)
    expect_no_sideways_scroll(page)
    page.keyboard.press("Enter")
    for at in range(1, len(SHAPES) + 1):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text(f"{at} of")
        shown = box_of(page.locator(".app-large img"))
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= width
        expect(page.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    expect_accessible(page)


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_researchers_describe_them(context: BrowserContext, campaign: Campaign, width: int) -> None:
    project = campaign.dataset.project
    user = project.memberships.get().user
    apps = make_apps(project)
    app = apps.items.get()
    add_pictures(item=app, user=user, bodies=[picture_bytes("JPEG", size=size) for size in SHAPES])
    page = sign_in(context, user)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/research/apps/{app.pk}/")
    expect(page.get_by_text("This project has no document called Keep")).to_be_visible()
    expect_no_sideways_scroll(page)
    page.get_by_label("Description for people").nth(1).fill("A map of a town")
    page.get_by_role("button", name="Save the description of picture 2").click()
    expect(page.get_by_role("img", name="A map of a town")).to_be_visible()
    expect_fits(page)
    for address in (f"datasets/{apps.pk}/", f"campaigns/{campaign.pk}/preview/"):
        page.goto(f"/research/{address}")
        expect_no_sideways_scroll(page)
