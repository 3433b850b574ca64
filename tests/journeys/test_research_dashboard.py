"""The dashboard in every state and at every width: full rows, charts that contain what they
draw."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign, Heartbeat
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_accessible, expect_no_sideways_scroll
from tests.research.study import Study, judge_all, make_study

pytestmark = pytest.mark.long
WIDTHS = (390, 820, 1280, 1920)
# Rows of figure cards with a gap at the end, and words that overflow a figure.
GAPS = """
() => [...document.querySelectorAll(".card.figures")].flatMap((card) => {
  const frame = card.getBoundingClientRect();
  const rows = new Map();
  for (const figure of card.querySelectorAll(":scope > .figure")) {
    const { top, left, right } = figure.getBoundingClientRect();
    const at = Math.round(top);
    const [first, last] = rows.get(at) ?? [Infinity, -Infinity];
    rows.set(at, [Math.min(first, left), Math.max(last, right)]);
    if (figure.scrollWidth > figure.clientWidth + 1) return [`${card.ariaLabel} is too narrow`];
  }
  return [...rows].filter(([, [left, right]]) => left - frame.left > 3 || frame.right - right > 3);
})
"""


def states(study: Study) -> dict[str, Campaign]:
    empty = make_campaign(study.dataset, name="Nobody came", redundancy=2, reward="0.05")
    one = make_campaign(study.dataset, name="One came", redundancy=2, reward="0.05")
    judge_next(enrol(one, "ada"))
    whole = make_campaign(study.dataset, name="All in", redundancy=2, reward="1000.05")
    for worker, cut in (("ada", 1), ("bob", 0)):
        judge_all(whole, worker, cut)
    labels = make_labels("any")
    labels.dataset.project.memberships.create(user=study.owner, role="manager")
    judge_labels(labels, 3, 7)
    for campaign in (one, whole, labels):
        fold_all(campaign.pk)
    make_reports(study.nested.pk)
    paused = make_campaign(study.dataset, name="Paused", redundancy=2)
    Campaign.objects.filter(pk=paused.pk).update(status="paused")
    return {
        "empty": empty,
        "one": one,
        "whole": whole,
        "labels": labels,
        "nested": study.nested,
        "paused": paused,
    }


@pytest.mark.parametrize("light", ["light", "dark"])
def test_every_state_is_whole_at_every_width(context: BrowserContext, light: str) -> None:
    study = make_study()
    # The background worker is late in one of the themes.
    beat = timezone.now() - timedelta(hours=light == "dark")
    Heartbeat.objects.create(name="sweep", beat_at=beat)
    page = sign_in(context, study.owner)
    page.emulate_media(color_scheme=light)  # type: ignore[arg-type]
    for name, campaign in states(study).items():
        page.set_viewport_size({"width": WIDTHS[0], "height": 900})
        page.goto(f"/research/campaigns/{campaign.pk}/")
        expect(page.locator("#state")).to_have_count(1)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(GAPS) == [], (name, width)
            expect_no_sideways_scroll(page)
        expect_accessible(page)
    page.set_viewport_size({"width": 320, "height": 800})
    expect_no_sideways_scroll(page)


def test_a_chart_is_drawn_as_soon_as_there_is_something_to_draw(context: BrowserContext) -> None:
    study = make_study()
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    found = states(study)
    page = sign_in(context, study.owner)

    def opened(name: str) -> Page:
        page.goto(f"/research/campaigns/{found[name].pk}/")
        return page

    nothing = "No chart yet: agreement needs two judgments of the same text."
    for name in ("empty", "one"):
        expect(opened(name).get_by_text(nothing)).to_be_visible()
        expect(page.locator("#agreement-plot")).to_be_hidden()
        expect(page.locator("#throughput-plot")).to_be_hidden()
    expect(page.get_by_text("1 judgment, within a second:")).to_be_visible()
    expect(opened("nested").get_by_text(nothing)).to_be_hidden()
    expect(page.locator("#agreement-plot svg")).to_be_visible()
    expect(opened("empty").get_by_role("heading", name="Invite workers")).to_be_visible()
    expect(opened("whole").get_by_text("All requested judgments are in.")).to_be_visible()


def test_where_they_differ_is_read_on_a_phone_without_scrolling_aside(
    context: BrowserContext,
) -> None:
    study = make_study()
    labels = states(study)["labels"]
    make_reports(labels.pk)
    page = sign_in(context, study.owner)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/research/campaigns/{labels.pk}/crowd/")
    table = page.locator("table.differing")
    expect(table).to_be_visible()
    assert table.evaluate("(one) => one.parentElement.scrollWidth <= one.parentElement.clientWidth")
    expect(page.get_by_role("columnheader", name="Dawid–Skene").first).to_be_attached()
    expect_accessible(page)
    expect_no_sideways_scroll(page)
