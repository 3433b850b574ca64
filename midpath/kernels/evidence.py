"""The kernel for campaigns of evidence, whose answers are sets of sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypedDict

from agreement.evidence import answers as evidence
from agreement.evidence import figure_shapes
from agreement.evidence import figures as questions
from agreement.evidence.categories import question_categories
from agreement.figure import ExactFigure, figure_of
from agreement.tally import Tally
from midpath.kernels.base import (
    NOTHING,
    Choice,
    Consensus,
    Content,
    Document,
    ItemContext,
    Kernel,
    Vectors,
)
from midpath.schemes.base import Settings
from midpath.schemes.evidence.vector import Meaning, meaning_of, vector_of
from midpath.tables.figures.evidence_figures import EvidenceFigures, EvidenceSummary


class _Categories(TypedDict):
    agreed: list[str]
    reason: str | None


class _Summary(figure_shapes.Marks):
    case: bool
    disagreement: ExactFigure
    minority_abstains: bool
    categories: _Categories
    annotations: list[list[list[int] | int]]


class EvidenceKernel(Kernel[EvidenceFigures, EvidenceSummary]):
    """The kernel of evidence. It needs a document's name, and each sentence's number of words."""

    document_facts = ("sentences",)

    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        if not vectors:
            return Tally()
        meanings = _meanings(vectors, context.settings)
        return questions.question_contribution(
            context.facts["document"],
            context.facts["words"],
            [one.sentences for one in meanings],
            [one.cause for one in meanings],
            _categories(meanings),
        )

    def is_whole(self, state: Mapping[str, int]) -> bool:
        """Return whether the state is complete; an earlier version counted sentences only."""
        return not state or any(key.startswith("answers/") for key in state)

    def figures(self, state: Tally) -> EvidenceFigures:
        return questions.question_figures(state)

    def choices(self, summary: Mapping[str, Any]) -> Mapping[str, Choice]:
        majority = summary.get("majority")
        if majority is None:
            return {"the majority of sentences": None}
        numbers = ", ".join(str(sentence + 1) for sentence in majority)
        return {"the majority of sentences": f"sentences {numbers}" if majority else "no sentence"}

    def undecided(self, summary: Mapping[str, object]) -> bool:
        return summary.get("majority") is None

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        """Return the sentences of the majority, or that there is no answer, with the most frequent
        option. Additional questions of the campaign are left empty, as they have no consensus."""
        meanings = _meanings(vectors, settings)
        found = evidence.overlap([one.sentences for one in meanings]).majority
        if found is None:
            return {"majority of sentences": None}
        chosen = Counter(one.choice for one in meanings if one.answerable).most_common(2)
        tied = len(chosen) > 1 and chosen[0][1] == chosen[1][1]
        choice = chosen[0][0] if found and chosen and not tied else None
        settled = Meaning(bool(found), "", choice, "", "", "", (), tuple(sorted(found)))
        return {"majority of sentences": vector_of(settled, settings)}

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> EvidenceSummary:
        """Return a question's summary.

        Disagreement is 1 minus human F1. "case" is disagreement as the paper counts it. "apart"
        lists the indexes of the dissenting workers, in the order of the judgments' numbers.
        """
        meanings = _meanings(vectors, context.settings)
        answers = [one.sentences for one in meanings]
        found = questions.item_summary(len(context.facts["words"]), answers)
        agreed, reason = question_categories(_categories(meanings))
        human = evidence.human(answers)
        made: _Summary = {
            **found,
            "case": found["disagreement"],
            "disagreement": figure_of(
                None if human is None else Fraction(1) - human,
                "The question has fewer than two answers.",
            ),
            "minority_abstains": evidence.minority_abstains(answers),
            "categories": {"agreed": agreed, "reason": reason},
            "annotations": self.by_frequency(vectors),
        }
        return made

    def context(
        self, settings: Settings, content: Content, document: Document | None
    ) -> ItemContext:
        if document is None:
            raise ValueError("A question is about a document.")
        return ItemContext(settings, _facts(document.name, document.content["sentences"]))


def _facts(document: str, sentences: Sequence[str]) -> dict[str, object]:
    return {"document": document, "words": [len(sentence.split()) for sentence in sentences]}


def _meanings(vectors: Vectors, settings: Settings) -> list[Meaning]:
    return [meaning_of(vector, settings) for vector in vectors]


def _categories(meanings: Sequence[Meaning]) -> list[tuple[str, ...]]:
    """Return the categories given by workers who had to choose: those who did not find the question
    incomprehensible.
    """
    return [one.categories for one in meanings if one.categories]
