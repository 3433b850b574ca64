"""A Celery worker leaves what it has loaded out of garbage collection before it forks."""

import gc
from collections.abc import Iterator

import pytest

from config.celery import app
from midpath.garbage import NEW_OBJECTS, no_collection


@pytest.fixture
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)
    yield
    gc.freeze()
    gc.set_threshold(*before)


def test_a_worker_keeps_what_is_loaded(usual: None) -> None:
    app.WorkController(app=app, pool="solo")
    assert gc.get_freeze_count() > 100_000
    assert gc.get_threshold()[0] == NEW_OBJECTS


@pytest.mark.parametrize("enabled", [True, False])
def test_a_pause_ends_as_it_was(*, enabled: bool) -> None:
    was = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with no_collection():
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()
