"""File transfers and snapshots by the client: progress reported, resumed after an interruption,
checked file by file, and verified by the program."""

import hashlib
import io
import os
import sys
import zipfile
from pathlib import Path

import pytest

from analysis.exports.export_registry import export_file
from annotation.models import Dataset, Item, Project, Snapshot, SnapshotPart
from midpath import Midpath, verify
from midpath.errors import Damaged, Invalid, NotFound
from tests.client.scripted import Act, Scripted
from tests.commands.running import ROOT
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset
from tests.helpers.wheels import outside
from tests.snapshots.campaigns import downloaded, snapshot_of

TEXTS = ["the old ferry to grey island", "cheap night train tickets", "north wind"]
PROGRAM = f"#!{sys.executable}\nfrom midpath.program import main\nmain()\n"


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


def test_what_came_is_verified_on_this_machine(
    midpath: Midpath, snapshot: Snapshot, tmp_path: Path
) -> None:
    place = midpath.download_snapshot(snapshot.pk, tmp_path / "flat.zip")
    found = verify(place)
    assert (found["verified"], found["equal"], found["key_named"]) == (False, True, False)
    assert found["campaign"] == snapshot.campaign.name
    assert verify(place, any_key=True)["verified"]
    assert verify(place, keys=midpath.public_keys())["verified"]
    assert found["signed_by"] == midpath.public_keys()[0]
    assert not verify(place, keys=["A" * 43 + "="])["equal"]
    for keys in ("A" * 43 + "=", [{"key": "A" * 43 + "="}], ["keys.json"]):
        with pytest.raises(ValueError, match="must be a list of public keys"):
            verify(place, keys=keys)  # type: ignore[arg-type]

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


BODY = bytes(range(256)) * 2000
DIGEST = hashlib.sha256(BODY).hexdigest()
ETAG = {"ETag": f'"{DIGEST}"'}


def whole(cut: int | None = None) -> Act:
    return Act(200, BODY, ETAG, cut)


def rest(start: int, body: bytes = BODY) -> Act:
    place = {"Content-Range": f"bytes {start}-{len(body) - 1}/{len(body)}"}
    return Act(206, body[start:], ETAG | place)


def saved_bytes(server: Scripted) -> int:
    """Return how many bytes of an interrupted download were saved, as the next attempt reports."""
    return int(server.requests[-1].headers["Range"].removeprefix("bytes=").rstrip("-"))


class TestDownloads:
    @pytest.mark.long
    def test_a_file_comes_whole_and_is_checked(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        server.acts = [whole()]
        calls: list[tuple[int, int]] = []
        place = client.download_file(
            5, "gold", tmp_path / "gold.json", progress=lambda *at: calls.append(at)
        )
        assert place.read_bytes() == BODY
        assert calls == sorted(calls)
        assert calls[-1] == (len(BODY), len(BODY))
        assert list(tmp_path.iterdir()) == [place]

    def test_an_interrupted_one_is_gone_on_with(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        half = len(BODY) // 2
        place = tmp_path / "gold.json"
        (tmp_path / f"gold.json.{DIGEST}.part").write_bytes(BODY[:half])
        server.acts = [rest(half)]
        client.download_file(5, "gold", place)
        assert place.read_bytes() == BODY
        [request] = server.requests
        assert request.headers["Range"] == f"bytes={half}-"
        assert request.headers["If-Range"] == f'"{DIGEST}"'

    @pytest.mark.long
    def test_one_that_breaks_off_goes_on_by_itself(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        server.acts = [whole(cut=300_000), Act(200, BODY, ETAG)]
        client.download_file(5, "gold", tmp_path / "gold.json")
        assert (tmp_path / "gold.json").read_bytes() == BODY
        assert 0 < saved_bytes(server) <= 300_000

    @pytest.mark.long
    def test_a_file_that_changed_meanwhile_comes_again(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        (tmp_path / f"gold.json.{'0' * 64}.part").write_bytes(b"of yesterday")
        server.acts = [whole()]
        client.download_file(5, "gold", tmp_path / "gold.json")
        assert (tmp_path / "gold.json").read_bytes() == BODY
        assert len(list(tmp_path.iterdir())) == 1

    @pytest.mark.long
    def test_a_part_that_is_too_long_is_thrown_away(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        (tmp_path / f"gold.json.{DIGEST}.part").write_bytes(BODY + b"more")
        server.acts = [Act(416, b"", {}), whole()]
        client.download_file(5, "gold", tmp_path / "gold.json")
        assert (tmp_path / "gold.json").read_bytes() == BODY

    def test_a_damaged_one_is_never_put_into_its_place(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        server.acts = [Act(200, b"x" + BODY[1:], ETAG)]
        with pytest.raises(Damaged, match=DIGEST):
            client.download_file(5, "gold", tmp_path / "gold.json")
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.long
    @pytest.mark.parametrize("etag", ["", '"../../up"', '"a/b"', "nonsense"])
    def test_a_file_whose_digest_nobody_reports_is_not_believed(
        self, client: Midpath, server: Scripted, tmp_path: Path, etag: str
    ) -> None:
        server.acts = [Act(200, BODY, {"ETag": etag})]
        with pytest.raises(Damaged, match="the server reports none"):
            client.download_file(5, "gold", tmp_path / "gold.json")
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.long
    def test_a_proxy_may_weaken_the_name(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        server.acts = [Act(200, BODY, {"ETag": f'W/"{DIGEST}"'})]
        assert client.download_file(5, "gold", tmp_path / "gold.json").read_bytes() == BODY

    @pytest.mark.long
    def test_parts_of_other_files_are_left_alone(
        self, client: Midpath, server: Scripted, tmp_path: Path
    ) -> None:
        other = tmp_path / f"gold.json.zip.{DIGEST}.part"
        other.write_bytes(b"another file's")
        server.acts = [whole()]
        client.download_file(5, "gold", tmp_path / "gold.json")
        assert other.exists()
        assert "Range" not in server.requests[0].headers


class TestUploads:
    @pytest.mark.long
    def test_a_file_becomes_a_dataset_and_shows_how_far_it_is(
        self, midpath: Midpath, study: tuple[Project, str], tmp_path: Path
    ) -> None:
        lines = [f"query number {number} {'of many ' * 9}".strip() for number in range(9_000)]
        file = tmp_path / "queries.txt"
        file.write_text("\n".join(lines))
        calls: list[tuple[int, int]] = []
        made = midpath.upload_dataset(
            file, project=study[0].pk, name="Queries", progress=lambda *at: calls.append(at)
        )
        assert made["items"] == len(lines) == Item.objects.filter(dataset=made["id"]).count()
        size = file.stat().st_size
        assert calls == sorted(calls)
        assert calls[-1] == (size, size)
        assert len(calls) > 5

    @pytest.mark.long
    def test_one_in_memory_does_too(self, midpath: Midpath, study: tuple[Project, str]) -> None:
        file = io.BytesIO(b"text,source\nfirst aid kit,ours\nlast train home,ours\n")
        made = midpath.upload_dataset(file, filename="q.csv", project=study[0].pk, name="Two")
        assert made["items"] == 2

    @pytest.mark.long
    def test_what_is_wrong_in_it_is_reported_by_row_and_nothing_is_made(
        self, midpath: Midpath, study: tuple[Project, str]
    ) -> None:
        file = io.BytesIO(b"text\nfirst aid kit\n\x00\n")
        with pytest.raises(Invalid) as refusal:
            midpath.upload_dataset(file, filename="q.csv", project=study[0].pk, name="Two")
        assert refusal.value.problem["detail"]
        assert not Dataset.objects.exists()


@pytest.mark.long
def test_a_file_that_is_not_there_is_reported(midpath: Midpath, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        midpath.download_file(123456, "gold", tmp_path / "gold.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_campaigns_file_is_gone_on_with_on_a_real_server(
    midpath: Midpath, study: tuple[Project, str], tmp_path: Path
) -> None:
    campaign = make_campaign(make_dataset([f"text number {n}" for n in range(9)], study[0]))
    body = export_file(campaign.pk, "gold").body
    place, half = tmp_path / "gold.json", len(body) // 2
    part = tmp_path / f"gold.json.{hashlib.sha256(body).hexdigest()}.part"
    part.write_bytes(body[:half])
    calls: list[tuple[int, int]] = []
    midpath.download_file(campaign.pk, "gold", place, progress=lambda *at: calls.append(at))
    assert place.read_bytes() == body
    assert calls[0][0] > half, "the first half is not asked for again"
    part.write_bytes(body[:half])
    judge_all_at_random(campaign, workers=1, seed=1)
    midpath.download_file(campaign.pk, "gold", place)
    assert place.read_bytes() == export_file(campaign.pk, "gold").body != body
