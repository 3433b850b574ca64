"""The kernel for campaigns of evidence: what a set of sentences is to the figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from agreement import nominal
from agreement.evidence import count_question, human
from agreement.tally import Tally
from annotation.schemes.evidence.vector import sentences_of
from tasks.asked import NOTHING, Asked, Vectors


class EvidenceKernel:
    """A sentence of a question is a unit, evidence or not; no answer marks none of them."""

    facts: ClassVar[Sequence[str]] = ("sentences",)

    def contribution(self, vectors: Vectors, asked: Asked = NOTHING) -> Tally:
        if not vectors:
            return Tally()
        return count_question(asked.facts["sentences"], [sentences_of(one) for one in vectors])

    def is_whole(self, state: Mapping[str, int]) -> bool:
        return True

    def figures(self, state: Tally) -> dict[str, Any]:
        found = nominal.alpha(state)
        figure: dict[str, Any] = {
            "value": None if found.value is None else float(found.value),
            "exact": None if found.value is None else _exact(found.value),
            "observed": None if found.observed is None else float(found.observed),
            "expected": None if found.expected is None else float(found.expected),
            "sentences": found.units,
            "left_out": found.left_out,
        }
        if found.reason is not None:
            none = "" if found.units else "No question has two judgments."
            figure["reason"] = none or "All sentences are marked alike: nothing to compare."
        return {"alpha": figure}

    def summary(self, vectors: Vectors, asked: Asked = NOTHING) -> dict[str, Any]:
        """Disagreement is what human F1 lacks of 1."""
        by_frequency = sorted(Counter(vectors).items(), key=lambda entry: (-entry[1], entry[0]))
        f1 = human([sentences_of(vector) for vector in vectors])
        disagreement: dict[str, Any] = {"value": None, "exact": None}
        if f1 is None:
            disagreement["reason"] = "The question has fewer than two answers."
        else:
            disagreement = {"value": float(1 - f1), "exact": _exact(1 - f1)}
        return {
            "n": len(vectors),
            "abstaining": sum(not sentences_of(vector) for vector in vectors),
            "annotations": [[list(vector), count] for vector, count in by_frequency],
            "disagreement": disagreement,
        }


def _exact(fraction: Fraction) -> str:
    return f"{fraction.numerator}/{fraction.denominator}"
