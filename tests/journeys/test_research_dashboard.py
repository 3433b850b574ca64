"""The dashboard in every state and at every width: full rows, charts that contain what they draw;
and the axes of a chart, their ends, steps and times, in the browser that draws them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.templatetags.static import static
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign, Heartbeat, Judgment
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.journeys.conftest import OpenContext
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_accessible, expect_fits, expect_no_sideways_scroll
from tests.research.study import Study, judge_all, make_study

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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_differences_are_read_on_a_phone_without_sideways_scroll(context: BrowserContext) -> None:
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
    expect_fits(page)


Paper = Callable[[str, object], Any]
UTC_CLOCK = "js/research/utc.js"
ALPHAS = [-0.04, 0.225, None]
AXES: list[tuple[list[float | None], dict[str, float | bool], tuple[float, ...] | None]] = [
    ([0.8, 0.93, 1], {}, (0.8, 1, 0.05)),
    ([0.667, 0.845], {}, (0.65, 0.85, 0.05)),
    (ALPHAS, {}, (-0.05, 0.25, 0.05)),
    ([-0.238, 0.458], {"steps": 8}, (-0.3, 0.5, 0.1)),
    ([0.31, 0.18], {"fromZero": True, "least": 0.01}, (0, 0.4, 0.1)),
    ([-3, 20], {"fromZero": True}, (-5, 20, 5)),
    ([440], {"fromZero": True, "least": 1, "steps": 3}, (0, 600, 200)),
    ([1, 1], {"fromZero": True, "least": 1}, (0, 1, 1)),
    ([0], {"fromZero": True, "least": 1}, (0, 1, 1)),
    ([0.7, 0.7], {}, (0.6, 0.8, 0.2)),
    ([None], {}, None),
]
NUMBERS = [(0.02, 0.5, "0.50"), (0.1, -0.3, "−0.3"), (200, 1200, "1,200"), (0.05, 0, "0.00")]


@pytest.fixture
def paper(page: Page) -> Paper:
    """Evaluates an expression with the exports of the chart script and an argument."""
    page.goto("/account/login/")

    def call(expression: str, argument: object) -> Any:
        script = (
            f"([path, argument]) => import(path).then((paper) => ({expression})(paper, argument))"
        )
        return page.evaluate(script, [static("js/research/paper.js"), argument])

    return call


def test_an_axis_steps_by_one_two_or_five_and_no_further_than_it_must(paper: Paper) -> None:
    found = paper(
        "({ measured }, axes) => axes.map(([values, how]) => measured(values, how))",
        [(values, how) for values, how, _ in AXES],
    )
    names = ("min", "max", "interval")
    assert found == [dict(zip(names, ends, strict=True)) if ends else {} for *_, ends in AXES]


def test_the_numbers_of_an_axis_have_as_many_decimals_as_its_steps(paper: Paper) -> None:
    write = "({ inSteps }, numbers) => numbers.map(([step, number]) => inSteps(step)(number))"
    assert paper(write, NUMBERS) == [expected for *_, expected in NUMBERS]


def test_a_charts_times_are_those_next_to_it_in_any_time_zone(open_context: OpenContext) -> None:
    study = make_study()
    began = datetime(2026, 3, 2, 3, 0, tzinfo=UTC)
    for place, judgment in enumerate(Judgment.objects.filter(campaign=study.flat).order_by("pk")):
        judgment.submitted_at = began + timedelta(minutes=10 * place)
        judgment.save()
    page = sign_in(open_context(timezone_id="Asia/Kolkata"), study.owner)
    page.goto(f"/research/campaigns/{study.flat.pk}/")
    plot = page.locator("#throughput-plot svg")
    expect(page.locator("#span")).to_contain_text("2 Mar 2026, times in UTC")
    expect(plot.locator("text").first).to_be_visible()
    ticks = [text for text in plot.locator("text").all_text_contents() if ":" in text]
    assert ticks
    assert all("03:00" <= tick <= "03:52" for tick in ticks), ticks
    said = page.evaluate("(path) => import(path).then(({ clock }) => clock(0))", static(UTC_CLOCK))
    assert said == "00:00 UTC"


TIME = """
({ timed, toldTime }, spans) => spans.map(([from, to, steps]) => {
  const found = timed(from, to, steps);
  const first = Math.ceil(from / found.interval) * found.interval;
  const ticks = [];
  for (let at = first; at <= to; at += found.interval) ticks.push(at);
  return { ...found, ticks: ticks.length, words: ticks.map((at) => toldTime(at, found.interval)) };
})
"""
DAY = 86_400_000


def test_an_axis_of_time_covers_its_span_in_few_round_steps_distinguished(paper: Paper) -> None:
    luck = Random(13)
    spans = [
        (start := luck.randrange(946_684_800_000, 2_500_000_000_000), start + length, steps)
        for length in [
            1000,
            60_000,
            DAY,
            400 * DAY,
            *(int(10 ** luck.uniform(3, 10.5)) for _ in range(200)),
        ]
        for steps in [luck.choice([1.5, 3, 7, 14])]
    ]
    for (start, end, steps), axis in zip(spans, paper(TIME, spans), strict=True):
        assert (axis["min"], axis["max"]) == (start, end)
        assert axis["ticks"] <= steps + 1
        # Steps below a day divide it, so that every midnight is a step; longer ones are whole days.
        assert DAY % axis["interval"] == 0 or axis["interval"] % DAY == 0
        if end - start < DAY:
            assert len(set(axis["words"])) == len(axis["words"]), axis


TIMES = [
    (1_772_420_400_000, 60_000, "03:00"),
    (1_772_420_405_000, 5000, "03:00:05"),
    (1_772_409_600_000, 3_600_000, "2 Mar"),
    (1_772_409_600_000, 5 * DAY, "2 Mar"),
]


def test_a_time_is_reported_as_exactly_as_its_step(paper: Paper) -> None:
    write = "({ toldTime }, times) => times.map(([moment, step]) => toldTime(moment, step))"
    assert paper(write, TIMES) == [words for *_, words in TIMES]
