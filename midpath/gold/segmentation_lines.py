"""The lines of a gold file about a text's segmentations: its consensus, with all answers in plain
format."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from midpath.json_types import JsonMapping, JsonObject
from midpath.kernels.base import NOTHING
from midpath.kernels.segmentation import SegmentationKernel
from midpath.schemes import segmentations
from midpath.schemes.answers import Vector
from midpath.schemes.base import Settings
from midpath.tables.figures.segmentation_figures import SegmentationSummary

FORMAT = "midpath gold 1"


class JudgedText(NamedTuple):
    """A text with its words, and the judgments that count, each by an enrolment. `pk` is its
    number in the database, if it comes from there."""

    pk: int
    text: str
    words: list[str]
    enrolments: list[int]
    vectors: list[Vector]


class SummarizedText(NamedTuple):
    """A judged text with its summary, and its answers and their majority in plain format."""

    text: JudgedText
    summary: SegmentationSummary
    forms: Mapping[Vector, str]

    def form(self, vector: Sequence[int]) -> str:
        return self.forms[tuple(vector)]

    def consensus(self) -> JsonObject:
        return {
            "annotations": self.summary["n"],
            "disagreement": self.summary["disagreement"],
            "by_frequency": [
                [self.form(vector), times] for vector, times in self.summary["annotations"]
            ],
            "mode": self._choice("mode"),
            "majority": self._choice("majority"),
        }

    def _choice(self, name: str) -> JsonObject:
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
    kernel: SegmentationKernel, judged: Sequence[JudgedText], settings: Settings
) -> Iterator[SummarizedText]:
    """Yield the content of lines about judged texts, writing each distinct answer once."""
    scheme = segmentations()[kernel.scheme]
    found = kernel.summaries([(one.vectors, NOTHING) for one in judged])
    for one, summary in zip(judged, found, strict=True):
        vectors = dict.fromkeys(one.vectors)
        if summary["majority"] is not None:
            vectors[tuple(summary["majority"])] = None
        forms = dict(zip(vectors, scheme.forms(vectors, one.words, settings), strict=True))
        yield SummarizedText(one, summary, forms)


def needs_tokens(name: str, words: Sequence[str]) -> bool:
    """Return whether a file has to list the words of a text, because spaces do not separate
    them."""
    return list(words) != name.split()
