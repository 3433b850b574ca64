"""A real browser and a real server. Every error of a page fails its test."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, User
from tests.faults.processes import Stack, wait_for
from tests.helpers.tiers import long_only
from tests.research.study import Study, make_study

# The shell is the same engine without a desktop browser around it, at half the cost.
BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
Link = Callable[..., str]
OpenContext = Callable[..., BrowserContext]
TIMEOUT_MS = 30_000  # milliseconds; a slow machine is not a failure
expect.set_options(timeout=TIMEOUT_MS)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 600}},
    "phone": PHONE,
}
REPORT_TO_TESTS = """
addEventListener("touchend", () => { globalThis.touchedAt = performance.now(); }, true);
addEventListener("securitypolicyviolation", (event) => console.error(
  `refused by the policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
# The browser also reports requests that a test makes fail on purpose, and htmx those in flight when
# a page is left: first by their cause, then as ended.
EXPECTED = (
    "Failed to load resource",
    "htmx:sendAbort",
    "htmx:afterRequest",
    "Service Worker registration blocked by Playwright",
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chosen = [{"executable_path": str(path)} for path in BROWSERS if path.exists()]
    return browser_type_launch_args | (chosen or [{}])[0] | {"args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(
    browser_context_args: dict[str, Any], live_server: LiveServer
) -> dict[str, Any]:
    """Resolve addresses on the server, so that tests open pages by their paths; and disable service
    workers, past which no test could route a request: test_worker_offline.py."""
    own = {"base_url": live_server.url, "service_workers": "block"}
    return browser_context_args | own


@pytest.fixture
def watch() -> Iterator[Callable[[BrowserContext], BrowserContext]]:
    """Collects the errors of a context's pages; there must be none at the end."""
    complaints: list[str] = []

    def watch_context(context: BrowserContext) -> BrowserContext:
        context.add_init_script(REPORT_TO_TESTS)
        context.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type in {"error", "warning"} and not message.text.startswith(EXPECTED)
                else None
            ),
        )
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context

    yield watch_context
    assert not complaints


@pytest.fixture
def context(
    context: BrowserContext, watch: Callable[[BrowserContext], BrowserContext]
) -> BrowserContext:
    context.set_default_timeout(TIMEOUT_MS)
    return watch(context)


@pytest.fixture(autouse=True)
def settled(transactional_db: None) -> Iterator[None]:
    """Wait until the server has no work left: a page may be gone while the server still handles its
    request, and the database is emptied afterwards."""
    under_way: set[int] = set()

    def begin(**_: object) -> None:
        under_way.add(threading.get_ident())

    def end(**_: object) -> None:
        under_way.discard(threading.get_ident())

    request_started.connect(begin)
    request_finished.connect(end)
    yield
    wait_for(lambda: not under_way, seconds=30, what="the end of the last request")
    request_started.disconnect(begin)
    request_finished.disconnect(end)


@pytest.fixture
def open_context(
    new_context: OpenContext, watch: Callable[[BrowserContext], BrowserContext]
) -> OpenContext:
    """Opens further contexts, such as `open_context(**PHONE)`, whose errors are collected too."""

    def opened(**about: Any) -> BrowserContext:
        context = watch(new_context(**about))
        context.set_default_timeout(TIMEOUT_MS)
        return context

    return opened


@pytest.fixture
def phone(open_context: OpenContext) -> Page:
    """Return a page on a touch phone."""
    return open_context(**PHONE).new_page()


@pytest.fixture(params=["phone", *long_only("desktop")])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def screen(size: str, open_context: OpenContext) -> Page:
    """Yield a page on a low screen with a mouse, and one on a phone."""
    return open_context(**SIZES[size]).new_page()


@pytest.fixture
def study() -> Study:
    return make_study()


@pytest.fixture
def owner(campaign: Campaign) -> User:
    """Return the owner of the project of a test's own campaign."""
    return campaign.dataset.project.memberships.get().user


@pytest.fixture
def celery(live_server: LiveServer, tmp_path: Path) -> Iterator[Stack]:
    """Start a Celery worker and its beat, on the server's database."""
    stack = Stack(tmp_path, settings.REDIS_URL)
    stack.start_celery()
    try:
        yield stack
    finally:
        stack.stop()


@pytest.fixture
def link(live_server: LiveServer) -> Link:
    """Return a worker's link."""

    def link_to(campaign: Campaign, worker: str = "ada") -> str:
        return f"{live_server.url}/w/{campaign.code}/?worker={worker}"

    return link_to
