"""The content of a gold file, read part by part and stored on disk."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

from midpath.gold.base import (
    AGREEMENT,
    CONSENSUS,
    DIFFERENCES,
    DOCUMENTS,
    RecomputedGold,
)
from midpath.json_types import JsonObject
from midpath.recounts.base import HasGoldFile
from midpath.snapshots.archive_reader import UNREADABLE, SnapshotFiles
from midpath.snapshots.findings import TWICE, Check, shortened
from midpath.snapshots.json_stream import BadJson, JsonStream
from midpath.snapshots.spool import Pile, Shelf

GOLD = "gold.json"
DECISIONS, SETTLED = "decisions", "gold"
ITEMS, FIGURES = "items", "figures"
# These cannot be recomputed from the rows.
NOT_OF_ROWS = ("entailment", "intervals")
WHOLE = ("campaign", "format", "workers")


class GoldFile:
    """The content of a gold file, stored on disk: `answers` by item, each with its worker, the
    answer, and whether it comes from the file; `lines` by member and name; `whole` for small
    members; `other_agreement` for the parts of the agreement that are not in the manifest, by path;
    `others` describes what is not compared."""

    def __init__(
        self, check: Check, recount: HasGoldFile, recomputed: RecomputedGold, aside: ExitStack
    ) -> None:
        self._check, self._recount, self._recomputed = check, recount, recomputed
        self.answers = Pile(aside, str)
        members = [
            CONSENSUS,
            DIFFERENCES,
            DECISIONS,
            SETTLED,
            recomputed.item_member,
            *recomputed.by_item,
        ]
        members += [DOCUMENTS] if recomputed.on_documents else []
        self.lines = {member: Shelf(aside, str) for member in members}
        self.whole: JsonObject = {}
        self.agreement: object = None
        self.other_agreement: dict[str, object] = {}
        self.others: list[str] = []

    def read(self, files: SnapshotFiles, figures: Mapping[str, object]) -> None:
        """Read the whole file; the figures in the manifest define how the agreement is read."""
        try:
            file = files.open(GOLD)
        except UNREADABLE as error:
            raise BadJson(f"it cannot be read: {error}") from error
        with file:
            gold = JsonStream(file)
            for name in gold.members():
                self._member(name, gold, figures)
            gold.end()
        self.agreement = self.whole[FIGURES].pop("agreement")

    def _member(self, name: str, gold: JsonStream, figures: Mapping[str, object]) -> None:
        if name in {self._recount.judged_in_gold, *self.lines} - {DIFFERENCES}:
            for part in gold.parts():
                self._part(name, part, gold.value())
        elif name == FIGURES:
            self.whole[FIGURES] = dict(self._figures(gold, figures))
        elif name in WHOLE or (name == ITEMS and self._recomputed.counts_items):
            self.whole[name] = gold.value()
        else:
            gold.skip()
            self.others.append(f"“{shortened(name, 40)}”")

    def _part(self, member: str, name: str, part: Any) -> None:
        if member == self._recount.judged_in_gold:
            for item, worker, answer in self._recount.judged_of(name, part):
                _require_names(item, worker)
                self.answers.add(item, (worker, answer, True))
        if member == self._recomputed.item_member:
            part = self._recomputed.as_item_line(part)
        if member in self.lines:
            self._store(member, name, part)

    def _store(self, member: str, name: str, part: object) -> None:
        if not self.lines[member].put(name, part):
            self._check.differs(place(member, name), TWICE)

    def _figures(
        self, gold: JsonStream, wanted: Mapping[str, object]
    ) -> Iterator[tuple[str, object]]:
        for name in gold.parts():
            if name == "agreement":
                yield name, gold.like(wanted, partial(self._read_other_agreement, gold))
            elif name == "crowd":
                yield name, dict(self._crowd(gold))
            elif name in NOT_OF_ROWS:
                gold.skip()
            else:
                yield name, gold.value()

    def _read_other_agreement(self, gold: JsonStream, inside: Sequence[str]) -> None:
        """Read a part of the agreement that is not in the manifest."""
        path = ".".join((AGREEMENT, *inside))
        named_by = self._recomputed.by_item.get(path)
        if not self._recomputed.by_item:
            gold.skip()
            return
        if named_by is None:
            if path in self.other_agreement:
                self._check.differs(f"{GOLD}: {path}", TWICE)
            self.other_agreement[path] = gold.value()
            return
        for at, name in enumerate(gold.parts()):
            line = gold.value()
            item = line[named_by] if named_by else name
            _require_names(item)
            self._store(path, item, {"place": at, **line} if named_by else line)

    def _crowd(self, gold: JsonStream) -> Iterator[tuple[str, object]]:
        for name in gold.parts():
            if name != DIFFERENCES:
                yield name, gold.value()
                continue
            for _ in gold.parts():
                line = gold.value()
                item = line.get("item", line.get("pair"))
                _require_names(item)
                self._store(DIFFERENCES, item, line)


def place(member: str, name: str) -> str:
    return f"{GOLD}: {member} of “{shortened(name, 40)}”"


def _require_names(*names: object) -> None:
    if not all(isinstance(name, str) for name in names):
        raise TypeError("an item or a worker is not a text")
