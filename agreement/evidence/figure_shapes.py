"""Types of the evidence figures that `figures` computes."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from agreement.figure import ExactFigure, NominalFigure, Why


class SentenceAlpha(NominalFigure):
    """Nominal alpha of sentences as units, evidence or not."""

    units: int
    labels: int
    left_out: int


class AlphaFigures(TypedDict):
    """Alpha of the sentences of all documents, and of each document."""

    pooled: SentenceAlpha
    per_document: dict[str, SentenceAlpha]


class Human(ExactFigure):
    """F1 human with precision and recall; questions with fewer than two answers are left out."""

    precision: float | None
    recall: float | None
    questions: int
    left_out: int


class Length(Why):
    """The mean length of the answers that mark anything."""

    answers: int
    sentences: float | None
    words: float | None


class Cause(TypedDict):
    """A cause's share of all abstentions, and of those that no earlier cause explains."""

    answers: int
    share: float
    of_the_rest: NotRequired[float]


class Unanswerable(Why):
    """The share of questions that, for more than half of the experts, the document does not
    answer."""

    share: float | None
    exact: str | None
    questions: int
    by_majority: int
    by_any: int
    by_all: int
    abstentions: int
    causes: dict[str, Cause]


class MinorityAbstains(TypedDict):
    """The questions on which a minority abstains, and F1 human without those abstentions."""

    questions: int
    answers: int
    f1_human_without: ExactFigure


class Disagreement(ExactFigure):
    """The share of questions from whose majority more than one expert dissents."""

    questions: int
    disagreeing: int
    one_apart: int


class Categories(Why):
    """The questions of each category by consensus."""

    consensus: dict[str, int]
    no_agreement: int


class QuestionFigures(TypedDict):
    """All figures of questions on documents."""

    questions: int
    answers: int
    alpha: AlphaFigures
    f1_human: Human
    length: Length
    unanswerable: Unanswerable
    minority_abstains: MinorityAbstains
    disagreement: Disagreement
    categories: Categories


class Marks(TypedDict):
    """The sentences that a question's answers mark; `votes` has each with its count."""

    n: int
    votes: list[list[int]]
    abstaining: int
    unanswerable: bool
    majority: list[int] | None
    apart: list[int]
    alpha: SentenceAlpha
    f1_human: ExactFigure


class ItemSummary(Marks):
    """The summary of one question; `disagreement` is whether more than one expert dissents."""

    disagreement: bool
