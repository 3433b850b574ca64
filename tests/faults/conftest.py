"""A Redis of its own and a stack of servers for each fault test."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from annotation.models import Campaign
from embedded.account import choose_account, own
from embedded.redis import Redis
from tests.faults.processes import Stack
from tests.helpers.factories import make_campaign, make_dataset, numbered_texts


@contextmanager
def own_redis() -> Iterator[Redis]:
    # Not in pytest's folder: another run of pytest closes that to other accounts again.
    with tempfile.TemporaryDirectory(prefix="redis-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        account = choose_account(folder)
        own(folder, account)
        server = Redis(folder, folder, folder / "redis.log", account)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def redis() -> Iterator[Redis]:
    with own_redis() as server:
        yield server


@pytest.fixture
def stack(tmp_path: Path, redis: Redis) -> Iterator[Stack]:
    servers = Stack(tmp_path, redis.url)
    yield servers
    servers.stop()


@pytest.fixture
def notified(tmp_path: Path) -> Iterator[Stack]:
    """Return a stack that uses the same Redis as this process, whose submissions notify it."""
    servers = Stack(tmp_path, settings.REDIS_URL)
    yield servers
    servers.stop()


@pytest.fixture
def flat() -> Campaign:
    return make_campaign(make_dataset(numbered_texts(200)), scheme="flat", redundancy=10)


@pytest.fixture
def nested(flat: Campaign) -> Campaign:
    return make_campaign(flat.dataset, scheme="nested", redundancy=10)
