"""Compare the gold file of a snapshot with what follows from the snapshot's own rows: its judgments
and its consensus, decisions and gold answers, item by item, its counts and its figures.

What the file says is put aside, computed anew item by item, and compared; so memory does not grow
with it but by a few numbers a judgment where all are weighed together."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import orjson

from analysis.exports.anew.base import CONSENSUS, DIFFERENCES, Given, GoldAnew
from analysis.exports.anew.base import Judged as JudgedItem
from analysis.exports.decisions import IN_GOLD
from analysis.schemes import ANALYSES
from analysis.schemes.base import SchemeAnalysis
from analysis.snapshots.aside import Pile, Shelf
from analysis.snapshots.counting import UNSOUND
from analysis.snapshots.findings import TWICE, Check, told, unlike
from analysis.snapshots.held import UNREADABLE, Held
from analysis.snapshots.json_stream import BadJson, JsonStream
from analysis.snapshots.recounted import Judged, Recounted
from annotation.exchange.release import CANONICAL
from annotation.models import Item

GOLD = "gold.json"
DECISIONS, SETTLED = "decisions", "gold"
ITEMS, FIGURES = "items", "figures"
# Of these nothing can be told from the rows.
NOT_OF_ROWS = ("entailment", "intervals")
WHOLE = ("campaign", "format", "workers")
NOTHING_GIVES_IT = "nothing in the snapshot gives it, or it is there more than once"


def check_gold(held: Held, found: Recounted, aside: ExitStack) -> Check:
    """Compare the gold file with what was recounted."""
    check = Check(GOLD)
    analysis = ANALYSES[found.manifest["campaign"]["scheme"]]
    if analysis.gold_anew is None:
        check.differs(GOLD, "such a campaign has none")
        return check
    anew = analysis.gold_anew(found.manifest["campaign"]["settings"])
    file = _GoldFile(check, analysis, anew, aside)
    try:
        file.read(held, found.manifest["figures"])
        _Comparison(check, analysis, anew, file, found).compare(aside)
    except BadJson as error:
        check.differs(GOLD, str(error))
    except UNSOUND as error:
        check.differs(GOLD, f"it is not as gold files are: {error!r}")
    others = [*anew.unchecked, *file.others]
    check.note = f"Checked by its digest alone: {told(', '.join(others), 300)}."
    return check


class _GoldFile:
    """The content of a gold file, put aside: `answers` by item, each with its worker, the answer,
    and whether it is the file that has it; `lines` by member and name; `whole` what is small."""

    def __init__(
        self, check: Check, analysis: SchemeAnalysis, anew: GoldAnew, aside: ExitStack
    ) -> None:
        self._check, self._analysis, self._anew = check, analysis, anew
        self.answers = Pile(aside, str)
        members = (CONSENSUS, DIFFERENCES, DECISIONS, SETTLED, anew.told_in)
        self.lines = {member: Shelf(aside, str) for member in members}
        self.whole: dict[str, Any] = {}
        self.agreement: Any = None
        self.others: list[str] = []

    def read(self, held: Held, figures: Mapping[str, Any]) -> None:
        """Read it whole; of the agreement what the manifest has figures of."""
        try:
            file = held.open(GOLD)
        except UNREADABLE as error:
            raise BadJson(f"it cannot be read: {error}") from error
        with file:
            gold = JsonStream(file)
            for name in gold.members():
                self._member(name, gold, figures)
            gold.end()
        self.agreement = self.whole[FIGURES].pop("agreement")

    def _member(self, name: str, gold: JsonStream, figures: Mapping[str, Any]) -> None:
        if name in {self._analysis.judged_in_gold, *self.lines} - {DIFFERENCES}:
            for part in gold.parts():
                self._part(name, part, gold.value())
        elif name == FIGURES:
            self.whole[FIGURES] = dict(self._figures(gold, figures))
        elif name in WHOLE or (name == ITEMS and self._anew.counts_items):
            self.whole[name] = gold.value()
        else:
            gold.skip()
            self.others.append(f"“{told(name, 40)}”")

    def _part(self, member: str, name: str, part: Any) -> None:
        if member == self._analysis.judged_in_gold:
            for item, worker, answer in self._analysis.judged_of(name, part):
                _insist_on_names(item, worker)
                self.answers.add(item, (worker, answer, True))
        if member == self._anew.told_in:
            part = self._anew.told_of(part)
        if member in self.lines:
            self._keep(member, name, part)

    def _keep(self, member: str, name: str, part: Any) -> None:
        if not self.lines[member].put(name, part):
            self._check.differs(place(member, name), TWICE)

    def _figures(self, gold: JsonStream, wanted: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for name in gold.parts():
            if name == "agreement":
                yield name, gold.like(wanted)
            elif name == "crowd":
                yield name, dict(self._crowd(gold))
            elif name in NOT_OF_ROWS:
                gold.skip()
            else:
                yield name, gold.value()

    def _crowd(self, gold: JsonStream) -> Iterator[tuple[str, Any]]:
        for name in gold.parts():
            if name != DIFFERENCES:
                yield name, gold.value()
                continue
            for _ in gold.parts():
                line = gold.value()
                item = line.get("item", line.get("pair"))
                _insist_on_names(item)
                self._keep(DIFFERENCES, item, line)


class _Comparison:
    """The comparison of what a gold file says with what is computed anew."""

    def __init__(
        self,
        check: Check,
        analysis: SchemeAnalysis,
        anew: GoldAnew,
        file: _GoldFile,
        found: Recounted,
    ) -> None:
        self._check, self._analysis, self._anew = check, analysis, anew
        self._file, self._found = file, found
        self._settings = found.manifest["campaign"]["settings"]

    def compare(self, aside: ExitStack) -> None:
        judged, workers = Shelf(aside, str), set[int]()
        for item, rows in self._found.judged:
            given = [_given(one) for one in rows if one.counts]
            kept = (item.position, [[*one] for one in given])
            if given and not judged.put(item.text, kept):
                self._check.differs(place(ITEMS, item.text), "several items have this name")
            workers.update(one.worker for one in given)
            self._item(item, given)

        def in_order() -> Iterator[JudgedItem]:
            for _, (number, given) in judged.in_order():
                yield JudgedItem(self._found.item(number), [Given(*one) for one in given])

        for member, name, line in self._anew.lines(in_order):
            self._line(member, name, line)
        for member, shelf in self._file.lines.items():
            for name, _ in shelf.in_order():
                self._check.differs(place(member, name), NOTHING_GIVES_IT)
        self._whole(workers)
        for name, answers in self._file.answers.in_order():
            _compare_answers(self._check, name, answers)

    def _item(self, item: Item, given: Sequence[Given]) -> None:
        """Compare what the file tells of an item and what was decided, and pile its answers."""
        for one in given:
            answer = self._analysis.as_in_gold(one.vector, item, self._settings)
            self._file.answers.add(item.text, (str(one.worker), answer, False))
        if (facts := self._anew.told(item)) is not None:
            self._line(self._anew.told_in, item.text, facts)
        if decision := self._found.decisions.get(item.position):
            answer = self._anew.written(decision["vector"], item)
            facts = {"answer": answer, **{name: decision.get(name) for name in IN_GOLD}}
            self._line(DECISIONS, item.text, facts)
        if settled := self._found.settled.get(item.position):
            answer = self._anew.written(settled["vector"], item)
            self._line(SETTLED, item.text, {"from": settled["from"], "answer": answer})

    def _line(self, member: str, name: str, line: Any) -> None:
        stated = self._file.lines[member].pop(name)
        if member == CONSENSUS and isinstance(stated, dict):
            stated = {one: stated[one] for one in stated if one not in self._anew.beside}
        self._compare(place(member, name), stated, line)

    def _whole(self, workers: set[int]) -> None:
        """Compare what the file says of all items."""
        whole, manifest, counts = self._file.whole, self._found.manifest, self._found.counts
        for name, stated in whole["campaign"].items():
            if name in manifest["campaign"]:
                self._compare(f"campaign.{name}", stated, manifest["campaign"][name])
        self._compare("format", whole.get("format"), self._anew.format)
        if self._anew.counts_items:
            self._compare(ITEMS, whole.get(ITEMS), counts["items"])
        sources = {str(one): self._found.workers[one].get("source") for one in workers}
        self._compare("workers", whole.get("workers"), sources)
        # A gold file tells cases and scores besides, which are not of the rows alone.
        agreement, figures = self._file.agreement, whole[FIGURES]
        self._check.compare("figures", manifest["figures"], agreement, may_have_more=True)
        found = {
            **{name: manifest.get(name) for name in ("version", "not_folded")},
            "judgments": counts["counting"],
            "not_counted": counts["judgments"] - counts["counting"],
            "withdrawn": counts["withdrawn"],
            **{name: one for name, one in self._anew.figures().items() if name != "agreement"},
        }
        for name in {**figures, **found}:
            self._compare(f"figures.{name}", figures.get(name), found.get(name))

    def _compare(self, where: str, stated: Any, found: Any) -> None:
        where = where if where.startswith(GOLD) else f"{GOLD}: {where}"
        self._check.compared += 1
        for at, one, other in unlike(stated, _as_json(found), where):
            self._check.differs(
                at, f"it has {told(one)}; of the snapshot’s own rows it is {told(other)}"
            )


def place(member: str, name: str) -> str:
    return f"{GOLD}: {member} of “{told(name, 40)}”"


def _given(one: Judged) -> Given:
    return Given(one.judgment, one.worker, one.vector, round(1000 * one.seconds))


def _as_json(found: Any) -> Any:
    return orjson.loads(orjson.dumps(found, option=CANONICAL))


def _insist_on_names(*names: object) -> None:
    if not all(isinstance(name, str) for name in names):
        raise TypeError("an item or a worker is no text")


def _compare_answers(check: Check, item: str, rows: Sequence[tuple[str, Any, bool]]) -> None:
    """Compare the answers to an item that the file has with those that count."""
    stated = {worker: answer for worker, answer, is_stated in rows if is_stated}
    found = {worker: answer for worker, answer, is_stated in rows if not is_stated}
    times = Counter(worker for worker, _, is_stated in rows if is_stated)
    for worker in sorted(stated.keys() | found.keys()):
        check.compared += 1
        where = f"{GOLD}: “{told(item, 40)}”, worker {worker}"
        one, other = stated.get(worker), found.get(worker)
        if times[worker] > 1:
            check.differs(where, TWICE)
        if one != other:
            check.differs(
                where, f"it has {told(one)}; of the judgments that count it is {told(other)}"
            )
