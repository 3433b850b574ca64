"""Lists and tables of figures on a phone: each row whole, and each cell with its label."""

from playwright.sync_api import BrowserContext, expect

from tasks.fold import fold_all
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.tiers import by_tier
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_fits, expect_no_sideways_scroll
from tests.research.study import make_study

# All lists have the same parts, so axe need not check each.
look_at_list = by_tier(quick=expect_no_sideways_scroll, long=expect_fits)
# Collapsed tables, such as the numbers of a chart, may be wider.
WIDER = """() => [...document.querySelectorAll("main .scroll")]
  .filter((one) => one.checkVisibility() && !one.closest("details"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.getAttribute("aria-label") ?? one.getAttribute("aria-labelledby"))"""


def test_lists_and_figures_fit_a_phone(context: BrowserContext) -> None:
    study = make_study()
    labels = make_labels("any")
    labels.dataset.project.memberships.create(user=study.owner, role="manager")
    judge_labels(labels, 3, 7)
    fold_all(labels.pk)
    page = sign_in(context, study.owner)
    page.set_viewport_size({"width": 360, "height": 800})
    project = f"projects/{study.project.pk}"
    lists = [f"{project}/{rest}" for rest in ("", "campaigns/", "datasets/", "audit/")]
    for place in (*lists, f"campaigns/{labels.pk}/"):
        page.goto(f"/research/{place}")
        expect(page.get_by_role("row").nth(1)).to_be_visible()
        assert page.evaluate(WIDER) == [], place
        if place in lists[2:]:
            look_at_list(page)
        else:
            expect_fits(page)
    page.goto(f"/research/{project}/campaigns/")
    row = page.get_by_role("row").filter(has_text="Flat round")
    head = "one => getComputedStyle(one, '::before').content"
    assert row.get_by_role("cell").nth(3).evaluate(head) == '"status"'
