"""What every test stands on: Django's settings, and services of its own where none are configured.

It happens while this file is read, because pytest-django wants a database address from then on.
"""

import os
from contextlib import ExitStack

import django
import pytest
from django.conf import settings
from hypothesis import settings as hypothesis_settings

from embedded import Trouble, services

STARTED = ExitStack()

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("MIDPATH_DEBUG", "1")
try:
    os.environ.update(STARTED.enter_context(services()))
except Trouble as trouble:
    pytest.exit(str(trouble), returncode=1)
django.setup()
# Slow on purpose where passwords are worth something; here it is most of the time of a test.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# No example's time is measured: on a busy machine it would say nothing of the code.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


def pytest_unconfigure() -> None:
    STARTED.close()


def _drives_a_browser(item: pytest.Item) -> bool:
    return "playwright" in getattr(item, "fixturenames", ())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser comes last: its event loop, once started, stays until the end of the run."""
    items.sort(key=_drives_a_browser)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Playwright's loop makes Django believe that a journey's queries are asynchronous."""
    if _drives_a_browser(item):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
