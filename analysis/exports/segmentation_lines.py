"""The lines of gold about a text's segmentations: its consensus, with all answers in plain
format."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from analysis.kernels.segmentation import SegmentationKernel
from analysis.reading.judged_texts import JudgedText
from analysis.reading.judgment_rows import Vector
from annotation.json_types import JsonMapping
from annotation.schemes import SEGMENTATIONS
from annotation.tables.figures.segmentation_figures import SegmentationSummary

Content = dict[str, object]


class SummarizedText(NamedTuple):
    """A judged text with its summary, and its answers and their majority in plain format."""

    text: JudgedText
    summary: SegmentationSummary
    forms: Mapping[Vector, str]

    def form(self, vector: Sequence[int]) -> str:
        return self.forms[tuple(vector)]

    def consensus(self) -> Content:
        return {
            "annotations": self.summary["n"],
            "disagreement": self.summary["disagreement"],
            "by_frequency": [
                [self.form(vector), times] for vector, times in self.summary["annotations"]
            ],
            "mode": self._choice("mode"),
            "majority": self._choice("majority"),
        }

    def _choice(self, name: str) -> Content:
        summary: JsonMapping = self.summary
        winner, ties = summary[name], summary[f"{name}_ties"]
        choice = {
            "segmentation": None if winner is None else self.form(winner),
            "support": summary[f"{name}_support"],
            "ties": [self.form(tie) if isinstance(tie, list) else tie for tie in ties],
        }
        reason = summary.get(f"{name}_reason")
        return choice | ({"reason": reason} if reason else {})


def summarized_texts(
    kernel: SegmentationKernel, judged: Sequence[JudgedText]
) -> Iterator[SummarizedText]:
    """Yield the content of lines about judged texts, writing each distinct answer once."""
    scheme = SEGMENTATIONS[kernel.kind]
    found = kernel.summaries([one.vectors for one in judged])
    for one, summary in zip(judged, found, strict=True):
        vectors = dict.fromkeys(one.vectors)
        if summary["majority"] is not None:
            vectors[tuple(summary["majority"])] = None
        forms = dict(zip(vectors, scheme.forms(vectors, one.words), strict=True))
        yield SummarizedText(one, summary, forms)


def needs_tokens(name: str, words: Sequence[str]) -> bool:
    """Return whether a file has to list the words of a text, because spaces do not separate
    them."""
    return list(words) != name.split()
