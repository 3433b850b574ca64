"""Elicited questions for pages, by app and by worker."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypedDict

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow, disputed, judged_in
from annotation.research.common.names import pseudonym
from annotation.research.common.routes import of_campaign
from annotation.research.schemes.base import Panel, SchemeView
from annotation.research.schemes.question import elicitation_to_evidence
from annotation.research.schemes.question.elicitation_to_evidence import evidence_form
from midpath.schemes.question.vector import questions_of
from midpath.tables.figures.evidence_figures import QuestionFigures, QuestionSummary

MAX_FIRST_WORDS = 12
ByWorker = list[tuple[str, list[str]]]


class QuestionRow(ItemRow):
    judgments: int
    question_count: int
    unique: int
    near: int
    category: str
    description: str
    pictures: Sequence[object]
    by_worker: ByWorker


class Asked(TypedDict):
    """A question of one judgment, with the hints that its worker used."""

    question: str
    hints: Sequence[object]


class FirstWords(TypedDict):
    """The first words of questions, each with its count and its share."""

    rows: Sequence[tuple[str, int, float]]
    others: int
    total: int


class QuestionView(SchemeView):
    alike = "F1 of the questions, word for word"
    heading = "Questions"
    shows_disputes = False
    urls = [
        of_campaign("evidence/", elicitation_to_evidence.ask, "ask_evidence"),
    ]

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[QuestionRow]:
        by_worker: defaultdict[int, ByWorker] = defaultdict(list)
        for hit_id, vector, number in judged_in(hits).values_list(
            "hit_id", "vector", "assignment__enrolment__worker__number"
        ):
            by_worker[hit_id].append((pseudonym(number), questions_of(vector)))
        return [_row(hit, by_worker[hit.pk]) for hit in hits]

    def answer(self, campaign: Campaign, judgment: Judgment) -> list[Asked]:
        questions = questions_of(judgment.vector)
        hints = judgment.payload.get("hints") or [[]] * len(questions)
        return [
            {"question": question, "hints": given}
            for question, given in zip(questions, hints, strict=True)
        ]

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return disputed(summary)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "beside",
                "research/schemes/question/first_words.html",
                "research/schemes/question/live_first_words.html",
                lambda: {"first_words": first_words_of(campaign)},
                tells_words=True,
            ),
            Panel(
                "beside",
                "research/schemes/question/elicited.html",
                context=lambda: {"form": evidence_form(campaign)},
            ),
        ]


def first_words_of(campaign: Campaign) -> FirstWords:
    """Return the first words of questions, the most frequent first."""
    figures: QuestionFigures = campaign.agreement.figures
    first = figures.get("first_words", {})
    total = sum(first.values())
    rows = [(word, count, count / total) for word, count in first.items()]
    rows.sort(key=lambda row: (-row[1], row[0]))
    shown = rows[:MAX_FIRST_WORDS]
    return {"rows": shown, "others": total - sum(count for _, count, _ in shown), "total": total}


def _row(hit: HIT, by_worker: ByWorker) -> QuestionRow:
    summary, content = getattr(hit, "summary", None), hit.item.content
    counted: QuestionSummary | None = summary.summary if summary else None
    unique: int = counted.get("unique", 0) if counted else 0
    near: int = counted.get("near", 0) if counted else 0
    return {
        "hit": hit,
        "template": "research/schemes/question/summary.html",
        "summary": summary,
        "judgments": len(by_worker),
        "question_count": sum(len(questions) for _, questions in by_worker),
        "unique": unique,
        "near": near,
        "category": content.get("category", ""),
        "description": content["description"],
        "pictures": content.get("pictures") or [],
        "by_worker": by_worker,
    }


view = QuestionView()
