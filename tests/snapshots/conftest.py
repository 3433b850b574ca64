"""A researcher's browser, which downloads files, and an unpacked snapshot."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client

from annotation.models import Snapshot
from tests.snapshots.lies import STORED


@pytest.fixture
def client(snapshot: Snapshot) -> Client:
    client = Client()
    client.force_login(snapshot.campaign.dataset.project.memberships.get().user)
    return client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an unpacked snapshot of flat segmentation."""
    with ZipFile(STORED / "2" / "flat.zip") as archive:
        archive.extractall(tmp_path / "flat")
    return tmp_path / "flat"


def body_of(response: Any) -> bytes:
    return b"".join(response.streaming_content)
