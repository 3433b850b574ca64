"""Rows that many tests need, built once per process instead of once per test.

The transaction that builds them stays open while tests use them; each test runs in a savepoint of
it. Tests that use no stage must not see its rows, so they run before it is built.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TypeVar

import pytest
from django.apps import apps
from django.db import transaction
from pytest_django import DjangoDbBlocker

T = TypeVar("T")
# Fixtures of tests/research/conftest.py and of comparisons, each built on the ones before it, and
# of tests/api, which tests/attacks use as well.
STAGES = ("study_once", "sets_once", "made_once", "api_study_once")


def stages_of(item: pytest.Item) -> tuple[int, str]:
    """Return how many stages a test uses, and the folder whose tests share them, for sorting: a
    stage is built again if tests of another folder come between."""
    used = sum(name in getattr(item, "fixturenames", ()) for name in STAGES)
    return used, str(item.path.parent) if used else ""


@contextmanager
def built_once(blocker: DjangoDbBlocker, name: str, build: Callable[[], T]) -> Iterator[T]:
    """Build with the seeds of that name, and roll everything back at the end."""
    with blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            draw_seeds(patch, name)
            patch.setattr("tasks.fold.REST_SECONDS", 0.0)
            made = build()
        yield made
        transaction.set_rollback(True)


def draw_seeds(patch: pytest.MonkeyPatch, name: str) -> None:
    """Draw the seeds of campaigns from a name, so that they are the same in each run."""
    drawn = Random(name)
    seed = apps.get_model("annotation", "Campaign")._meta.get_field("seed")
    patch.setattr(seed, "_get_default", lambda: drawn.randrange(2**31))
