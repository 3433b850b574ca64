"""Recount a snapshot from the rows in its files, and compare what it says with what they give."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from analysis.kernels.item_context import Document
from analysis.reading.in_parts import in_batches
from analysis.schemes import ANALYSES
from analysis.snapshots.counting import ITEMS_AT_ONCE, SETTLED, UNSOUND, Count, JudgedItem
from analysis.snapshots.findings import Check, Tell, same, told
from analysis.snapshots.gold_file import GOLD, check_gold
from analysis.snapshots.held import Held
from analysis.snapshots.rows import Row, sound_rows
from annotation.models import Item, Judgment
from annotation.schemes import SCHEMES
from annotation.schemes.base import InvalidAnswer

COUNTED = ("items", "workers", "judgments", "counting", "withdrawn")
TWICE = "it is there more than once"
Vector = tuple[int, ...]


class Recount:
    """The rows of a snapshot, and what they give."""

    def __init__(self, held: Held, manifest: Mapping[str, Any], tell: Tell) -> None:
        self._held, self._manifest, self._tell = held, manifest, tell
        campaign = manifest["campaign"]
        self._scheme = SCHEMES[campaign["scheme"]]
        self._analysis = ANALYSES[campaign["scheme"]]
        self._settings = campaign["settings"]
        self._leaves_out_failed = bool(campaign.get("leave_out_failed"))
        self._items: dict[int, Item] = {}
        self._documents: dict[str, Item] = {}
        self._workers: dict[int, Row] = {}
        self._decided: dict[int, Vector] = {}
        # By item, the judgments that count, each with its worker.
        self._counting: dict[int, list[tuple[int, Vector]]] = defaultdict(list)
        self._counts = Counter(dict.fromkeys(COUNTED, 0))

    def checks(self) -> Iterator[Check]:
        yield self._read_items()
        yield self._exclusions()
        yield from self._judgments()
        yield self._decisions()
        yield self._counted()
        yield from self._figures()
        if GOLD in self._held.names():
            answers = {
                (item, worker): vector
                for item, given in self._counting.items()
                for worker, vector in given
            }
            yield check_gold(self._held, self._manifest, self._items, answers)

    def _read_items(self) -> Check:
        check = Check("items")
        for row in sound_rows(self._held, "documents.jsonl", check):
            if row["document"] in self._documents:
                check.differs(f"document “{told(row['document'], 40)}”", TWICE)
            self._documents[row["document"]] = Item(text=row["document"], content=row["content"])
        for row in sound_rows(self._held, "items.jsonl", check):
            if row["item"] in self._items:
                check.differs(f"item {row['item']}", TWICE)
            document = self._documents.get(row.get("document") or "")
            self._items[row["item"]] = Item(
                position=row["item"], text=row["text"], content=row["content"], document=document
            )
            check.compared += 1
        self._counts["items"] = check.compared
        if found := self._manifest.get("filter"):
            check.compare("filter.items", found["items"], self._counts["items"])
            words = told(", ".join(found["words"]), 300)
            check.note = f"These are said to be the items that a filter found: {words}."
        return check

    def _exclusions(self) -> Check:
        """Compare who is excluded and who withdrew, by the workers' rows and by the manifest."""
        check = Check("exclusions")
        for row in sound_rows(self._held, "workers.jsonl", check):
            if row["worker"] in self._workers:
                check.differs(f"worker {row['worker']}", TWICE)
            self._workers[row["worker"]] = row
            self._counts["workers"] += 1
        for why in ("excluded", "withdrawn"):
            stated = set(self._manifest.get(why) or ())
            for number, row in sorted(self._workers.items()):
                check.compared += 1
                if row[why] != (number in stated):
                    here, there = ("is", "not") if row[why] else ("is not", "is")
                    check.differs(
                        f"worker {number}",
                        f"{here} {why} in workers.jsonl, and {there} so in the manifest",
                    )
            for number in sorted(stated - self._workers.keys()):
                check.differs(f"worker {number}", f"is {why}, and not in workers.jsonl")
        return check

    def _judgments(self) -> Iterator[Check]:
        """Compare of each judgment whether it counts, and whether its numbers are its answer."""
        counts, answers = Check("judgments that count"), Check("answers")
        total = self._manifest["counts"].get("judgments", 0)
        seen: set[object] = set()
        for row in sound_rows(self._held, "judgments.jsonl", counts):
            self._counts["judgments"] += 1
            self._tell("judgments", min(self._counts["judgments"], total), total)
            where = f"judgment {row['judgment']} (item {row['item']}, worker {row['worker']})"
            item = self._items.get(row["item"])
            if item is None or row["worker"] not in self._workers:
                counts.differs(where, "its item or its worker is not in the snapshot")
                continue
            # A worker has an item once, and perhaps once more to repeat it.
            keys = {row["judgment"], (row["item"], row["worker"], row["repeat"])}
            if keys & seen:
                counts.differs(where, f"{TWICE}, or its worker has another of this item")
            seen |= keys
            self._compare_counting(counts, where, row)
            gone = self._is_emptied(row["answer"]) and not row["counts"]
            self._compare_answer(answers, where, row["answer"], row["vector"], item, gone)
            if row["counts"]:
                self._counting[row["item"]].append((row["worker"], tuple(row["vector"])))
        self._counts["counting"] = sum(map(len, self._counting.values()))
        yield counts
        yield answers

    def _compare_counting(self, check: Check, where: str, row: Row) -> None:
        check.compared += 1
        worker = self._workers[row["worker"]]
        of_row, of_worker = _out_by_itself(row), self._out_by_worker(worker)
        self._counts["withdrawn"] += bool(worker["withdrawn"] and not of_row)
        if row["counts"] and (why := of_worker or of_row):
            check.differs(where, f"it counts, though {why}")
        elif not row["counts"] and not (of_worker or of_row):
            check.differs(where, "it does not count, and nothing in the snapshot says why")

    def _out_by_worker(self, worker: Row) -> str:
        if worker["excluded"]:
            return "its worker is excluded"
        if worker["withdrawn"]:
            return "its worker withdrew"
        failed = worker["stopped"] and self._leaves_out_failed
        return "its worker failed, and the campaign leaves such out" if failed else ""

    def _is_emptied(self, answer: Row) -> bool:
        """Return whether an answer was in the own words of a worker who is erased since."""
        return self._scheme.own_words and answer == self._scheme.emptied[0]

    def _compare_answer(
        self, check: Check, where: str, answer: Row, vector: list[int], item: Item, gone: bool
    ) -> None:
        """Compare an answer with its numbers. One whose words are `gone` has none."""
        if gone:
            check.note = "The words of some are erased: their answers are compared with nothing."
            return
        check.compared += 1
        try:
            found = self._scheme.parse(answer, item, self._settings)
        except (InvalidAnswer, *UNSOUND) as error:
            check.differs(where, f"its answer is none, so nothing compares it: {error}")
            return
        if list(found) != vector:
            check.differs(
                where, f"its answer gives {told(list(found))}, its vector is {told(vector)}"
            )

    def _decisions(self) -> Check:
        check, seen = Check("decisions"), set[int]()
        for row in sound_rows(self._held, "decisions.jsonl", check):
            where, item = f"decision {row['decision']}", self._items.get(row["position"])
            if item is None:
                check.differs(where, f"item {row['position']} is not in the snapshot")
                continue
            if row["decision"] in seen:
                check.differs(where, TWICE)
            seen.add(row["decision"])
            gone = self._is_emptied(row["payload"]) and not row["stands"]
            self._compare_answer(check, where, row["payload"], row["vector"], item, gone)
            if row["stands"] and row["position"] in self._decided:
                check.differs(where, f"another one stands for item {row['position']}")
            elif row["stands"]:
                self._decided[row["position"]] = tuple(row["vector"])
        return check

    def _counted(self) -> Check:
        check = Check("counts")
        stated = self._manifest["counts"]
        for name in {**stated, **self._counts}:
            check.compare(f"counts.{name}", stated.get(name), self._counts.get(name))
        return check

    def _figures(self) -> Iterator[Check]:
        """Recompute the answer to each item, and the figures."""
        settled, figures = Check("answers to items"), Check("figures")
        count = Count(self._analysis.kernel, self._settings)
        stated: dict[int, Row] = {}
        for row in sound_rows(self._held, SETTLED, settled):
            if row["item"] in stated:
                settled.differs(f"item {row['item']}", TWICE)
            stated[row["item"]] = row
        try:
            for batch in in_batches(self._judged_items(), ITEMS_AT_ONCE):
                for line in count.add(batch):
                    settled.compared += 1
                    _compare_settled(settled, line, stated.pop(line["item"], None))
            found = orjson.loads(orjson.dumps(count.figures()))
        except UNSOUND as error:
            figures.differs("figures", f"they cannot be computed of these rows: {error!r}")
        else:
            for item in sorted(stated):
                settled.differs(
                    f"item {item}", f"{SETTLED} has an answer, and nobody settled on one"
                )
            settled.compare("settled", self._manifest["settled"], dict(count.settled))
            figured = self._manifest["figures"]
            for name in {**figured, **found}:
                figures.compare(f"figures.{name}", figured.get(name), found.get(name))
        yield settled
        yield figures

    def _judged_items(self) -> Iterator[JudgedItem]:
        kernel = self._analysis.kernel
        for number in sorted(self._counting.keys() | self._decided.keys()):
            item = self._items[number]
            document = item.document
            about = Document(document.text, document.content) if document else None
            yield JudgedItem(
                number,
                [vector for _, vector in self._counting.get(number, ())],
                self._decided.get(number),
                kernel.context(self._settings, item.content, about),
            )


def _compare_settled(check: Check, line: Row, stated: Row | None) -> None:
    where = f"item {line['item']}"
    if stated is None:
        check.differs(where, f"{SETTLED} has no answer; it is {told(line['vector'])}")
    elif not all(same(stated[name], line[name]) for name in ("from", "vector")):
        check.differs(
            where,
            f"{SETTLED} has {told(stated['vector'])} by {stated['from']}; it is "
            f"{told(line['vector'])} by {line['from']}",
        )


def _out_by_itself(row: Row) -> str:
    if row["review"] in Judgment.OUT:
        return f"it was {row['review'].replace('_', ' ')}"
    if row["repeat"]:
        return "it repeats an earlier one"
    if row["known"]:
        return "its item has a known answer"
    return "" if row["took_slot"] else "it came late, and its place was taken"
