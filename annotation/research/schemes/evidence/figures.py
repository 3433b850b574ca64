"""The figures of an evidence campaign for its dashboard: stored, and put into words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.text import Truncator

from annotation.models import Campaign, CampaignReport, ItemSummary
from annotation.research.results.figures import Cell
from annotation.research.results.intervals import Interval, interval_at
from midpath.schemes.evidence.wording import CAUSES
from midpath.tables.evidence import categories_table, documents_table
from midpath.tables.figures.evidence_figures import (
    Cause,
    Disagreement,
    EvidenceFigures,
    Length,
    MinorityAbstains,
    Unanswerable,
)
from midpath.tables.table import Table
from midpath.text.formatting import UNDEFINED, counted, percent, signed

Flag = Literal["case", "minority_abstains"]
MAX_DOCUMENTS, MAX_CASES, MAX_NAME_LENGTH = 50, 5, 60
NOTHING = "No judgments yet."
UNANSWERABLE = (
    "The share of questions that more than half of the workers call unanswered by the document, "
    "of all questions with a judgment. Causes are those given by the workers, in the order of "
    "the form, as shares of all answers that mark nothing."
)
LENGTH = (
    "How many sentences an answer marks, and how many words these have: mean over the answers "
    "that mark anything."
)
DISAGREEMENT = (
    "The share of questions on which more than one worker disagrees, of those with at least two "
    "judgments. A worker disagrees if none of their sentences was marked by more than half of "
    "the workers, or if they mark anything although more than half say that there is no answer. "
    "With three workers, two never disagree where there is a majority, so also read the "
    "questions on which one worker disagrees."
)
DEFINITIONS = {
    "α by document": "α of the sentences of all questions on one document, to find documents with "
    "low agreement. Pooled is the α of all documents combined, which also reflects that some "
    "documents have more evidence.",
    "Category": "Questions for which more than half of the workers chose the category; a "
    "question may have several. If none qualifies and a worker chose Other, the category is "
    "Other.",
    "To read": "Questions on which more than one worker disagrees, those with the lowest F1 first.",
    "A minority says “no answer”": "Some workers, but fewer than half, say that there is no "
    "answer. PrivacyQA leaves such answers out. Here they stay in all figures, and F1 human "
    "is also given without them.",
}


@dataclass(frozen=True)
class Found:
    """The part below the figures. `more_documents` is the number of documents not listed."""

    documents: Table
    more_documents: int
    categories: Table
    cases: Sequence[ItemSummary]
    minority: Sequence[ItemSummary]
    minority_note: str
    definitions: Sequence[tuple[str, str]] = tuple(DEFINITIONS.items())


def evidence_cells(campaign: Campaign, report: CampaignReport | None) -> list[Cell]:
    figures: EvidenceFigures = campaign.agreement.figures
    version = campaign.agreement.version
    return [
        _unanswerable(
            figures.get("unanswerable", {}),
            interval_at(report, ("unanswerable",), percent, version),
        ),
        _length(figures.get("length", {})),
        _disagreement(
            figures.get("disagreement", {}),
            interval_at(report, ("disagreement",), percent, version),
        ),
    ]


def found_of(campaign: Campaign) -> Found:
    figures: EvidenceFigures = campaign.agreement.figures
    alpha, categories = figures.get("alpha", {}), figures.get("categories", {})
    apart, abstaining = figures.get("disagreement", {}), figures.get("minority_abstains", {})
    return Found(
        documents=_with_short_names(documents_table(alpha, MAX_DOCUMENTS)),
        more_documents=max(0, len(alpha.get("per_document", {})) - MAX_DOCUMENTS),
        categories=categories_table(categories),
        cases=_flagged(campaign, apart.get("disagreeing", 0), "case"),
        minority=_flagged(campaign, abstaining.get("questions", 0), "minority_abstains"),
        minority_note=_minority(abstaining),
    )


def _unanswerable(found: Unanswerable, interval: Interval) -> Cell:
    share = found.get("share")
    causes = found.get("causes", {})
    names = [name for name in CAUSES if name in causes] + sorted(causes.keys() - {*CAUSES})
    numbers = [
        ("as a fraction", found.get("exact") or "–"),
        ("by at least one worker", _number(found.get("by_any", 0))),
        ("by all", _number(found.get("by_all", 0))),
        ("answers that mark nothing", _number(found.get("abstentions", 0))),
        *((name, _cause(causes[name])) for name in names),
        *interval.numbers,
    ]
    return Cell(
        key="unanswerable",
        label="Unanswerable",
        value=UNDEFINED if share is None else percent(share),
        note=f"{_number(found.get('by_majority', 0))} of {_questions(found)}",
        definition=UNANSWERABLE,
        reason=_reason(found),
        interval=interval.short if share is not None else "",
        as_of=interval.as_of if share is not None else "",
        numbers=numbers,
    )


def _length(found: Length) -> Cell:
    sentences, words = found.get("sentences"), found.get("words")
    return Cell(
        key="length",
        label="Sentences marked",
        value=UNDEFINED if sentences is None else signed(sentences, 2),
        note="" if words is None else f"{signed(words, 1)} words",
        definition=LENGTH,
        reason=_reason(found),
        numbers=[
            ("answers that mark any", _number(found.get("answers", 0))),
            ("words", "–" if words is None else signed(words, 3)),
        ],
    )


def _disagreement(found: Disagreement, interval: Interval) -> Cell:
    share = found.get("value")
    return Cell(
        key="disagreement",
        label="Disagreement",
        value=UNDEFINED if share is None else percent(share),
        note=f"{_number(found.get('disagreeing', 0))} of {_questions(found)}",
        definition=DISAGREEMENT,
        reason=_reason(found),
        interval=interval.short if share is not None else "",
        as_of=interval.as_of if share is not None else "",
        numbers=[
            ("as a fraction", found.get("exact") or "–"),
            ("questions on which one worker disagrees", _number(found.get("one_apart", 0))),
            *interval.numbers,
        ],
    )


def _minority(found: MinorityAbstains) -> str:
    """Return the number of questions a minority abstains on, and F1 human without these answers."""
    if not found.get("questions"):
        return ""
    without = found["f1_human_without"]["value"]
    human = UNDEFINED if without is None else signed(without)
    return f"{_questions(found)}; F1 human without these answers: {human}"


def _with_short_names(table: Table) -> Table:
    rows = [replace(row, label=Truncator(row.label).chars(MAX_NAME_LENGTH)) for row in table.rows]
    return replace(table, rows=rows)


def _flagged(campaign: Campaign, how_many: int, name: Flag) -> list[ItemSummary]:
    """Return the flagged questions; without a query if the figures count none."""
    if not how_many:
        return []
    summaries = ItemSummary.objects.filter(campaign=campaign, **{f"summary__{name}": True})
    summaries = summaries.select_related("hit__item").order_by("-disagreement", "hit_id")
    return list(summaries[:MAX_CASES])


def _questions(found: Unanswerable | Disagreement | MinorityAbstains) -> str:
    return counted(found.get("questions", 0), "question")


def _number(found: int) -> str:
    return f"{found:,}"


def _reason(found: Unanswerable | Length | Disagreement) -> str:
    return str(found.get("reason", "")) if found else NOTHING


def _cause(found: Cause) -> str:
    return f"{found['answers']:,} · {percent(found['share'])}"
