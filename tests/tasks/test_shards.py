"""Shards counted by real workers and merged by a chord have the state of the single run."""

import subprocess
import sys
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.conf import settings

from agreement.counting import Kind, count_arrays
from agreement.segmentation import figures
from agreement.simulation import simulate
from agreement.tally import Tally
from tasks.shards import merge_states, reduce_simulated

ANNOTATIONS, SHARDS = 20_000, 5


@pytest.fixture(scope="module")
def queue() -> Iterator[str]:
    """A queue of its own, with two worker processes."""
    name = f"shards-{uuid4().hex[:8]}"
    options = ("-Q", name, "--hostname", name, "--concurrency", "2", "--loglevel", "ERROR")
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config", "worker", *options],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield name
    worker.terminate()
    worker.wait(30)


@pytest.mark.parametrize("kind", ["flat", "nested"])
def test_shards_add_up_to_the_single_run(kind: Kind, queue: str) -> None:
    sharded = reduce_simulated(kind, ANNOTATIONS, SHARDS, queue=queue, seconds=120)
    crowds = [simulate(kind, ANNOTATIONS, shard) for shard in range(SHARDS)]
    whole = Tally.total(count_arrays(kind, *crowd) for crowd in crowds)
    assert sharded == whole
    assert figures(kind, sharded) == figures(kind, whole)
    assert figures(kind, sharded)["annotations"] == ANNOTATIONS * SHARDS


def test_states_merge_in_any_order() -> None:
    states = [{"a": 1, "b": 2}, {"b": -2}, {"c": 3}]
    assert merge_states(states) == merge_states(states[::-1]) == {"a": 1, "c": 3}
