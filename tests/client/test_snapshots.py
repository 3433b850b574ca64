"""Snapshots by the client: downloaded, checked file by file, and verified by the program."""

import os
import sys
import zipfile
from pathlib import Path

import pytest

from annotation.models import Project, Snapshot, SnapshotPart
from midpath import Midpath, verify
from midpath.errors import Damaged, NotInstalled
from tests.commands.running import ROOT
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset
from tests.helpers.wheels import outside
from tests.snapshots.campaigns import downloaded, snapshot_of

TEXTS = ["the old ferry to grey island", "cheap night train tickets", "north wind"]
PROGRAM = f"#!{sys.executable}\nfrom config.midpath import main\nmain()\n"


@pytest.fixture
def snapshot(study: tuple[Project, str]) -> Snapshot:
    campaign = make_campaign(make_dataset(TEXTS, study[0]), redundancy=3)
    judge_all_at_random(campaign, workers=3, seed=1)
    return snapshot_of(campaign)


@pytest.fixture
def program(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put `midpath` on the PATH, without a server's environment."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "midpath").write_text(PROGRAM)
    (folder / "midpath").chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    for name in os.environ.keys() - outside().keys():
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.long
def test_all_files_come_in_one_and_each_is_checked(
    midpath: Midpath, snapshot: Snapshot, tmp_path: Path
) -> None:
    place = midpath.download_snapshot(snapshot.pk, tmp_path / "flat.zip")
    (tmp_path / "other").mkdir()
    assert place.read_bytes() == downloaded(snapshot, tmp_path / "other").read_bytes()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["flat.zip", "other"]


@pytest.mark.long
def test_one_file_comes_alone(midpath: Midpath, snapshot: Snapshot, tmp_path: Path) -> None:
    place = midpath.download_snapshot(snapshot.pk, tmp_path / "j", name="judgments.jsonl")
    body = midpath.read_snapshot_file(snapshot.pk, "judgments.jsonl")
    assert place.read_bytes() == body
    assert len(body.splitlines()) == 9


@pytest.mark.long
def test_a_zip_file_with_another_file_in_it_is_refused(
    midpath: Midpath, snapshot: Snapshot, tmp_path: Path
) -> None:
    part = SnapshotPart.objects.get(file__snapshot=snapshot, file__name="judgments.jsonl")
    part.body = bytes(part.body).replace(b"0", b"1")
    part.save()
    with pytest.raises(Damaged):
        midpath.download_snapshot(snapshot.pk, tmp_path / "flat.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("program")
def test_what_came_is_verified_on_this_machine(
    midpath: Midpath, snapshot: Snapshot, tmp_path: Path
) -> None:
    place = midpath.download_snapshot(snapshot.pk, tmp_path / "flat.zip")
    found = verify(place)
    assert found["equal"]
    assert found["campaign"] == snapshot.campaign.name
    assert verify(place, keys=midpath.public_keys())["equal"]
    assert found["signed_by"] == midpath.public_keys()[0]
    assert not verify(place, keys=["A" * 43 + "="])["equal"]

    forged = tmp_path / "forged.zip"
    with zipfile.ZipFile(place) as original, zipfile.ZipFile(forged, "w") as changed:
        for name in original.namelist():
            body = original.read(name)
            changed.writestr(name, body.replace(b"ferry", b"fairy"))
    result = verify(forged)
    assert not result["equal"]
    assert sum(check["differ"] for check in result["checks"]) > 0

    (tmp_path / "no.zip").write_bytes(b"no zip file")
    with pytest.raises(Damaged, match=r"no\.zip"):
        verify(tmp_path / "no.zip")


def test_without_the_program_one_is_shown_how_to_get_it() -> None:
    with pytest.raises(NotInstalled, match="pip install"):
        verify("flat.zip", program="midpath-that-is-not-there")
