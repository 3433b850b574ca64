"""The figures of a snapshot and the answer to each item, from the judgments that count and the
final decisions: the same code makes and verifies a snapshot."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from agreement.tally import Tally
from midpath.json_types import JsonObject
from midpath.kernels.base import ItemContext, Kernel, Vectors, first_settled
from midpath.recounts.base import FewAnswers, SchemeRecount
from midpath.tables.figures.common import Summary

FORMAT = "midpath snapshot 2"
SETTLED = "settled.jsonl"
BY_DECISION = "decision"
ITEMS_AT_ONCE = 1000
# Raised for numbers that are not an answer, and for unusable settings and items.
UNSOUND = (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError)
SnapshotKernel = Kernel[Mapping[str, object], Summary]


class JudgedItem(NamedTuple):
    """An item by its number, with the judgments that count, in order, and its decision."""

    item: int
    vectors: Vectors
    decided: Sequence[int] | None
    context: ItemContext


class Count:
    """A count of items, some at a time. `settled` counts the items by the source of their
    answer."""

    def __init__(self, recount: SchemeRecount, settings: Mapping[str, object]) -> None:
        self._few = recount if isinstance(recount, FewAnswers) else None
        self._settings = settings
        self._kernel: SnapshotKernel = recount.kernel
        self._state = Tally()
        self.settled = Counter[str]()
        self._per_item, self._answers = Counter[int](), Counter[str]()

    def add(self, items: Sequence[JudgedItem]) -> Iterator[JsonObject]:
        """Count the items, and yield the answer to each that has one."""
        judged = [one for one in items if one.vectors]
        self._state.shift(self._kernel.total((one.vectors, one.context) for one in judged), 1)
        self._count_answers(judged)
        open_ones = [one for one in judged if one.decided is None]
        ways = self._kernel.consensuses([one.vectors for one in open_ones], self._settings)
        settled = {
            one.item: first_settled(found) for one, found in zip(open_ones, ways, strict=True)
        }
        for one in items:
            by_decision = None if one.decided is None else (BY_DECISION, one.decided)
            if (found := by_decision or settled.get(one.item)) is not None:
                self.settled[found[0]] += 1
                yield {"item": one.item, "from": found[0], "vector": list(found[1])}

    def figures(self) -> Mapping[str, object]:
        return self._kernel.figures(self._state)

    def charted(self) -> dict[str, object]:
        """Return the data of charts other than the figures: the numbers of items by their number of
        judgments that count, and, if there are few distinct answers, how often each is given."""
        names = self._few.few_answers(self._settings) if self._few else ()
        answers = [{"answer": name, "judgments": self._answers[name]} for name in names]
        per_item = {str(judgments): self._per_item[judgments] for judgments in self._per_item}
        return {"per_item": per_item} | ({"answers": answers} if names else {})

    def _count_answers(self, judged: Sequence[JudgedItem]) -> None:
        self._per_item.update(len(one.vectors) for one in judged)
        if self._few:
            given = Counter(chain.from_iterable(one.vectors for one in judged))
            for vector, times in given.items():
                for name in self._few.named(vector, self._settings):
                    self._answers[name] += times
