"""Ways to forge a snapshot in a folder."""

import json
import unicodedata
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import orjson

from analysis.schemes import ANALYSES
from midpath.snapshots.counting import Count, JudgedItem
from tests.snapshots.lies import Change, Row, edit, edit_manifest, line_of, rows_of

ITEMS, WORKERS, JUDGMENTS = "items.jsonl", "workers.jsonl", "judgments.jsonl"
DECISIONS, SETTLED, GOLD = "decisions.jsonl", "settled.jsonl", "gold.json"
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
WITHIN = {"active_seconds", "first_action_seconds"}
TIMES = ("joined_at", "claimed_at", "submitted_at", "decided_at", "withdrawn_at")


def counting(row: Row) -> bool:
    return bool(row["counts"] and row["item"] == 1)


def flip(vector: list[int]) -> list[int]:
    return [1 - vector[0], *vector[1:]]


def on_judgment(change: Change) -> Callable[[Path], None]:
    """Return the forgery that changes a judgment that counts."""

    def forge(folder: Path) -> None:
        at, _ = line_of(folder, JUDGMENTS, counting)
        edit(folder, JUDGMENTS, change, at)

    return forge


def on_line(name: str, change: Change) -> Callable[[Path], None]:
    return lambda folder: edit(folder, name, change)


def on_manifest(change: Change) -> Callable[[Path], None]:
    return lambda folder: edit_manifest(folder, change)


def recomputed(forge: Callable[[Path], object]) -> Callable[[Path], None]:
    """Return the forgery whose forger then recomputes everything: answers, counts and figures. They
    leave out the other files, which they could compute as well."""

    def forge_and_recompute(folder: Path) -> None:
        forge(folder)
        for name in (GOLD, "decisions.csv"):
            leave_out(folder, name)
        recompute(folder)

    return forge_and_recompute


def leave_out(folder: Path, name: str) -> None:
    (folder / name).unlink()

    def without(manifest: Row) -> None:
        manifest["files"] = [one for one in manifest["files"] if one["name"] != name]

    edit_manifest(folder, without)


def recompute(folder: Path) -> None:
    judgments, workers = rows_of(folder, JUDGMENTS), rows_of(folder, WORKERS)
    decided = {row["position"]: row["vector"] for row in rows_of(folder, DECISIONS)}
    analysis = ANALYSES["flat"]
    count = Count(analysis, {})
    items = []
    for row in rows_of(folder, ITEMS):
        of_item = (one for one in judgments if one["item"] == row["item"] and one["counts"])
        vectors = [tuple(one["vector"]) for one in of_item]
        context = analysis.kernel.context({}, row["content"], None)
        items.append(JudgedItem(row["item"], vectors, decided.get(row["item"]), context))
    settled = [*count.add([one for one in items if one.vectors or one.decided])]
    write_rows(folder, SETTLED, settled)

    def state(manifest: Row) -> None:
        manifest["figures"] = orjson.loads(orjson.dumps(count.figures()))
        manifest["settled"] = dict(count.settled)
        manifest["counts"] |= {
            "judgments": len(judgments),
            "counting": sum(one["counts"] for one in judgments),
            "workers": len(workers),
        }

    edit_manifest(folder, state)


def write_rows(folder: Path, name: str, rows: list[Row]) -> None:
    (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def on_rows(name: str, change: Callable[[list[Row]], object]) -> Callable[[Path], None]:
    """Return the forgery that changes the rows of a file."""

    def forge(folder: Path) -> None:
        rows = rows_of(folder, name)
        change(rows)
        write_rows(folder, name, rows)

    return forge


def change_answer(row: Row) -> None:
    row["answer"] = {"boundaries": flip(row["vector"])}


def change_answer_and_vector(row: Row) -> None:
    change_answer(row)
    row["vector"] = row["answer"]["boundaries"]


def remove_judgment(rows: list[Row]) -> None:
    rows.remove(next(filter(counting, rows)))


def remove_from_worker(folder: Path) -> None:
    """Remove a judgment, and lower the counts of its worker."""
    _, gone = line_of(folder, JUDGMENTS, counting)
    at, _ = line_of(folder, WORKERS, lambda row: row["worker"] == gone["worker"])
    edit(folder, WORKERS, lambda row: row.update(submitted=3, paid=3), at)
    on_rows(JUDGMENTS, remove_judgment)(folder)


def add_judgment(rows: list[Row]) -> None:
    one = next(filter(counting, rows))
    rows.append({**one, "judgment": rows[-1]["judgment"] + 1})


def invent_worker(folder: Path) -> None:
    """Add a worker who agrees with another."""
    workers, judgments = rows_of(folder, WORKERS), rows_of(folder, JUDGMENTS)
    new = {**workers[-1], "worker": workers[-1]["worker"] + 1}
    theirs = [one for one in judgments if one["worker"] == workers[-1]["worker"]]
    numbers = range(judgments[-1]["judgment"] + 1, judgments[-1]["judgment"] + 1 + len(theirs))
    judgments += [
        {**one, "judgment": number, "worker": new["worker"]}
        for number, one in zip(numbers, theirs, strict=True)
    ]
    write_rows(folder, WORKERS, [*workers, new])
    write_rows(folder, JUDGMENTS, judgments)


def swap_lines(rows: list[Row]) -> None:
    rows[2], rows[3] = rows[3], rows[2]


def exclude_worker(folder: Path) -> None:
    at, row = line_of(folder, WORKERS, lambda row: not row["excluded"])
    edit(folder, WORKERS, lambda row: row.update(excluded=True), at)
    edit_manifest(folder, lambda manifest: manifest["excluded"].append(row["worker"]))


def shift(row: Row, name: str, by: timedelta) -> None:
    row[name] = (datetime.fromisoformat(row[name]) + by).isoformat()


def submit_later(by: timedelta) -> Change:
    """Return the change that moves a submission, with its seconds."""

    def change(row: Row) -> None:
        shift(row, "submitted_at", by)
        claimed_at, submitted_at = (datetime.fromisoformat(row[name]) for name in TIMES[1:3])
        row["seconds"] = int((submitted_at - claimed_at) / timedelta(milliseconds=1)) / 1000
        for name in WITHIN & row.keys():
            row[name] = row[name] and min(row[name], row["seconds"])

    return change


def claim_earlier(row: Row) -> None:
    shift(row, "claimed_at", -DAY)
    row["seconds"] += DAY.total_seconds()


def shift_all(folder: Path) -> None:
    for name in (WORKERS, JUDGMENTS, DECISIONS):
        rows = rows_of(folder, name)
        for row in rows:
            for time in TIMES:
                if row.get(time):
                    shift(row, time, -DAY)
        write_rows(folder, name, rows)
    edit_manifest(folder, lambda manifest: shift(manifest, "made_at", -DAY))
    edit_manifest(folder, lambda manifest: shift(manifest["campaign"], "launched_at", -DAY))


def change_word(row: Row) -> None:
    row["content"]["tokens"][0] = "thy"


def change_text(row: Row) -> None:
    change_word(row)
    row["text"] = " ".join(row["content"]["tokens"])


def decompose(rows: list[Row]) -> None:
    """Write a text in another form that looks equal."""
    rows[3]["text"] = unicodedata.normalize("NFD", rows[3]["text"])
    rows[3]["content"]["tokens"] = [rows[3]["text"]]


def change_gold(folder: Path) -> None:
    gold = json.loads((folder / GOLD).read_bytes())
    name = next(iter(gold["gold"]))
    gold["gold"][name]["answer"] = "the old ferry to grey island"
    (folder / GOLD).write_text(json.dumps(gold))


def change_bytes(name: str, before: bytes, after: bytes) -> Callable[[Path], None]:
    def forge(folder: Path) -> None:
        body = (folder / name).read_bytes()
        assert before in body
        (folder / name).write_bytes(body.replace(before, after))

    return forge


def change_figure(manifest: Row) -> None:
    manifest["figures"]["alpha"]["d1"]["value"] = 0.99
