"""A real browser before a real server. Whatever a page complains of fails its test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign
from tests.faults.processes import Stack

CHROMIUM = Path("/usr/bin/chromium")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => console.error(
  `refused by the policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
# A request that a test makes fail on purpose is reported by the browser too.
EXPECTED = "Failed to load resource"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chosen = {"executable_path": str(CHROMIUM)} if CHROMIUM.exists() else {}
    return browser_type_launch_args | chosen | {"args": ["--no-sandbox"]}


@pytest.fixture
def watch() -> Iterator[Callable[[BrowserContext], BrowserContext]]:
    """Collects what a context's pages complain of; none may be left at the end."""
    complaints: list[str] = []

    def watch_context(context: BrowserContext) -> BrowserContext:
        context.add_init_script(TELL_VIOLATIONS)
        context.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type in {"error", "warning"} and EXPECTED not in message.text
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
    context.set_default_timeout(10_000)
    return watch(context)


@pytest.fixture
def phone(
    new_context: Callable[..., BrowserContext],
    watch: Callable[[BrowserContext], BrowserContext],
) -> Page:
    """A page on a phone that is touched."""
    context = watch(new_context(**PHONE))
    context.set_default_timeout(10_000)
    return context.new_page()


@pytest.fixture
def celery(live_server: LiveServer, tmp_path: Path) -> Iterator[Stack]:
    """A Celery worker and its beat, behind the same database as the server."""
    stack = Stack(tmp_path, settings.REDIS_URL)
    stack.start_celery()
    try:
        yield stack
    finally:
        stack.stop()


@pytest.fixture
def link(live_server: LiveServer) -> Callable[..., str]:
    """The link that a worker is given."""

    def link_to(campaign: Campaign, worker: str = "ada") -> str:
        return f"{live_server.url}/w/{campaign.code}/?worker={worker}"

    return link_to
