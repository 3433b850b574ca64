"""Compare the gold file of a snapshot with the snapshot's own rows: its judgments and its
consensus, decisions and gold answers, item by item, its counts and its figures.

The file's content is stored on disk, recomputed item by item, and compared. So memory does not grow
with it, except by a few numbers per judgment if all judgments are weighted together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import orjson

from midpath.exchange.release import CANONICAL
from midpath.gold.base import CONSENSUS, DOCUMENTS, OF_DECISIONS, Given, Line, RecomputedGold
from midpath.gold.base import Judged as JudgedItem
from midpath.recounts import recount_of
from midpath.recounts.base import HasGoldFile
from midpath.schemes.base import Item
from midpath.snapshots.archive_reader import SnapshotFiles
from midpath.snapshots.counting import UNSOUND
from midpath.snapshots.findings import TWICE, Check, shortened, unlike
from midpath.snapshots.gold_parts import DECISIONS, FIGURES, GOLD, ITEMS, SETTLED, GoldFile, place
from midpath.snapshots.items import SnapshotItem
from midpath.snapshots.json_stream import BadJson
from midpath.snapshots.rows import Judged, Recounted
from midpath.snapshots.spool import Pile, Shelf

NOTHING_GIVES_IT = "nothing in the snapshot gives it, or it occurs more than once"


def check_gold(files: SnapshotFiles, found: Recounted, aside: ExitStack) -> Check:
    """Compare the gold file with the recount."""
    check = Check(GOLD)
    campaign = found.manifest["campaign"]
    recount = recount_of(campaign["scheme"], campaign["settings"])
    if not isinstance(recount, HasGoldFile):
        check.differs(GOLD, "such a campaign has none")
        return check
    try:
        recomputed = recount.recomputed_gold(campaign["settings"])
    except UNSOUND as error:
        check.differs(GOLD, f"it cannot be recomputed with these settings: {error!r}")
        return check
    file = GoldFile(check, recount, recomputed, aside)
    try:
        file.read(files, found.manifest["figures"])
        recomputed.stated = file.whole[FIGURES]
        _Comparison(check, recount, recomputed, file, found).compare(aside)
    except BadJson as error:
        check.differs(GOLD, str(error))
    except UNSOUND as error:
        check.differs(GOLD, f"it is not a valid gold file: {error!r}")
    if others := [*recomputed.unchecked, *file.others]:
        check.note = f"Checked by its digest alone: {shortened(', '.join(others), 300)}."
    return check


class _Comparison:
    """The comparison of a gold file's content with recomputed content."""

    def __init__(
        self,
        check: Check,
        recount: HasGoldFile,
        recomputed: RecomputedGold,
        file: GoldFile,
        found: Recounted,
    ) -> None:
        self._check, self._recount, self._recomputed = check, recount, recomputed
        self._file, self._found = file, found
        self._settings = found.manifest["campaign"]["settings"]

    def compare(self, aside: ExitStack) -> None:
        judged, workers = Shelf(aside, str), set[int]()
        about = Pile(aside, str)
        for item, rows in self._found.judged:
            given = [_given(one) for one in rows if one.counts]
            stored = (item.position, [[*one] for one in given])
            if given and not judged.put(item.text, stored):
                self._check.differs(place(ITEMS, item.text), "several items have this name")
            if given and item.document is not None and self._recomputed.on_documents:
                about.add(item.document.text, item.text)
            workers.update(one.worker for one in given)
            self._item(item, rows)
            if given:
                self._lines(self._recomputed.of_item(JudgedItem(item, given)))

        def in_order() -> Iterator[JudgedItem]:
            return (self._judged(stored) for _, stored in judged.in_order())

        self._lines(self._recomputed.lines(in_order))
        if self._recomputed.on_documents:
            self._documents(about, judged)
        self._agreement(self._left_over())
        self._whole(workers)
        for name, answers in self._file.answers.in_order():
            _compare_answers(self._check, name, answers)

    def _judged(self, stored: tuple[int, list[list[Any]]]) -> JudgedItem:
        number, given = stored
        return JudgedItem(self._found.item(number), [Given(*one) for one in given])

    def _documents(self, about: Pile[str], judged: Shelf[str]) -> None:
        """Compare the file's lines about documents, computed with the judged items on each."""
        by_document = about.in_order()
        document, names = next(by_document, (None, []))
        for name, content in self._found.documents.in_order():
            items = list[str]()
            if name == document:
                items = names
                document, names = next(by_document, (None, []))
            on_it = (self._judged(judged.get(item)) for item in items)
            self._lines(self._recomputed.of_document(SnapshotItem(name, content), on_it))

    def _left_over(self) -> int:
        """Report the lines without a source; return how many are about documents that the snapshot
        does not have, as no item is about them."""
        others = 0
        for member, shelf in self._file.lines.items():
            for name, _ in shelf.in_order():
                if member == DOCUMENTS and name not in self._found.documents:
                    others += 1
                else:
                    self._check.differs(place(member, name), NOTHING_GIVES_IT)
        if others:
            self._file.others.append(
                f"documents that no item is about, which the snapshot does not have ({others:,})"
            )
        return others

    def _agreement(self, documents: int) -> None:
        """Compare the parts of the agreement that are not in the manifest."""
        stated, found = self._file.other_agreement, self._recomputed.agreement(documents)
        for path in {**stated, **found}:
            self._compare(path, stated.get(path), found.get(path))

    def _item(self, item: Item, rows: Sequence[Judged]) -> None:
        """Compare the file's line about an item and its decision, and store its answers."""
        for one in rows:
            if one.counts:
                answer = self._recount.as_in_gold(one.vector, item, self._settings)
                if extra := self._recomputed.extra_fields(one.answer):
                    answer = {**answer, **extra}
                self._file.answers.add(item.text, (str(one.worker), answer, False))
        if (facts := self._recomputed.item_line(item)) is not None:
            self._line(self._recomputed.item_member, item.text, facts)
        if decision := self._found.decisions.get(item.position):
            answer = self._recomputed.written(decision["vector"], item)
            facts = {"answer": answer, **{name: decision.get(name) for name in OF_DECISIONS}}
            self._line(DECISIONS, item.text, facts)
        if settled := self._found.settled.get(item.position):
            answer = self._recomputed.written(settled["vector"], item)
            self._line(SETTLED, item.text, {"from": settled["from"], "answer": answer})

    def _lines(self, lines: Iterable[Line]) -> None:
        for member, name, line in lines:
            self._line(member, name, line)

    def _line(self, member: str, name: str, line: object) -> None:
        stated = self._file.lines[member].pop(name)
        if member == CONSENSUS and isinstance(stated, dict):
            stated = {
                one: stated[one] for one in stated if one not in self._recomputed.cross_campaign
            }
        self._compare(place(member, name), stated, line)

    def _whole(self, workers: set[int]) -> None:
        """Compare the file's part about all items."""
        whole, manifest, counts = self._file.whole, self._found.manifest, self._found.counts
        campaign: Mapping[str, object] = manifest["campaign"]
        for name, stated in whole["campaign"].items():
            if name in campaign:
                self._compare(f"campaign.{name}", stated, campaign[name])
        self._compare("format", whole.get("format"), self._recomputed.format)
        if self._recomputed.counts_items:
            self._compare(ITEMS, whole.get(ITEMS), counts["items"])
        sources = {str(one): self._found.workers[one].get("source") for one in workers}
        self._compare("workers", whole.get("workers"), sources)
        # A gold file also contains cases and scores, which do not depend on the rows alone.
        agreement, figures = self._file.agreement, whole[FIGURES]
        self._check.compare("figures", manifest["figures"], agreement, may_have_more=True)
        found = {
            "version": manifest.get("version"),
            "not_folded": manifest.get("not_folded"),
            "judgments": counts["counting"],
            "not_counted": counts["judgments"] - counts["counting"],
            "withdrawn": counts["withdrawn"],
            **{
                name: one for name, one in self._recomputed.figures().items() if name != "agreement"
            },
        }
        for name in {**figures, **found}:
            self._compare(f"figures.{name}", figures.get(name), found.get(name))

    def _compare(self, where: str, stated: object, found: object) -> None:
        where = where if where.startswith(GOLD) else f"{GOLD}: {where}"
        self._check.compared += 1
        for at, one, other in unlike(stated, _as_json(found), where):
            self._check.differs(
                at, f"it has {shortened(one)}; the snapshot’s rows give {shortened(other)}"
            )


def _given(one: Judged) -> Given:
    return Given(one.judgment, one.worker, one.vector, round(1000 * one.seconds))


def _as_json(found: object) -> object:
    return orjson.loads(orjson.dumps(found, option=CANONICAL))


def _compare_answers(check: Check, item: str, rows: Sequence[tuple[str, object, bool]]) -> None:
    """Compare the file's answers to an item with the judgments that count."""
    stated = {worker: answer for worker, answer, is_stated in rows if is_stated}
    found = {worker: answer for worker, answer, is_stated in rows if not is_stated}
    times = Counter(worker for worker, _, is_stated in rows if is_stated)
    for worker in sorted(stated.keys() | found.keys()):
        check.compared += 1
        where = f"{GOLD}: “{shortened(item, 40)}”, worker {worker}"
        one, other = stated.get(worker), found.get(worker)
        if times[worker] > 1:
            check.differs(where, TWICE)
        if one != other:
            check.differs(
                where,
                f"it has {shortened(one)}; the judgments that count give {shortened(other)}",
            )
