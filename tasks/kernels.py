"""Which part of the kernel serves which scheme."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agreement import levels, segmentation
from agreement.tally import Tally

Vectors = Sequence[tuple[int, ...]]


class Kernel(Protocol):
    """A state is the sum of its items' contributions, so folding is adding and subtracting."""

    def contribution(self, vectors: Vectors) -> Tally: ...

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Whether a stored state holds all that this kernel counts. One that an earlier version
        left behind does not, and must be counted anew before anything is added to it."""

    def figures(self, state: Tally) -> dict[str, Any]: ...

    def summary(self, vectors: Vectors) -> dict[str, Any]: ...


@dataclass(frozen=True)
class SegmentationKernel:
    kind: segmentation.Kind

    def contribution(self, vectors: Vectors) -> Tally:
        return segmentation.contribution(self.kind, vectors)

    def is_whole(self, state: Mapping[str, int]) -> bool:
        return True

    def figures(self, state: Tally) -> dict[str, Any]:
        return segmentation.figures(self.kind, state)

    def summary(self, vectors: Vectors) -> dict[str, Any]:
        return segmentation.item_summary(self.kind, vectors)


class NestedKernel(SegmentationKernel):
    """Trees agree level by level, too; the keys of the two tallies are not the same."""

    def contribution(self, vectors: Vectors) -> Tally:
        return super().contribution(vectors).shift(segmentation.level_contribution(vectors), 1)

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Texts of n words with c annotations have c (c - 1) / 2 pairs each."""
        paired = Counter[str]()
        for key, count in state.items():
            what, n, *rest = key.split("/")
            if what == "items" and int(n) > 1:
                c = int(rest[0])
                paired[n] += count * (c * (c - 1) // 2)
            elif what == "pairs":
                paired[n] -= count
        return not any(paired.values())

    def figures(self, state: Tally) -> dict[str, Any]:
        sums: tuple[Tally, Tally] = Tally(), Tally()
        for key, count in state.items():
            sums[key.partition("/")[0] in levels.COUNTED][key] = count
        agreement, by_level = sums
        return super().figures(agreement) | segmentation.level_figures(by_level)


KERNELS: Mapping[str, Kernel] = {
    "flat": SegmentationKernel("flat"),
    "nested": NestedKernel("nested"),
}
