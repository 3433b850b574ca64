"""The types of the figures of questions, and of evidence for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from midpath.tables.figures.common import Figure, Interval, Summary

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class SentenceAlpha(Figure):
    """α of sentences, and the number judged."""

    units: ReadOnly[int]


class DocumentsAlpha(TypedDict, total=False):
    """α of the sentences of all documents together, and of each document."""

    pooled: ReadOnly[SentenceAlpha]
    per_document: ReadOnly[Mapping[str, SentenceAlpha]]


class Categories(TypedDict, total=False):
    """The questions of each category by consensus."""

    consensus: ReadOnly[Mapping[str, int]]
    no_agreement: ReadOnly[int]
    reason: ReadOnly[str]


class Cause(TypedDict):
    """The abstentions for one cause, and their share of all."""

    answers: ReadOnly[int]
    share: ReadOnly[float]


class Unanswerable(TypedDict, total=False):
    """The share of questions that the document does not answer, and why it does not."""

    share: ReadOnly[float | None]
    exact: ReadOnly[str | None]
    reason: ReadOnly[str]
    questions: ReadOnly[int]
    by_majority: ReadOnly[int]
    by_any: ReadOnly[int]
    by_all: ReadOnly[int]
    abstentions: ReadOnly[int]
    causes: ReadOnly[Mapping[str, Cause]]


class Length(TypedDict, total=False):
    """The mean length of the answers that mark something."""

    answers: ReadOnly[int]
    sentences: ReadOnly[float | None]
    words: ReadOnly[float | None]
    reason: ReadOnly[str]


class Disagreement(TypedDict, total=False):
    """The share of questions on which more than one worker disagrees."""

    value: ReadOnly[float | None]
    exact: ReadOnly[str | None]
    reason: ReadOnly[str]
    questions: ReadOnly[int]
    disagreeing: ReadOnly[int]
    one_apart: ReadOnly[int]


class MinorityAbstains(TypedDict, total=False):
    """The questions on which a minority abstains, and F1 human without those answers."""

    questions: ReadOnly[int]
    f1_human_without: ReadOnly[Figure]


class EvidenceFigures(TypedDict, total=False):
    """The figures of questions on documents."""

    alpha: ReadOnly[DocumentsAlpha]
    categories: ReadOnly[Categories]
    disagreement: ReadOnly[Disagreement]
    length: ReadOnly[Length]
    minority_abstains: ReadOnly[MinorityAbstains]
    unanswerable: ReadOnly[Unanswerable]


class EvidenceSummary(Summary, total=False):
    """The summary of a question: `votes` has each marked sentence with its count."""

    abstaining: ReadOnly[int]
    votes: ReadOnly[Sequence[Sequence[int]]]
    case: ReadOnly[bool]
    minority_abstains: ReadOnly[bool]


class QuestionFigures(TypedDict, total=False):
    """The figures of elicited questions: how often each word begins one."""

    first_words: ReadOnly[Mapping[str, int]]


class QuestionSummary(Summary, total=False):
    """The summary of an app: its distinct questions, and near-duplicates."""

    unique: ReadOnly[int]
    near: ReadOnly[int]


class System(TypedDict):
    """The scores of a person or system that answers questions on documents."""

    system: str
    precision: float | None
    recall: float | None
    f1: float | None
    reason: NotRequired[str]
    interval: NotRequired[Interval]
    answerability: Figure
    questions: int
    left_out: int
