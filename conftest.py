"""Django's settings for every test, and a set of services if none are configured.

This happens while the file is read, because pytest-django needs a database address from then on.
Parallel test processes share nothing else: the first uses the services started before it, each
other one its own.
"""

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from inspect import isfunction

import django
import pytest
from django.conf import settings
from django.test import TransactionTestCase
from django.test.testcases import QuietWSGIRequestHandler
from execnet import XSpec
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from embedded import Trouble, services
from embedded.services import ADDRESSES
from tests.helpers.conditions import no_query_in_conditions
from tests.helpers.database import make_test_database
from tests.helpers.emptying import empty_database
from tests.helpers.pool import through_pool
from tests.helpers.stages import draw_seeds, stages_of
from tests.helpers.tiers import LONG, by_tier, is_left_out, leave_out_long

pytest_plugins = ["tests.helpers.numbered_promises"]
STARTED = ExitStack()
MAX_PROCESSES = 4
OF_BROWSER = {"playwright", "browser", "context", "new_context", "page"}
LONGEST_IN_NAME = 40  # bytes
CONFIGURED = any(os.environ.get(name) for name in ADDRESSES)

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
os.environ.setdefault("MIDPATH_DEBUG", "1")
try:
    os.environ.update(STARTED.enter_context(services()))
except Trouble as trouble:
    pytest.exit(str(trouble), returncode=1)
django.setup()
if os.environ["REDIS_URL"] != settings.REDIS_URL:
    pytest.exit("Unset DJANGO_SETTINGS_MODULE: the settings are read once services run.", 1)
# Password hashing is slow on purpose; here it would be most of a test's time.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# As in development: otherwise each test client first scans all static files.
settings.WHITENOISE_AUTOREFRESH = True
# The test server writes the head of a response, then its body: without this, the system delays the
# body by 40 ms, until the client has acknowledged the head.
QuietWSGIRequestHandler.disable_nagle_algorithm = True
# No deadline per example: on a busy machine it would say nothing about the code. Each run tries the
# same examples, so that a commit passes always or never; `make test-long` looks for others.
hypothesis_settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
hypothesis_settings.register_profile("long", deadline=None, max_examples=200)
hypothesis_settings.load_profile(by_tier(quick="quick", long="long"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Restore the schema instead of migrating in each process, as pytest-django would."""
    with django_db_blocker.unblock(), make_test_database(), through_pool():
        yield


def pytest_unconfigure() -> None:
    STARTED.close()


def pytest_xdist_auto_num_workers() -> int:
    """Use three processes for two cores for -n auto: tests wait for servers and browsers a fifth of
    their time. Configured services support only one process."""
    return 0 if CONFIGURED else min((os.cpu_count() or 1) * 3 // 2, MAX_PROCESSES)


def pytest_xdist_setupnodes(specs: Sequence[XSpec]) -> None:
    """Stop pytest-django from reading the settings in each process with the addresses of this one,
    before the process has its own services; two Celery workers would then take each other's
    messages."""
    for spec in specs[1:]:
        spec.env |= dict.fromkeys((*ADDRESSES, "DJANGO_SETTINGS_MODULE"), "")


def _drives_a_browser(item: pytest.Item) -> bool:
    """Return whether a test uses a fixture of pytest-playwright, or one in its place, behind
    which pytest may not look."""
    return not OF_BROWSER.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Disable garbage collection during test collection, make it rare later, and freeze what stays
    until the end: it took 4 % of a run's time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no items for the long tier, of which there are more than of others, unless a test was
    named."""
    named = any("::" in argument for argument in collector.config.args)
    return [] if not named and isfunction(obj) and is_left_out(obj, collector) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long tier unless it is requested, and order the other tests.

    The browser comes last: its event loop, once started, stays until the end of the run. Slow tests
    come first, including groups for one process, so that no process works alone at the end. Tests
    that use a stage come after those that would see its rows.
    """
    if getattr(config.option, "loadgroup", False):
        require_groups(items)
    if not LONG:
        config.hook.pytest_deselected(items=leave_out_long(items))
    items.sort(
        key=lambda item: (
            _drives_a_browser(item),
            stages_of(item),
            not (item.get_closest_marker("slow") or item.get_closest_marker("xdist_group")),
        )
    )


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name files by their parameter: some contain the time, and would differ between processes."""
    return argname if isinstance(val, bytes) and len(val) > LONGEST_IN_NAME else None


def require_groups(items: Sequence[pytest.Item]) -> None:
    """Fail if pytest-xdist does not name the group of a test: each process would then build what
    the group shares."""
    for item in items:
        if item.get_closest_marker("xdist_group") and "@" not in item.nodeid:
            raise pytest.UsageError("pytest-xdist keeps no groups with this version of pytest")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Playwright's loop makes Django believe that a journey's queries are asynchronous."""
    if _drives_a_browser(item):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture(scope="session", autouse=True)
def _emptied_quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_database())
        yield


@pytest.fixture(scope="session", autouse=True)
def _limits_are_of_one_process() -> Iterator[None]:
    """Share no rate limits, as `config.wsgi` does: a test with fresh limits would otherwise see
    requests of other tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotation.services.people.rate_limit.tempo.on_take", None)
        patch.setattr(
            "annotation.services.people.rate_limit_sharing.share_rate_limit", lambda: None
        )
        yield


@pytest.fixture(scope="session", autouse=True)
def _queues_have_room() -> Iterator[None]:
    """Send messages however many wait: no worker takes those of most tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotation.services.jobs.messages.MAX_WAITING", 1_000_000)
        yield


@pytest.fixture(autouse=True)
def _orders_are_the_same_in_each_run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Draw the seeds of a test's campaigns from its name: otherwise the serving order would differ
    from run to run, and a few judgments of a dozen items would give other results each time."""
    draw_seeds(monkeypatch, request.node.nodeid)


@pytest.fixture(scope="session", autouse=True)
def _no_query_in_conditions() -> Iterator[None]:
    """Fail a test whose page queries the database inside `{% if … or … %}`."""
    with no_query_in_conditions():
        yield
