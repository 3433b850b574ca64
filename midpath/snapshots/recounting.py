"""Recount a snapshot from the rows in its files, and compare its statements with the result."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import lru_cache

import orjson

from midpath.batches import in_batches
from midpath.json_types import JsonMapping
from midpath.kernels.base import Document
from midpath.recounts import recount_of
from midpath.schemes import ANSWERS
from midpath.schemes.answers import AnswersInOwnWords
from midpath.schemes.base import InvalidAnswer, Item
from midpath.snapshots.archive_reader import SnapshotFiles
from midpath.snapshots.counting import ITEMS_AT_ONCE, SETTLED, UNSOUND, Count, JudgedItem
from midpath.snapshots.findings import TWICE, Check, Progress, same, shortened
from midpath.snapshots.gold_file import check_gold
from midpath.snapshots.gold_parts import GOLD
from midpath.snapshots.items import SnapshotItem
from midpath.snapshots.manifest import MANIFEST, Manifest
from midpath.snapshots.rows import Judged, Recounted, Row, sound_rows
from midpath.snapshots.spool import Pile, Shelf
from midpath.snapshots.texts import TextRemarks
from midpath.snapshots.times import Times
from midpath.snapshots.workers import Workers

COUNTED = ("items", "workers", "judgments", "counting", "withdrawn")
# Questions on one document are mostly consecutive.
MAX_DOCUMENTS_CACHED = 16


class Recount:
    """The rows of a snapshot and their results. Data that grows with its items or judgments is
    stored on disk and read item by item."""

    def __init__(
        self,
        files: SnapshotFiles,
        manifest: Manifest,
        progress: Progress,
        aside: ExitStack,
    ) -> None:
        self._files, self._manifest, self._progress, self._aside = files, manifest, progress, aside
        campaign = manifest["campaign"]
        self._scheme = ANSWERS[campaign["scheme"]]
        self._settings = campaign["settings"]
        self._recount = recount_of(campaign["scheme"], self._settings)
        self._items, self._documents = Shelf(aside, int), Shelf(aside, str)
        self._document = lru_cache(MAX_DOCUMENTS_CACHED)(self._read_document)
        self._workers, self._times = Workers(manifest), Times(manifest)
        self._decided, self._settled = Shelf(aside, int), Shelf(aside, int)
        self._judged = Pile(aside, int)
        self._counts = Counter(dict.fromkeys(COUNTED, 0))

    def checks(self) -> Iterator[Check]:
        yield self._read_items()
        yield self._workers.read(self._files, self._times)
        yield self._judgments()
        yield self._answers()
        yield self._decisions()
        yield self._times.check
        yield self._counted()
        yield from self._figures()
        if GOLD in self._files.names():
            yield check_gold(self._files, self._of_gold(), self._aside)

    def _of_gold(self) -> Recounted:
        """Return the input for the check of gold."""
        return Recounted(
            self._manifest,
            self._counts,
            self._workers.rows,
            self._by_item("items of gold"),
            lambda number: self._item(number, self._items.get(number)),
            self._documents,
            self._decided,
            self._settled,
        )

    def _read_items(self) -> Check:
        check, remarks = Check("items"), TextRemarks()
        remarks.read(MANIFEST, self._manifest["campaign"])
        for row in sound_rows(self._files, "documents.jsonl", check):
            where = f"document “{shortened(row['document'], 40)}”"
            if not self._documents.put(row["document"], row["content"]):
                check.differs(where, TWICE)
            remarks.read(where, row)
        for row in sound_rows(self._files, "items.jsonl", check):
            where = f"item {row['item']}"
            stored = (row["text"], row["content"], row.get("document") or "")
            if not self._items.put(row["item"], stored):
                check.differs(where, TWICE)
            remarks.read(where, row)
            remarks.read_words(where, row)
            check.compared += 1
        self._counts["items"] = check.compared
        if found := self._manifest.get("filter"):
            check.compare("filter.items", found["items"], self._counts["items"])
            words = shortened(", ".join(found["words"]), 300)
            check.remark(f"The manifest says that a filter matched these items: {words}.")
        check.remark(*remarks.notes())
        return check

    def _read_document(self, name: str) -> SnapshotItem | None:
        content = self._documents.get(name)
        return None if content is None else SnapshotItem(name, content)

    def _item(self, number: int, stored: tuple[str, JsonMapping, str]) -> SnapshotItem:
        text, content, document = stored
        return SnapshotItem(text, content, number, self._document(document))

    def _by_item(self, what: str) -> Iterator[tuple[Item, list[Judged]]]:
        """Yield all items in their order, each with its judgments."""
        judged = self._judged.in_order()
        number, rows = next(judged, (None, []))
        for done, (item, stored) in enumerate(self._items.in_order(), 1):
            self._progress(what, done, self._counts["items"])
            given = []
            if item == number:
                given = [Judged(*row) for row in rows]
                number, rows = next(judged, (None, []))
            yield self._item(item, stored), given

    def _judgments(self) -> Check:
        """Compare for each judgment whether it counts."""
        check = Check("judgments that count")
        total = self._manifest["counts"].get("judgments", 0)
        numbers, given = Shelf(self._aside, int), Shelf(self._aside, str)
        for row in sound_rows(self._files, "judgments.jsonl", check):
            self._counts["judgments"] += 1
            self._progress("judgments", min(self._counts["judgments"], total), total)
            one = Judged(*(row[name] for name in Judged._fields))
            where = one.where(row["item"])
            if row["item"] not in self._items or one.worker not in self._workers.rows:
                check.differs(where, "its item or its worker is not in the snapshot")
                continue
            # A worker gets an item once, and perhaps a second time as a repeat.
            whose = f"{row['item']} {one.worker} {row['repeat']}"
            are_new = numbers.put(one.judgment), given.put(whose)
            if not all(are_new):
                check.differs(where, f"{TWICE}, or its worker has another of this item")
            self._workers.judged(check, where, row)
            self._times.judgment(where, row)
            self._counts["counting"] += one.counts
            self._judged.add(row["item"], [*one])
        return check

    def _answers(self) -> Check:
        """Compare for each judgment whether its numbers match its answer."""
        check = Check("answers")
        for item, given in self._by_item("items"):
            for one in given:
                where = one.where(item.position)
                gone = self._is_emptied(one.answer) and not one.counts
                self._compare_answer(check, where, one.answer, one.vector, item, gone)
        return check

    def _is_emptied(self, answer: Row) -> bool:
        """Return whether an answer was in the words of a worker whose data has been erased."""
        return isinstance(self._scheme, AnswersInOwnWords) and answer == self._scheme.emptied[0]

    def _compare_answer(
        self, check: Check, where: str, answer: Row, vector: list[int], item: Item, gone: bool
    ) -> None:
        """Compare an answer with its numbers. If its words are `gone`, there are none."""
        if gone:
            check.note = "Some answers contain deleted text; they are not compared."
            return
        check.compared += 1
        try:
            found = self._scheme.parse(answer, item, self._settings)
        except (InvalidAnswer, *UNSOUND) as error:
            check.differs(where, f"its answer is not valid, so it is not compared: {error}")
            return
        if list(found) != vector:
            check.differs(
                where,
                f"its answer gives {shortened(list(found))}, its vector is {shortened(vector)}",
            )

    def _decisions(self) -> Check:
        check, seen = Check("decisions"), set[int]()
        for row in sound_rows(self._files, "decisions.jsonl", check):
            where, stored = f"decision {row['decision']}", self._items.get(row["position"])
            self._times.decision(where, row)
            if stored is None:
                check.differs(where, f"item {row['position']} is not in the snapshot")
                continue
            if row["decision"] in seen:
                check.differs(where, TWICE)
            seen.add(row["decision"])
            item = self._item(row["position"], stored)
            gone = self._is_emptied(row["payload"]) and not row["stands"]
            self._compare_answer(check, where, row["payload"], row["vector"], item, gone)
            if row["stands"] and row["position"] in self._decided:
                check.differs(where, f"another one is final for item {row['position']}")
            elif row["stands"]:
                self._decided.put(row["position"], row)
        return check

    def _counted(self) -> Check:
        """Compare the counts of the manifest, and those of its workers."""
        check = Check("counts")
        self._counts["workers"] = len(self._workers.rows)
        self._counts["withdrawn"] = self._workers.withdrawn
        stated = self._manifest["counts"]
        for name in {**stated, **self._counts}:
            check.compare(f"counts.{name}", stated.get(name), self._counts.get(name))
        self._workers.compare_counts(check)
        return check

    def _figures(self) -> Iterator[Check]:
        """Recompute the answer to each item, and the figures."""
        settled, figures = Check("answers to items"), Check("figures")
        count = Count(self._recount, self._settings)
        stated = Shelf(self._aside, int)
        for row in sound_rows(self._files, SETTLED, settled):
            if not stated.put(row["item"], row):
                settled.differs(f"item {row['item']}", TWICE)
        try:
            for batch in in_batches(self._judged_items(), ITEMS_AT_ONCE):
                for line in count.add(batch):
                    settled.compared += 1
                    self._settled.put(line["item"], line)
                    _compare_settled(settled, line, stated.pop(line["item"]))
            found = orjson.loads(orjson.dumps(count.figures()))
        except UNSOUND as error:
            figures.differs("figures", f"they cannot be computed from these rows: {error!r}")
        else:
            for item, _ in stated.in_order():
                settled.differs(
                    f"item {item}", f"{SETTLED} has an answer, but there is no consensus"
                )
            settled.compare("settled", self._manifest["settled"], dict(count.settled))
            self._charted(settled, count)
            figured = self._manifest["figures"]
            for name in {**figured, **found}:
                figures.compare(f"figures.{name}", figured.get(name), found.get(name))
        if "intervals" in self._manifest:
            figures.note = "Intervals are random, so they are not compared."
        yield settled
        yield figures

    def _charted(self, check: Check, count: Count) -> None:
        """Compare the chart data, which manifests of earlier versions lack."""
        stated: Mapping[str, object] = self._manifest
        for name, found in count.charted().items():
            if name in stated:
                check.compare(name, stated[name], found)

    def _judged_items(self) -> Iterator[JudgedItem]:
        for item, given in self._by_item("items"):
            vectors = [tuple(one.vector) for one in given if one.counts]
            decision = self._decided.get(item.position)
            decided = None if decision is None else decision["vector"]
            if vectors or decided is not None:
                document = item.document
                about = Document(document.text, document.content) if document else None
                context = self._recount.kernel.context(self._settings, item.content, about)
                yield JudgedItem(item.position, vectors, decided, context)


def _compare_settled(check: Check, line: Row, stated: Row | None) -> None:
    where = f"item {line['item']}"
    if stated is None:
        check.differs(where, f"{SETTLED} has no answer; it is {shortened(line['vector'])}")
    elif not all(same(stated[name], line[name]) for name in ("from", "vector")):
        check.differs(
            where,
            f"{SETTLED} has {shortened(stated['vector'])} by {stated['from']}; it is "
            f"{shortened(line['vector'])} by {line['from']}",
        )
