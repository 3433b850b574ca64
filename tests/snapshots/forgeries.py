"""Forgeries of a snapshot, and the checks of `verify` that find each. Unless it says otherwise, the
forger computes the digests again and signs with a key of their own."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.snapshots.forging import (
    DAY,
    DECISIONS,
    GOLD,
    ITEMS,
    JUDGMENTS,
    SECOND,
    SETTLED,
    WORKERS,
    add_judgment,
    change_answer,
    change_answer_and_vector,
    change_bytes,
    change_figure,
    change_gold,
    change_text,
    change_word,
    claim_earlier,
    decompose,
    exclude_worker,
    flip,
    invent_worker,
    leave_out,
    on_judgment,
    on_line,
    on_manifest,
    on_rows,
    recomputed,
    remove_from_worker,
    remove_judgment,
    shift,
    shift_all,
    submit_later,
    swap_lines,
)
from tests.snapshots.lies import sign_again


class Forgery(NamedTuple):
    """What a forger does to a folder, and the checks that find it without a key. `noted`: a note
    names it. With the key of the server, `signature` finds it, too, if it is `signed` again."""

    what: str
    forge: Callable[[Path], object]
    found: tuple[str, ...] = ()
    noted: str = ""
    signed: bool = True

    def apply(self, folder: Path) -> None:
        self.forge(folder)
        if self.signed:
            sign_again(folder)

    @property
    def found_with_key(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(["signature"] if self.signed else []), *self.found)))


FORGERIES = (
    Forgery("Change an answer", on_judgment(change_answer), found=("answers",)),
    Forgery(
        "Change a vector",
        on_judgment(lambda row: row.update(vector=flip(row["vector"]))),
        found=("answers", "figures", "gold.json"),
    ),
    Forgery(
        "Change an answer and its vector",
        on_judgment(change_answer_and_vector),
        found=("figures", "gold.json"),
    ),
    Forgery(
        "Give a judgment to another worker",
        on_judgment(lambda row: row.update(worker=row["worker"] % 4 + 1)),
        found=("judgments that count", "times", "counts", "gold.json"),
    ),
    Forgery(
        "Remove a judgment",
        on_rows(JUDGMENTS, remove_judgment),
        found=("counts", "figures", "gold.json"),
    ),
    Forgery(
        "Remove a judgment, and recompute everything",
        recomputed(on_rows(JUDGMENTS, remove_judgment)),
        found=("counts",),
    ),
    Forgery(
        "Repeat a judgment under another number",
        on_rows(JUDGMENTS, add_judgment),
        found=("judgments that count", "counts", "answers to items", "figures", "gold.json"),
    ),
    Forgery(
        "Swap two lines of judgments",
        on_rows(JUDGMENTS, swap_lines),
        found=("judgments that count",),
    ),
    Forgery(
        "Let a judgment not count",
        on_judgment(lambda row: row.update(counts=False)),
        found=("judgments that count", "counts", "figures", "gold.json"),
    ),
    Forgery(
        "Let a judgment not count because its place was not free, and recompute everything",
        recomputed(on_judgment(lambda row: row.update(counts=False, took_slot=False))),
        found=("judgments that count", "counts"),
    ),
    Forgery(
        "Exclude a worker, in the rows and in the manifest",
        exclude_worker,
        found=("judgments that count",),
    ),
    Forgery(
        "Move the time of a submission",
        on_judgment(lambda row: shift(row, "submitted_at", SECOND)),
        found=("times",),
    ),
    Forgery(
        "Move it to after the snapshot, with its seconds",
        on_judgment(submit_later(DAY)),
        found=("times",),
    ),
    Forgery(
        "Move it to before its claim, with its seconds",
        on_judgment(submit_later(-DAY)),
        found=("times",),
    ),
    Forgery(
        "Move a claim to before its worker joined, with its seconds",
        on_judgment(claim_earlier),
        found=("times",),
    ),
    Forgery(
        "Date the snapshot before its judgments",
        on_manifest(lambda manifest: shift(manifest, "made_at", -DAY)),
        found=("times",),
    ),
    Forgery(
        "Move a decision to after the snapshot",
        on_line(DECISIONS, lambda row: shift(row, "decided_at", DAY)),
        found=("times", "gold.json"),
    ),
    Forgery(
        "Change a word of an item, not its text",
        on_line(ITEMS, change_word),
        found=("gold.json",),
        noted="items",
    ),
    Forgery(
        "Change a word of an item, not its text, and recompute everything",
        recomputed(on_line(ITEMS, change_word)),
        noted="items",
    ),
    Forgery(
        "Change a word of an item and its text", on_line(ITEMS, change_text), found=("gold.json",)
    ),
    Forgery(
        "Change a word of an item and its text, and recompute everything",
        recomputed(on_line(ITEMS, change_text)),
    ),
    Forgery(
        "Write an item in other Unicode that looks equal",
        on_rows(ITEMS, decompose),
        found=("gold.json",),
        noted="items",
    ),
    Forgery(
        "Change the answer to an item",
        on_line(SETTLED, lambda row: row.update(vector=flip(row["vector"]))),
        found=("answers to items",),
    ),
    Forgery(
        "Change a decision",
        on_line(DECISIONS, lambda row: row.update(vector=flip(row["vector"]))),
        found=("decisions", "answers to items", "gold.json"),
    ),
    Forgery("Change a gold answer in gold.json", change_gold, found=("gold.json",)),
    Forgery("Change a figure", on_manifest(change_figure), found=("figures", "gold.json")),
    Forgery(
        "Change a count",
        on_manifest(lambda manifest: manifest["counts"].update(counting=12)),
        found=("counts",),
    ),
    Forgery(
        "Change the reward of the campaign",
        on_manifest(lambda manifest: manifest["campaign"].update(reward="1.000")),
        found=("gold.json",),
    ),
    Forgery(
        "Change where a worker came from",
        on_rows(WORKERS, lambda rows: rows[1].update(source="prolific")),
        found=("gold.json",),
    ),
    Forgery(
        "Change how many judgments of a worker are paid",
        on_line(WORKERS, lambda row: row.update(paid=0)),
        found=("counts",),
    ),
    Forgery(
        "State more active seconds than a judgment took",
        on_judgment(lambda row: row.update(active_seconds=9.5)),
        found=("times",),
    ),
    Forgery("Change active seconds", on_judgment(lambda row: row.update(active_seconds=0.001))),
    Forgery("Change a CSV file", change_bytes("decisions.csv", b"cheap", b"steep")),
    Forgery("Leave out a file that was requested", lambda folder: leave_out(folder, GOLD)),
    Forgery(
        "Change an answer and its vector, and recompute everything",
        recomputed(on_judgment(change_answer_and_vector)),
    ),
    Forgery(
        "Remove a judgment, lower the counts of its worker, and recompute everything",
        recomputed(remove_from_worker),
    ),
    Forgery(
        "Set aside a judgment, and recompute everything",
        recomputed(on_judgment(lambda row: row.update(counts=False, review="set_aside"))),
    ),
    Forgery("Invent a worker, and recompute everything", recomputed(invent_worker)),
    Forgery("Move all times by a day, and recompute everything", recomputed(shift_all)),
    Forgery("Sign with another key, and change nothing", lambda _: None),
    Forgery(
        "Change a byte of a file, and sign nothing",
        change_bytes(ITEMS, b"grey", b"gray"),
        found=("files", "gold.json"),
        signed=False,
    ),
    Forgery(
        "Change a figure, and sign nothing",
        on_manifest(change_figure),
        found=("signature", "figures", "gold.json"),
        signed=False,
    ),
    Forgery(
        "Leave out the signature",
        lambda folder: (folder / "signature.json").unlink(),
        found=("signature",),
        signed=False,
    ),
    Forgery(
        "Replay an earlier manifest and its signature with later files",
        on_rows(JUDGMENTS, remove_judgment),
        found=("files", "counts", "figures", "gold.json"),
        signed=False,
    ),
    Forgery("Replay an earlier snapshot as a whole", lambda _: None, signed=False),
)
