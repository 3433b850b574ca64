"""Which part of the kernel serves which scheme."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agreement import segmentation
from agreement.tally import Tally

Vectors = Sequence[tuple[int, ...]]


class Kernel(Protocol):
    """A state is the sum of its items' contributions, so folding is adding and subtracting."""

    def contribution(self, vectors: Vectors) -> Tally: ...

    def figures(self, state: Tally) -> dict[str, Any]: ...

    def summary(self, vectors: Vectors) -> dict[str, Any]: ...


@dataclass(frozen=True)
class SegmentationKernel:
    kind: segmentation.Kind

    def contribution(self, vectors: Vectors) -> Tally:
        return segmentation.contribution(self.kind, vectors)

    def figures(self, state: Tally) -> dict[str, Any]:
        return segmentation.figures(self.kind, state)

    def summary(self, vectors: Vectors) -> dict[str, Any]:
        return segmentation.item_summary(self.kind, vectors)


KERNELS: Mapping[str, Kernel] = {
    "flat": SegmentationKernel("flat"),
    "nested": SegmentationKernel("nested"),
}
