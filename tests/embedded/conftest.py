"""A machine without configuration, and a folder that every account may enter."""

import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def unconfigured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL", "PORT", "HOST"):
        monkeypatch.delenv(name, raising=False)
    # `make test` exports these; a make started by a test would take itself for its child.
    for name in ("MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def directory() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="tests-of-midpath-"))
    folder.chmod(0o755)
    yield folder / ".midpath"
    shutil.rmtree(folder)


@pytest.fixture(autouse=True)
def _interrupts_are_heard() -> Iterator[None]:
    """Restore SIGINT: shells start background jobs with it ignored, and every process of a test
    would inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
