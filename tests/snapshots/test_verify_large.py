"""`verify` of a snapshot that is larger than the memory it may use."""

import json
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from midpath.gold import segmentations
from midpath.snapshots import archive_reader, json_stream, recounting, spool
from midpath.snapshots.archive_reader import open_snapshot
from midpath.snapshots.spool import Key, Pile, Shelf
from midpath.snapshots.verifying import Verified, verify
from tests.commands.running import refusal_of
from tests.helpers.measured import peak_of
from tests.helpers.tiers import by_tier
from tests.snapshots.lies import STORED, Row

NUMBERS = ("item", "judgment")
LONG = "as good as nothing" * 100
# The decision in the stored snapshot is also the mode; the others have no decision.
FROM_MODE = {"from": "mode"}


@pytest.fixture
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recounting, "ITEMS_AT_ONCE", 5)
    monkeypatch.setattr(segmentations, "TEXTS_AT_ONCE", 5)
    for module in (archive_reader, json_stream):
        monkeypatch.setattr(module, "AT_ONCE", 1000)


def grown(small: Path, times: int) -> Path:
    """Return the snapshot with its contents repeated this many times, each copy with its own
    numbers and names."""
    folder = small.parent / f"{times} times"
    shutil.copytree(small, folder)
    for name in ("items.jsonl", "judgments.jsonl", "settled.jsonl"):
        rows = [json.loads(line) for line in (folder / name).read_text().splitlines()]
        with (folder / name).open("w") as file:
            for number in range(times):
                for row in rows:
                    file.write(f"{json.dumps(moved(row, number))}\n")
    gold = json.loads((folder / "gold.json").read_bytes())
    gold["beside"] = {str(number): LONG for number in range(times)}
    gold["items"] *= times
    # The number is in the name alone, so the words have to be given.
    gold["tokens"] = {
        f"{text}{number}": text.split() for number in range(1, times) for text in gold["gold"]
    }
    for member in ("annotation set", "consensus", "gold"):
        gold[member] = {
            f"{text}{number or ''}": content | FROM_MODE
            if number and "from" in content
            else content
            for number in range(times)
            for text, content in gold[member].items()
        }
    (folder / "gold.json").write_text(json.dumps(gold))
    return folder


def moved(row: Row, number: int) -> Row:
    other = {name: row[name] + 10_000 * number for name in NUMBERS if name in row}
    if "text" in row:
        other["text"] = f"{row['text']}{number or ''}"
    for name in ("content", "answer"):
        if name in row:
            other[name] = {**row[name], "beside": LONG}
    return {**row, **other}


def verified(folder: Path) -> Verified:
    with open_snapshot(folder) as found:
        return verify(found, (), lambda *_: None)


@pytest.mark.usefixtures("_in_small_pieces")
def test_memory_does_not_grow_with_it(folder: Path) -> None:
    fewer, more = by_tier(quick=(10, 40), long=(20, 200))
    few, many = (peak_of(partial(verified, grown(folder, times))) for times in (fewer, more))
    items = len((folder / "items.jsonl").read_text().splitlines())
    assert many - few < 0.5 * (more - fewer) * items * len(LONG), (few, many)


@pytest.mark.long
@pytest.mark.usefixtures("_in_small_pieces")
def test_all_of_it_is_compared(folder: Path) -> None:
    before = {check.name: check.compared for check in verified(folder).checks}
    found = {check.name: check for check in verified(grown(folder, 30)).checks}
    for name in ("items", "judgments that count", "answers"):
        assert found[name].compared == 30 * before[name]
        assert not found[name].differ
    gold = json.loads((folder / "gold.json").read_bytes())
    lines = sum(len(gold[member]) for member in ("consensus", "gold", "annotation set"))
    lines += gold["figures"]["judgments"]
    assert found["gold.json"].compared == before["gold.json"] + 29 * lines
    assert {one.where for one in found["gold.json"].differences} == {
        f"gold.json: figures.{name}" for name in ("judgments", "not_counted")
    }


def test_what_is_put_aside_comes_back_in_order() -> None:
    check_aside(int, lambda number: number)
    check_aside(str, lambda number: f"{number} ü")


def check_aside(kind: type[Key], key: Callable[[int], Key]) -> None:
    """Check it as a dictionary, and as a dictionary of lists."""
    luck, stored, piled = Random(7), dict[Key, Any](), dict[Key, list[Any]]()
    with ExitStack() as stack:
        shelf: Shelf[Key] = Shelf(stack, kind)
        pile: Pile[Key] = Pile(stack, kind)
        for number in range(500):
            one, value = key(luck.randrange(-50, 50)), [number, "\0“”", None, {"a": 2**63}]
            assert shelf.put(one, value) == (one not in stored)
            pile.add(one, value)
            stored[one] = value
            piled.setdefault(one, []).append(value)
        for one in list(stored)[::3]:
            assert one in shelf
            assert shelf.get(one) == shelf.pop(one) == stored.pop(one)
            assert one not in shelf
            assert shelf.get(one) is None
        assert [*shelf.in_order()] == sorted(stored.items())
        assert [*pile.in_order()] == sorted(piled.items())


def test_where_there_is_no_room_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "SETTINGS", (*spool.SETTINGS, "max_page_count = 2"))
    text = refusal_of("verify", str(STORED / "2" / "spans.zip"))
    assert "cannot be stored temporarily: database or disk is full" in text
    assert "TMPDIR" in text
