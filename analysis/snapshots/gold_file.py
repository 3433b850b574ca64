"""Compare the gold file of a snapshot with the snapshot's own judgments and figures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from analysis.schemes import ANALYSES
from analysis.schemes.base import SchemeAnalysis
from analysis.snapshots.aside import Pile
from analysis.snapshots.counting import UNSOUND
from analysis.snapshots.findings import TWICE, Check, told
from analysis.snapshots.held import UNREADABLE, Held
from analysis.snapshots.json_stream import BadJson, JsonStream
from annotation.models import Item

GOLD = "gold.json"


class Given(NamedTuple):
    """A judgment that counts: the number of its worker, and the answer."""

    worker: int
    vector: Sequence[int]


def check_gold(
    held: Held,
    manifest: Mapping[str, Any],
    counting: Iterable[tuple[Item, list[Given]]],
    aside: ExitStack,
) -> Check:
    """Compare each judgment of the gold file with the one that counts, by item and worker, and its
    agreement with the manifest's figures."""
    check = Check(GOLD)
    campaign = manifest["campaign"]
    analysis, settings = ANALYSES[campaign["scheme"]], campaign["settings"]
    # By item, each with its worker, the answer, and whether it is the file that has it.
    answers = Pile(aside, str)
    try:
        agreement = _read(held, analysis, manifest, answers)
        for item, given in counting:
            for worker, vector in given:
                answer = analysis.as_in_gold(vector, item, settings)
                answers.add(item.text, (str(worker), answer, False))
        # A gold file tells cases and scores besides, which are not of the rows alone.
        check.compare("figures", manifest["figures"], agreement, may_have_more=True)
        for name, rows in answers.in_order():
            _compare(check, name, rows)
    except BadJson as error:
        check.differs(GOLD, str(error))
    except UNSOUND as error:
        check.differs(GOLD, f"it is not as gold files are: {error!r}")
    return check


def _read(
    held: Held, analysis: SchemeAnalysis, manifest: Mapping[str, Any], answers: Pile[str]
) -> Any:
    """Put the answers that the gold file has on a pile, and return its agreement as far as the
    manifest has figures."""
    try:
        file = held.open(GOLD)
    except UNREADABLE as error:
        raise BadJson(f"it cannot be read: {error}") from error
    with file:
        gold, agreement = JsonStream(file), None
        for name in gold.members():
            if name == analysis.judged_in_gold:
                for part in gold.parts():
                    for item, worker, answer in analysis.judged_of(part, gold.value()):
                        _insist_on_names(item, worker)
                        answers.add(item, (worker, answer, True))
            elif name == "figures":
                agreement = gold.like({"agreement": manifest["figures"]})["agreement"]
            else:
                gold.skip()
        gold.end()
    return agreement


def _insist_on_names(*names: object) -> None:
    if not all(isinstance(name, str) for name in names):
        raise TypeError("an item or a worker is no text")


def _compare(check: Check, item: str, rows: Sequence[tuple[str, Any, bool]]) -> None:
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
