"""Breakdowns of evidence: agreement and F1 by columns of the questions, a system's errors by what
the experts say of the questions, and the places in several answer-sets."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from agreement.evidence.answer_sets import NO_SET, shared_places
from agreement.evidence.breakdowns import Case, Group, by_value
from agreement.evidence.categories import question_categories
from agreement.evidence.errors import (
    ERRORS,
    NOT_GIVEN,
    Counts,
    agreed_value,
    cross_tabulate,
    outcome_of,
    silence_of,
)
from agreement.evidence.question_counts import same_as
from agreement.figure import figure_of, nominal_figure
from midpath.breakdowns import LENGTH, MAX_COLUMNS, MAX_VALUES
from midpath.exchange.evidence.common_form import Document, Evidence, Question
from midpath.json_types import Figures
from midpath.scoring.evidence import Predictions, marks_of, system_row, systems_of

CATEGORY, CATEGORIES, DOCUMENT = "category", "categories", "document"
EXPECTED = {
    "very likely": "expected",
    "likely": "expected",
    "unlikely": "unexpected",
    "very unlikely": "unexpected",
}
SCOPE, SUBJECTIVITY, SILENCE, EXPECTEDNESS = "scope", "subjectivity", "silence", "expectedness"


class UnknownColumn(ValueError):
    """The error of a column in which no question has a value."""


def columns_of(evidence: Evidence) -> list[str]:
    """Return the columns in which any question has a value: its own category, the experts'
    categories, its document, its number of words, and other fields of questions and documents."""
    extra = (name for one in evidence.questions for name in _extra(evidence, one))
    named = dict.fromkeys([CATEGORY, CATEGORIES, DOCUMENT, LENGTH, *extra])
    return [
        column
        for column in named
        if any(values_of(evidence, one, column) for one in evidence.questions)
    ]


def values_of(evidence: Evidence, question: Question, column: str) -> Sequence[str]:
    """Return the values of a question in a column; none if its cell is empty."""
    if column == CATEGORY:
        return [question.category] if question.category else []
    if column == CATEGORIES:
        metas = (one.meta for one in question.answers.values())
        return question_categories([one[CATEGORIES] for one in metas if one.get(CATEGORIES)])[0]
    if column == DOCUMENT:
        return [question.document]
    if column == LENGTH:
        return [str(len(question.text.split()))]
    value = _extra(evidence, question).get(column)
    cells = value if isinstance(value, list) else [value]
    return [str(one) for one in cells if one not in (None, "") and not isinstance(one, dict | list)]


def chosen_columns(evidence: Evidence) -> list[str]:
    """Return the first columns that have two values or more, but not many."""
    values = {
        column: {value for one in evidence.questions for value in values_of(evidence, one, column)}
        for column in columns_of(evidence)
    }
    few = [column for column, found in values.items() if 1 < len(found) <= MAX_VALUES]
    return few[:MAX_COLUMNS]


def figures_by(
    evidence: Evidence, predictions: Mapping[str, Predictions], columns: Iterable[str]
) -> Figures:
    """Return agreement and F1 for each value of each column.

    predictions : the answers of each system to all questions

    Raises UnknownColumn if no question has a value in a column.
    """
    return {column: _by_column(evidence, predictions, column) for column in columns}


def _by_column(evidence: Evidence, predictions: Mapping[str, Predictions], column: str) -> Figures:
    cases = [
        Case(
            values_of(evidence, one, column),
            len(evidence.documents[one.document].sentences),
            marks_of(one),
            {name: answers[one.id] for name, answers in predictions.items()},
        )
        for one in evidence.questions
    ]
    if cases and not any(case.values for case in cases):
        known = ", ".join(columns_of(evidence))
        raise UnknownColumn(f"No question has a value in the column {column}. Columns: {known}.")
    return {
        "values": {value: _group(group) for value, group in by_value(cases).items()},
        "left_out": sum(not case.values for case in cases),
    }


def _group(group: Group) -> Figures:
    return {
        "questions": group.questions,
        "alpha": nominal_figure(group.alpha),
        "systems": [
            system_row(name, found)
            for name, found in {"human": group.human, **group.systems}.items()
        ],
    }


def errors_of(evidence: Evidence, predictions: Predictions) -> Figures:
    """Return how often a system misses an answer, invents one or looks elsewhere, of all questions
    with an answer, and by scope, subjectivity, silence and expectedness."""
    answered = [one for one in evidence.questions if one.answers]
    found = cross_tabulate(
        (outcome_of(predictions[one.id], marks_of(one)), factors_of(one)) for one in answered
    )
    return {
        "all": _outcomes(found.all),
        "by": {
            factor: {value: _outcomes(values[value]) for value in sorted(values)}
            for factor, values in found.by.items()
            if values.keys() != {NOT_GIVEN}
        },
        "left_out": len(evidence.questions) - len(answered),
    }


def factors_of(question: Question) -> dict[str, str]:
    """Return what the experts say of a question: of three things the majority, and how many find no
    answer."""
    metas = [one.meta for one in question.answers.values()]
    likelihoods = (str(meta.get("likelihood", "")) for meta in metas)
    return {
        SCOPE: agreed_value(str(meta.get("relevance", "")) for meta in metas),
        SUBJECTIVITY: agreed_value(str(meta.get("subjectivity", "")) for meta in metas),
        SILENCE: silence_of(marks_of(question)),
        EXPECTEDNESS: agreed_value(EXPECTED.get(one, one) for one in likelihoods),
    }


def _outcomes(counts: Counts) -> Figures:
    errors = sum(counts[error] for error in ERRORS)
    return {
        "questions": counts.total(),
        **{error: counts[error] for error in ERRORS},
        "share": errors / counts.total() if counts else None,
    }


class Place(NamedTuple):
    document: Hashable
    number: int


def answer_sets_of(evidence: Evidence) -> Figures:
    """Return the shares of sentences and of sections that are in several answer-sets: those of
    different questions. "sections" is missing if no document has any."""
    sentences, sections = defaultdict[str, set[Place]](set), defaultdict[str, set[Place]](set)
    for one in evidence.questions:
        document, asked = evidence.documents[one.document], same_as(one.text)
        for sentence in {sentence for answer in marks_of(one) for sentence in answer}:
            sentences[asked].add(Place(one.document, sentence))
            if document.sections:
                sections[asked].add(Place(one.document, _section_of(document, sentence)))
    divided = any(document.sections for document in evidence.documents.values())
    found = {"sentences": sentences, **({"sections": sections} if divided else {})}
    return {name: _shared(sets.values()) for name, sets in found.items()}


def _shared(sets: Iterable[set[Place]]) -> Figures:
    found = shared_places(sets)
    return {**figure_of(found.value, NO_SET), "shared": found.shared, "places": found.places}


def _section_of(document: Document, sentence: int) -> int:
    """Return the number of a sentence's section, -1 before the first one."""
    return bisect_right([section.start for section in document.sections], sentence) - 1


def breakdowns_of(
    evidence: Evidence, predictions: Predictions | None, columns: Sequence[str]
) -> Figures:
    """Return what `score --evidence` adds to its figures: the own categories of questions are
    always a column if there are any."""
    own = [CATEGORY] if any(one.category for one in evidence.questions) else []
    wanted = dict.fromkeys([*own, *columns])
    found: Figures = {"answer_sets": answer_sets_of(evidence)}
    if wanted:
        systems = systems_of(evidence, predictions)
        found["by_column"] = figures_by(evidence, systems, wanted)
    if predictions is not None:
        found["errors"] = {"predictions": errors_of(evidence, predictions)}
    return found


def _extra(evidence: Evidence, question: Question) -> Mapping[str, object]:
    return {**evidence.documents[question.document].extra, **question.extra}
