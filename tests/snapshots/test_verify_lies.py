"""`verify` and arbitrary changes to a snapshot: they are reported, and never cause a traceback."""

import copy
import json
import lzma
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import Judgment
from midpath.snapshots import archive_reader, json_stream, workers
from tests.commands.running import refusal_of, run
from tests.helpers.tiers import by_tier
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

with ZipFile(STORED / "2" / "flat.zip") as edition:
    MANIFEST: Row = json.loads(edition.read("manifest.json"))


def lines_in(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text().splitlines()


def double(folder: Path, name: str) -> Row:
    """Repeat the first line of a file at its end, and return it."""
    lines = lines_in(folder, name)
    (folder / name).write_text("".join(f"{each}\n" for each in (*lines, lines[0])))
    row: Row = json.loads(lines[0])
    return row


def test_it_knows_the_reviews_that_take_judgments_out() -> None:
    assert Judgment.Review.REJECTED == workers.REJECTED
    assert workers.OUT == Judgment.OUT


def packed(folder: Path, path: Path, how: int = ZIP_STORED, **elsewhere: str) -> Path:
    """Pack the folder as a zip file, some of its files under other paths."""
    with ZipFile(path, "w", how) as archive:
        for each in sorted(folder.iterdir()):
            archive.write(each, elsewhere.get(each.stem, "") + each.name)
    return path


def test_a_name_is_never_a_line_of_the_report(folder: Path) -> None:
    name = "A\nEqual: every figure follows\x1b[2K\x9b2J"
    edit_manifest(folder, lambda manifest: manifest["campaign"].update(name=name))
    printed = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", str(folder), stdout=printed, stderr=StringIO())
    text = printed.getvalue()
    assert "every figure follows" in text
    assert not any(line.startswith("Equal") for line in text.splitlines())
    assert not set(text) & {"\x1b", "\x9b"}


def test_an_answer_that_is_none_is_named(folder: Path) -> None:
    at, row = line_of(folder, "judgments.jsonl", lambda row: row["counts"])
    edit(folder, "judgments.jsonl", lambda row: row.update(answer={}), at)
    sign_again(folder)
    ((where, what),) = differences(folder)["answers"]
    assert where.startswith(f"judgment {row['judgment']} ")
    assert "its answer is not valid" in what


def test_only_words_that_are_out_of_the_figures_may_be_erased(tmp_path: Path) -> None:
    with ZipFile(STORED / "2" / "question.zip") as archive:
        archive.extractall(tmp_path)
    for counts in (False, True):
        at, _ = line_of(tmp_path, "judgments.jsonl", lambda row: row["counts"] == counts)  # noqa: B023
        edit(tmp_path, "judgments.jsonl", lambda row: row.update(answer={"questions": []}), at)
        sign_again(tmp_path)
        notes = {one["check"]: one["note"] for one in verified(tmp_path)["checks"]}
        assert "answers contain deleted text" in notes["answers"]
        assert ("answers" in differences(tmp_path)) == counts


@pytest.mark.parametrize(
    ("name", "check", "where"),
    [
        ("items.jsonl", "items", "item {item}"),
        ("workers.jsonl", "exclusions", "worker {worker}"),
        ("judgments.jsonl", "judgments that count", "judgment {judgment} "),
        ("decisions.jsonl", "decisions", "decision {decision}"),
        ("settled.jsonl", "answers to items", "item {item}"),
    ],
)
def test_a_repeated_line_is_named(folder: Path, name: str, check: str, where: str) -> None:
    row = double(folder, name)
    places = [place for place, what in differences(folder)[check] if "more than once" in what]
    assert len(places) == 1
    assert places[0].startswith(where.format(**row))


def test_a_second_judgment_of_one_worker_and_item_is_named(folder: Path) -> None:
    double(folder, "judgments.jsonl")
    last = len(lines_in(folder, "judgments.jsonl")) - 1
    edit(folder, "judgments.jsonl", lambda row: row.update(judgment=10**6, counts=False), last)
    differing = differences(folder)["judgments that count"]
    assert any(
        place.startswith("judgment 1000000 ") and "another of this item" in what
        for place, what in differing
    )


def test_an_answer_that_gold_has_twice_is_named(folder: Path) -> None:
    gold = (folder / "gold.json").read_bytes()
    text = "the old ferry to grey island"
    answers = json.loads(gold)["annotation set"][text]
    more = json.dumps({"annotation set": {text: answers}})[1:-1].encode()
    (folder / "gold.json").write_bytes(gold[: gold.rindex(b"}")] + b"," + more + b"}")
    assert differences(folder)["gold.json"] == [
        (f"gold.json: “{text}”, worker {worker}", "it occurs more than once")
        for worker in sorted(answers)
    ]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"[]", "it is not a JSON object"),
        (b'{"annotation set": {"a": []}}', "it is not a valid gold file"),
        (b'{"figures": {}}', "it is not a valid gold file: KeyError('agreement')"),
        (b'{"annotation set": {"a": {"1": "\\ud800"}}}', "it is not a valid gold file"),
        (b'{"annotation set": {"a": {"1": NaN}}}', "it is not JSON"),
        (b'{"annotation set": {"a": {"1": "\xff"}}}', "it is not JSON"),
        (b'{"figures": {"agreement": {}}', "it is not JSON"),
        (b'{"figures": {"agreement": {}}} {}', "it is not JSON"),
        (b"", "it is not a JSON object"),
    ],
)
def test_gold_that_is_none_is_named(folder: Path, body: bytes, message: str) -> None:
    (folder / "gold.json").write_bytes(body)
    ((where, what),) = differences(folder)["gold.json"]
    assert where == "gold.json"
    assert what.startswith(message)


def test_a_number_that_cannot_be_put_aside_is_named(folder: Path) -> None:
    edit(folder, "judgments.jsonl", lambda row: row.update(judgment=2**63))
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    edit(folder, "items.jsonl", lambda row: row["content"].update(deep=deep))
    found = differences(folder)
    assert ("judgments.jsonl, line 1", "its judgment is too large") in found["judgments that count"]
    assert found["items"] == [("items.jsonl, line 1", "it is nested too deeply")]


@pytest.mark.parametrize("part", ["figures", "counts", "settled"])
def test_what_is_not_stated_is_named(folder: Path, part: str) -> None:
    edit_manifest(folder, lambda manifest: manifest.update({part: {}}))
    places = {place for each in differences(folder).values() for place, _ in each}
    assert {f"{part}.{name}" for name in MANIFEST[part]} <= places


def test_what_nobody_can_tell_is_reported() -> None:
    path = str(STORED / "2" / "spans.zip")
    text = run("verify", path, "--any-key")
    assert "signature: Valid, but no key was given" in text
    assert "files: Checked by SHA-256 only: brat.zip, decisions.csv, judgments.csv" in text
    assert "key was given" not in run("verify", path, "--key", str(STORED / "2" / "keys.json"))


def test_too_much_is_skipped(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_reader, "MAX_IN_LINE", 200)
    for name in ("AT_ONCE", "MAX_IN_LINE"):
        monkeypatch.setattr(json_stream, name, 30)
    found = differences(folder)
    assert "line 1 has more than 200 bytes" in found["judgments that count"][0][1]
    assert "a part of it has more than 30 characters" in found["gold.json"][0][1]
    monkeypatch.setattr(archive_reader, "MAX_IN_FILE", 6000)
    named = dict(differences(packed(folder, tmp_path / "packed.zip", ZIP_DEFLATED))["files"])
    assert named["gold.json"] == "it cannot be read: the zip file states 6,980 bytes"


def test_a_file_next_to_the_folder_of_the_manifest_is_named(folder: Path, tmp_path: Path) -> None:
    inside = {path.stem: "a/" for path in folder.iterdir() if path.stem != "judgments"}
    found = differences(packed(folder, tmp_path / "packed.zip", ZIP_STORED, **inside))["files"]
    assert ("judgments.jsonl", "it is missing") in found
    assert ("../judgments.jsonl", "it is not in the manifest") in found


def test_a_broken_member_is_named(folder: Path, tmp_path: Path) -> None:
    path = packed(folder, tmp_path / "packed.zip", ZIP_LZMA)
    with ZipFile(path) as archive:
        begin = archive.getinfo("items.jsonl").header_offset + 30 + len("items.jsonl")
    body = bytearray(path.read_bytes())
    body[begin + 4] = 0xFF
    path.write_bytes(body)
    with ZipFile(path) as archive, pytest.raises(lzma.LZMAError):
        archive.read("items.jsonl")
    assert "items.jsonl" in dict(differences(path)["files"])


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["campaign"].update(scheme=[]),
        lambda manifest: manifest["campaign"].update(name=None),
        lambda manifest: manifest["counts"].update(judgments="x"),
        lambda manifest: manifest.update(excluded=5),
        lambda manifest: manifest.update(excluded=[[1]]),
        lambda manifest: manifest.update(files=[{"name": []}]),
    ],
)
def test_a_manifest_of_other_types_is_none(folder: Path, change: Callable[[Row], object]) -> None:
    edit_manifest(folder, change)
    assert "lacks parts" in refusal_of("verify", str(folder))


def test_settings_that_no_campaign_has_are_refused(folder: Path) -> None:
    unsound = {"scheme": "nested", "settings": {"labels": [5]}}
    edit_manifest(folder, lambda manifest: manifest["campaign"].update(unsound))
    assert "settings that no campaign has" in refusal_of("verify", str(folder))


def test_other_types_elsewhere_are_named(folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest["files"][0].update(lines=[]))
    edit(folder, "items.jsonl", lambda row: row.update(document=["x"]))
    found = differences(folder)
    assert any("the manifest says []" in what for _, what in found["files"])
    assert found["items"][0] == ("items.jsonl, line 1", "its document is not a name")


def test_what_is_nested_too_deeply_is_refused(folder: Path) -> None:
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    edit_manifest(folder, lambda manifest: manifest["figures"].update(S=deep))
    gold = json.loads((folder / "gold.json").read_bytes())
    gold["figures"]["agreement"]["S"] = deep
    (folder / "gold.json").write_text(json.dumps(gold))
    with pytest.raises(CommandError):
        call_command("verify", str(folder), stdout=StringIO(), stderr=StringIO())


def places_in(value: Any) -> list[tuple[Any, ...]]:
    """Yield the path of every value within a JSON value."""
    found: list[tuple[Any, ...]] = []
    for name, one in value.items() if isinstance(value, dict) else enumerate(value):
        found.append((name,))
        if isinstance(one, dict | list):
            found += [(name, *rest) for rest in places_in(one)]
    return found


PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5)
ANYTHING = st.recursive(
    PLAIN | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=4,
)


@pytest.mark.long
@settings(
    max_examples=by_tier(quick=50, long=150),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(place=st.sampled_from(places_in(MANIFEST)), value=ANYTHING)
def test_no_manifest_ends_in_a_traceback(folder: Path, place: tuple[Any, ...], value: Any) -> None:
    """For any content, everything is equal, or reported, or refused in a sentence."""
    manifest = copy.deepcopy(MANIFEST)
    within: Any = manifest
    for step in place[:-1]:
        within = within[step]
    within[place[-1]] = value
    (folder / "manifest.json").write_text(json.dumps(manifest))
    code = 0
    try:
        call_command("verify", str(folder), stdout=StringIO(), stderr=StringIO())
    except CommandError as error:
        code = error.returncode
    assert code in {0, 1, 3}


# Settings of nested trees that no campaign has are refused.
LOOSE = [path for path in EDITIONS if path.stem != "nested"]


@pytest.mark.parametrize("stated", [{}, {"labels": [None]}, {"labels": 7}, {"labels": [{}]}])
@pytest.mark.parametrize(
    "path",
    LOOSE,
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_settings_of_any_type_are_differences(path: Path, stated: Row, tmp_path: Path) -> None:
    shutil.unpack_archive(path, tmp_path)
    [manifest] = tmp_path.rglob("manifest.json")
    edit_manifest(manifest.parent, lambda whole: whole["campaign"].update(settings=stated))
    assert differences(manifest.parent)
