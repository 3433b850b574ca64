"""`verify`: whether a snapshot is what it claims, for every scheme, and what is reported if not."""

import json
import shutil
import zipfile
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from analysis.reading import snapshot as reading
from annotation.schemes import SCHEMES
from annotation.services.people.erasure import erase_worker
from annotation.services.work.review import review_judgment
from annotation.services.work.withdrawal import withdraw
from tasks.fold import fold_all
from tests.commands.running import refusal_of, run
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user
from tests.helpers.moments import elsewhere
from tests.snapshots.campaigns import CAMPAIGNS, STORED_SCHEMES, downloaded, judged, snapshot_of
from tests.snapshots.lies import (
    EDITIONS,
    STORED,
    Row,
    differences,
    edit,
    edit_manifest,
    line_of,
    sign_again,
    verified,
)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", CAMPAIGNS)
def test_a_snapshot_of_every_scheme_is_what_it_says(scheme: str, tmp_path: Path) -> None:
    snapshot = snapshot_of(judged(scheme))
    found = verified(downloaded(snapshot, tmp_path))
    assert found["equal"], found
    manifest = snapshot.files.get(name="manifest.json")
    assert found["sha256"] == manifest.digest
    compared = {one["check"]: one["compared"] for one in found["checks"]}
    assert compared["figures"] == len(snapshot.results["figures"]) > 0
    assert compared["judgments that count"] == snapshot.results["counts"]["judgments"]
    assert compared["decisions"] == 1
    assert compared["answers"] >= snapshot.results["counts"]["judgments"]
    assert snapshot.results["settled"]["decision"] == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["flat", "question"])
def test_erasure_keeps_earlier_snapshots_and_leaves_later_ones(scheme: str, tmp_path: Path) -> None:
    """A choice stays as an anonymous answer; own words are in no new file."""
    campaign = judged(scheme)
    person = campaign.enrolments.order_by("worker__number")[1].worker
    words = {"flat": "", "question": "What is kept on the server?"}[scheme]
    earlier = downloaded(snapshot_of(campaign), tmp_path)
    assert words in text_in(earlier)
    content = verified(earlier)
    moved = Path(shutil.move(earlier, tmp_path / "earlier.zip"))
    traces = [person.external_id, person.return_code, *filter(None, [words])]
    erase_worker(worker=person)
    fold_all(campaign.pk)
    assert verified(moved) == content
    assert content["equal"]
    later = downloaded(snapshot_of(campaign), tmp_path)
    assert verified(later)["equal"]
    assert [trace for trace in traces if trace in text_in(later)] == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_with_rejected_and_withdrawn_judgments_it_is_what_it_says(tmp_path: Path) -> None:
    campaign = judged("flat")
    withdraw(enrolment=campaign.enrolments.order_by("worker__number")[1])
    last = campaign.judgments.counting().order_by("-pk")[0]
    review_judgment(judgment=last, user=make_user(), review="rejected", reason="guessed")
    for folded in (False, True):
        if folded:
            fold_all(campaign.pk)
        snapshot = snapshot_of(campaign)
        found = verified(downloaded(snapshot, tmp_path))
        assert found["equal"], found
        assert snapshot.results["withdrawn"] == [2]
        assert bool(snapshot.results["not_folded"]) != folded


@pytest.mark.django_db(transaction=True)
def test_a_judgment_that_comes_while_it_begins_is_not_later_than_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = make_campaign(texts=["a b c", "d e f"])
    enrolment = enrol(campaign)

    def judge_meanwhile() -> None:
        elsewhere(lambda: judge_next(enrolment))
        monkeypatch.undo()

    monkeypatch.setattr(reading, "allow_long_thought", judge_meanwhile)
    snapshot = snapshot_of(campaign)
    [judgment] = campaign.judgments.all()
    assert snapshot.results["counts"]["judgments"] == 1
    assert datetime.fromisoformat(snapshot.results["made_at"]) > judgment.submitted_at
    assert verified(downloaded(snapshot, tmp_path))["equal"]


def text_in(packed: Path) -> str:
    with zipfile.ZipFile(packed) as file:
        return "".join(file.read(name).decode(errors="replace") for name in file.namelist())


def test_every_scheme_has_a_campaign_here_and_a_snapshot_that_is_stored() -> None:
    assert {name.partition(" ")[0] for name in CAMPAIGNS} == set(SCHEMES)
    for edition in STORED.iterdir():
        if edition.is_dir():
            assert {path.stem for path in edition.glob("*.zip")} >= set(STORED_SCHEMES)


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_snapshot_of_an_older_version_still_verifies(path: Path) -> None:
    keys = str(path.parent / "keys.json")
    assert run("verify", str(path), "--key", keys).splitlines()[-2] == (
        "Equal: every figure follows from the contents of the snapshot."
    )


def test_folders_and_repacked_ones_are_read_as_well(folder: Path, tmp_path: Path) -> None:
    assert verified(folder)["equal"]
    packed = Path(shutil.make_archive(str(tmp_path / "anew"), "zip", tmp_path, "flat"))
    assert verified(packed)["equal"]


def test_one_judgment_is_named(folder: Path) -> None:
    at, row = line_of(folder, "judgments.jsonl", lambda row: row["counts"] and row["item"] == 1)

    def flip(row: Row) -> None:
        row["vector"][0] = 1 - row["vector"][0]

    edit(folder, "judgments.jsonl", flip, at)
    where = f"judgment {row['judgment']} (item 1, worker {row['worker']})"
    plain = differences(folder)
    assert [place for place, _ in plain["files"]] == ["judgments.jsonl"]
    assert [place for place, _ in plain["answers"]] == [where]
    assert plain["figures"]
    places = [place for place, _ in plain["gold.json"]]
    of_text = "“the old ferry to grey island”"
    assert f"gold.json: {of_text}, worker {row['worker']}" in places
    assert all(of_text in place for place in places)
    sign_again(folder)
    hidden = differences(folder)
    assert "files" not in hidden
    assert [place for place, _ in hidden["answers"]] == [where]
    known = str(STORED / "2" / "keys.json")
    assert "not one of those given" in differences(folder, "--key", known)["signature"][0][1]


def test_one_judgment_of_gold_is_named(folder: Path) -> None:
    gold = json.loads((folder / "gold.json").read_bytes())
    text = "the old ferry to grey island"
    worker, form = next(iter(gold["annotation set"][text].items()))
    gold["annotation set"][text][worker] = form.replace(" | ", " ") if "|" in form else "the | old"
    (folder / "gold.json").write_text(json.dumps(gold))
    sign_again(folder)
    assert [place for place, _ in differences(folder)["gold.json"]] == [
        f"gold.json: “{text}”, worker {worker}"
    ]


@pytest.mark.parametrize("everywhere", [False, True])
def test_one_exclusion_is_named(folder: Path, everywhere: bool) -> None:
    """The excluded worker is included again, in one place or in both that record it."""
    at, row = line_of(folder, "workers.jsonl", lambda row: row["excluded"])
    number = row["worker"]
    edit(folder, "workers.jsonl", lambda row: row.update(excluded=False), at)
    if everywhere:
        edit_manifest(folder, lambda manifest: manifest.update(excluded=[]))
    found = differences(folder)
    if not everywhere:
        assert found["exclusions"][0][0] == f"worker {number}"
    assert all(f"worker {number})" in place for place, _ in found["judgments that count"])
    assert "nothing in the snapshot says why" in found["judgments that count"][0][1]


def test_one_who_is_excluded_afterwards_is_named(folder: Path) -> None:
    at, row = line_of(folder, "workers.jsonl", lambda row: not row["excluded"])
    edit(folder, "workers.jsonl", lambda row: row.update(excluded=True), at)
    edit_manifest(folder, lambda manifest: manifest["excluded"].append(row["worker"]))
    sign_again(folder)
    found = differences(folder)
    assert all("it counts, though" in what for _, what in found["judgments that count"])
    assert "exclusions" not in found


def test_one_byte_is_named(folder: Path, tmp_path: Path) -> None:
    whole = bytearray((STORED / "2" / "flat.zip").read_bytes())
    whole[whole.index(b"grey island")] ^= 1
    changed = tmp_path / "changed.zip"
    changed.write_bytes(whole)
    assert [place for place, _ in differences(changed)["files"]] == ["items.jsonl"]


def test_a_figure_a_decision_and_an_answer_are_named(folder: Path) -> None:
    def lie(manifest: Row) -> None:
        manifest["figures"]["alpha"]["value"] = 0.99
        manifest["counts"]["counting"] += 1

    at, row = line_of(folder, "decisions.jsonl", lambda row: row["stands"])
    edit(folder, "decisions.jsonl", lambda row: row["vector"].reverse(), at)
    edit_manifest(folder, lie)
    found = differences(folder)
    assert (found["figures"][0][0], found["counts"][0][0]) == (
        "figures.alpha.value",
        "counts.counting",
    )
    assert found["decisions"][0][0] == f"decision {row['decision']}"
    assert found["answers to items"][0][0] == f"item {row['position']}"
    assert found["signature"]


@pytest.mark.parametrize("name", ["judgments.jsonl", "signature.json", "gold.json"])
def test_what_is_missing_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    (folder / "more.txt").write_text("more")
    found = differences(folder)
    assert name in {place for each in found.values() for place, _ in each}
    assert ("more.txt", "it is not in the manifest") in found["files"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "line", ["", "[]", "{", '{"judgment": 1}', '{"judgment": "1", "vector": [1.5]}', "\0\ufffd"]
)
@pytest.mark.parametrize("name", ["judgments.jsonl", "workers.jsonl", "decisions.jsonl"])
def test_lines_that_are_no_rows_are_named(folder: Path, name: str, line: str) -> None:
    with (folder / name).open("a") as file:
        file.write(f"{line}\n")
    places = {place for each in differences(folder).values() for place, _ in each}
    lines = len((folder / name).read_text().splitlines())
    assert f"{name}, line {lines}" in places


def test_numbers_that_are_no_answer_are_named(folder: Path) -> None:
    edit(folder, "judgments.jsonl", lambda row: row.update(vector=[7, -3], counts=True))
    assert differences(folder)


def test_what_is_no_snapshot_is_refused(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"no zip")
    assert "is not a zip file" in refusal_of("verify", str(tmp_path / "a.zip"))
    assert "no manifest.json" in refusal_of("verify", str(tmp_path))
    assert "No such file" in refusal_of("verify", str(tmp_path / "nowhere"))
    assert "is not a zip file" in refusal_of("verify", "/dev/zero")  # it has no end
    edit_manifest(folder, lambda manifest: manifest.update(format="midpath snapshot 900"))
    assert "A later version of Midpath" in refusal_of("verify", str(folder))
    (folder / "manifest.json").write_text("[]")
    assert "is not JSON" in refusal_of("verify", str(folder))
    path = str(STORED / "2" / "flat.zip")
    assert "neither a public key" in refusal_of("verify", path, "--key", "nonsense")
    manifest = str(folder / "manifest.json")
    assert "contains no public keys" in refusal_of("verify", path, "--key", manifest)


def test_it_ends_with_another_code_where_something_differs(folder: Path) -> None:
    (folder / "items.jsonl").write_text("")
    with pytest.raises(CommandError, match="is not verified") as differs:
        call_command("verify", str(folder))
    assert differs.value.returncode == 3


def of_a_later_version(manifest: Row) -> None:
    """Add members that later versions may have: randomised arms, a plan that was hashed at
    launch."""
    manifest["arms"] = [{"name": "with examples", "workers": [2, 3], "drawn_by": "seed 7"}]
    manifest["campaign"]["plan"] = {"sha256": "0" * 64, "registered_at": "2026-11-01"}


@pytest.mark.long
def test_a_manifest_may_state_more_and_what_it_states_is_signed(folder: Path) -> None:
    edit_manifest(folder, of_a_later_version)
    assert "signature" in differences(folder)
    sign_again(folder)
    assert verified(folder)["equal"]
    for change in (
        lambda manifest: manifest["arms"][0].update(workers=[2]),
        lambda manifest: manifest["campaign"]["plan"].update(sha256="1" * 64),
    ):
        sign_again(folder)
        edit_manifest(folder, change)
        assert set(differences(folder)) == {"signature"}


@pytest.mark.few(1)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["flat", "label", "evidence"])
def test_data_of_charts_is_compared_where_it_is_reported(scheme: str, tmp_path: Path) -> None:
    path = downloaded(snapshot_of(judged(scheme)), tmp_path)
    folder = tmp_path / "unpacked"
    shutil.unpack_archive(path, folder)
    assert verified(folder)["equal"]
    content = json.loads((folder / "manifest.json").read_bytes())
    assert sum(content["per_item"].values()) <= content["counts"]["items"]
    assert ("answers" in content) == (scheme != "flat")

    def lie(manifest: Row) -> None:
        manifest["per_item"]["999"] = 1
        if "answers" in manifest:
            manifest["answers"][0]["judgments"] += 1

    edit_manifest(folder, lie)
    sign_again(folder)
    places = [place for place, _ in differences(folder)["answers to items"]]
    assert places == ["per_item.999", *(["answers[0].judgments"] if "answers" in content else [])]
