"""The pages to capture: in light mode, at two widths, without animation."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.urls import reverse
from playwright.sync_api import Browser, Error, Page, ViewportSize

from annotation.addons import modules_of_addons
from pictures import gallery
from pictures.desks import open_desk
from pictures.paint import overview, paint
from pictures.study import Pictured

WIDE: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
# A long page is cut after its first screens, since taller pictures are not read.
TALLEST = 1400
# Charts are drawn in a frame after the page has loaded, and fade in.
DRAWN = "() => [...document.querySelectorAll('.plot')].every((one) => one.querySelector('svg'))"
CHART_WIDTH = 760
TIMEOUT_MS = 30_000  # milliseconds; long enough for a busy machine
NUMBER_OR_TITLE = re.compile(r"-(?:\d+|title)$")


@dataclass
class Album:
    """The pictures in a folder. Failures are reported at the end, not on the way."""

    folder: Path
    browser: Browser
    server: str
    study: Pictured

    def __post_init__(self) -> None:
        self.troubles: list[str] = []
        self.sizes: dict[str, int] = {}

    def draw(self) -> None:
        for width, size in (("", WIDE), ("-phone", PHONE)):
            for scheme in sorted(self.study.campaigns):
                self._try(f"desk-{scheme}{width}", self._desk, scheme, size)
        page = self._researcher(WIDE)
        for name, address in pages(self.study).items():
            self._try(name, self._page, page, address)
        for name, address in with_charts(self.study).items():
            self._try(f"charts of {name}", self._charts, page, address)
        self._try("help", self._help, page)
        farm = reverse("research:campaign", args=[self.study.farm.pk])
        self._try("twins-box", self._box, page, farm)
        phone = self._researcher(PHONE)
        for name in ("dashboard-flat", "twins"):
            self._try(f"{name}-phone", self._page, phone, pages(self.study)[name])
        self._try("twins-box-phone", self._box, phone, farm)
        self._try("midpath", self._overview)
        for place, address in gallery.places(self.study).items():
            for look in gallery.LOOKS:
                self._try(f"{gallery.FOLDER}/{place}{look.ending}", self._look, address, look)

    def _try(self, name: str, draw: object, *what: object) -> None:
        try:
            draw(name, *what)  # type: ignore[operator]
        except Error as error:
            self.troubles.append(f"{name}: {error.message.splitlines()[0]}")

    def _save(self, name: str, shot: bytes) -> None:
        file = self.folder / f"{name}.png"
        file.parent.mkdir(exist_ok=True)
        self.sizes[name] = paint(shot, file)

    def _desk(self, name: str, scheme: str, size: ViewportSize) -> None:
        context = self.browser.new_context(viewport=size, reduced_motion="reduce")
        try:
            page = context.new_page()
            page.set_default_timeout(TIMEOUT_MS)
            worker = f"{scheme}-{size['width']}"
            open_desk(page, self.server, self.study.campaigns[scheme], worker)
            self._save(name, page.screenshot(animations="disabled"))
        finally:
            context.close()

    def _researcher(self, size: ViewportSize, scheme: gallery.Scheme = "light") -> Page:
        context = self.browser.new_context(
            viewport=size, reduced_motion="reduce", color_scheme=scheme
        )
        session = self.study.session()
        context.add_cookies([{"name": "sessionid", "value": session, "url": self.server}])
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        return page

    def _page(self, name: str, page: Page, address: str) -> None:
        _open(page, self.server + address)
        self._save(name, _first_screens(page))

    def _look(self, name: str, address: str, look: gallery.Look) -> None:
        """Capture the first screen of a page in one look; without an address, a desk."""
        page = self._researcher(look.size, look.scheme)
        if address in {"", gallery.START}:
            page.context.clear_cookies()
        try:
            if address:
                _open(page, self.server + address)
            else:
                worker = f"gallery{look.ending}"
                open_desk(page, self.server, self.study.campaigns["flat"], worker)
            self._save(name, page.screenshot(animations="disabled"))
        finally:
            page.context.close()

    def _box(self, name: str, page: Page, address: str) -> None:
        """Capture the dashboard's box of workers with identical answers."""
        _open(page, self.server + address)
        self._save(name, page.locator("section.alike").screenshot(animations="disabled"))

    def _charts(self, name: str, page: Page, address: str) -> None:
        """Capture each chart of the page separately, under the name of its files."""
        page.set_viewport_size({"width": CHART_WIDTH, "height": WIDE["height"]})
        _open(page, self.server + address)
        for chart in page.locator("section.chart").all():
            plot = chart.locator(".plot").first
            if not plot.is_visible():
                continue
            own = chart.get_attribute("data-name")
            key = own or chart.get_attribute("aria-labelledby") or ""
            file = chart_file(name.removeprefix("charts of ") if own else "live", key)
            if file not in self.sizes:
                self._save(file, chart.screenshot(animations="disabled"))
        page.set_viewport_size(WIDE)

    def _overview(self, name: str) -> None:
        if {"dashboard-nested", "desk-nested-phone"} <= set(self.sizes):
            parts = ("dashboard-nested", "desk-nested-phone")
            self.sizes[name] = overview(self.folder, *parts, name)

    def _help(self, name: str, page: Page) -> None:
        _open(page, self.server + pages(self.study)["dashboard-flat"])
        page.locator("[data-help]:visible").first.click()
        page.locator("#help-panel h1").wait_for()
        page.wait_for_timeout(400)
        self._save(name, page.screenshot(animations="disabled"))


def chart_file(page: str, key: str) -> str:
    """Return the name of a chart's picture, without a campaign's number.

    >>> chart_file("alignments", "f-pairs-3"), chart_file("planner", "planner-fixed")
    ('chart-alignments-f-pairs', 'chart-planner-fixed')
    """
    key = NUMBER_OR_TITLE.sub("", key.removeprefix(f"{page}-"))
    return f"chart-{page}-{key}"


def _open(page: Page, address: str) -> None:
    answer = page.goto(address)
    if answer is None or answer.status != 200:
        raise Error(f"{address} answers {answer and answer.status}")
    page.wait_for_function(DRAWN)
    page.wait_for_timeout(400)


def _first_screens(page: Page) -> bytes:
    """Return the page's first screens, as on a screen of that height, including sticky elements."""
    size = page.viewport_size or WIDE
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": min(height, TALLEST)})
    page.wait_for_timeout(200)
    shot = page.screenshot(animations="disabled")
    page.set_viewport_size(size)
    return shot


def pages(study: Pictured) -> dict[str, str]:
    """Return the URL of each page to capture, by the name of its picture."""
    flat, nested, pair = (study.campaigns[name].pk for name in ("flat", "nested", "pair"))
    project, dataset = study.project.pk, study.campaigns["flat"].dataset_id
    places: dict[str, tuple[str, *tuple[object, ...]]] = {
        "projects": ("projects",),
        "project": ("project", project),
        "members": ("members", project),
        "tokens": ("tokens", project),
        "audit": ("audit", project),
        "dataset-import": ("upload", study.upload.pk),
        "dataset": ("dataset", dataset),
        "app": ("app", study.app.pk),
        "word-lists": ("words", project, "en"),
        "campaign-form": ("new_campaign", dataset),
        "draft": ("campaign", study.draft.pk),
        "running": ("extend_campaign", pair),
        "export": ("export", flat),
        "items": ("items", nested),
        "item": ("item", nested, study.hit.pk),
        "workers": ("workers", flat),
        "twins": ("twins", study.farm.pk),
        "exclusion": ("exclude_worker", flat, study.enrolment.pk),
        "collection": ("collection", study.campaigns["document"].pk),
        "ask-evidence": ("ask_evidence", study.campaigns["question"].pk),
        **{
            f"dashboard-{name}": ("campaign", campaign.pk)
            for name, campaign in study.campaigns.items()
        },
        **dict(_of_charts(study)),
    }
    return _reversed(places)


def with_charts(study: Pictured) -> dict[str, str]:
    """Return the URLs of the pages whose charts are captured one by one."""
    dashboards = {
        f"dashboard-{name}": ("campaign", campaign.pk) for name, campaign in study.campaigns.items()
    }
    return _reversed({**dashboards, **dict(_of_charts(study))})


def _of_charts(study: Pictured) -> Iterator[tuple[str, tuple[str, *tuple[object, ...]]]]:
    yield "biases", ("lab", study.project.pk)
    yield "consensus", ("crowd", study.campaigns["pair"].pk)
    yield "planner", ("planner", study.campaigns["pair"].pk)
    yield "baselines", ("baselines", study.campaigns["evidence"].pk)
    for module in modules_of_addons("pictures"):
        yield from module.places(study.project)


def _reversed(places: Mapping[str, tuple[str, *tuple[object, ...]]]) -> dict[str, str]:
    return {
        name: reverse(f"research:{view}", args=arguments)
        for name, (view, *arguments) in places.items()
    }
