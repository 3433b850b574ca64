"""Questions on documents as pages show them: the marked sentences, their workers, and the answers
to the additional questions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast

from django.urls import reverse

from annotation.models import HIT, Campaign, CampaignReport, Item, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow, disputed, judged_in
from annotation.research.common.names import pseudonym
from annotation.research.common.routes import of_campaign
from annotation.research.results.figures import Cell
from annotation.research.schemes.base import Link, Panel, SchemeView
from annotation.research.schemes.evidence import baselines
from annotation.research.schemes.evidence.figures import evidence_cells, found_of
from annotation.research.schemes.evidence.heat import overlay_of_sentences
from annotation.research.schemes.overlay import Overlay
from annotation.schemes import scheme_of
from midpath.schemes.evidence.vector import Meaning, meaning_of
from midpath.schemes.evidence.wording import ASPECTS, CAUSES
from midpath.tables.figures.evidence_figures import EvidenceSummary

SHOWN_IN_LIST = 3
NO_ANSWER = "no answer in this document"


@dataclass(frozen=True)
class Given:
    worker: str
    meaning: Meaning


@dataclass(frozen=True)
class Marked:
    """A sentence with the workers who marked it; `number` counts from 1, as workers see it."""

    number: int
    text: str
    workers: Sequence[str]
    most: int
    heading: str = ""


@dataclass(frozen=True)
class Votes:
    name: str
    counts: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Answer:
    form: str
    spans: Sequence[str]


class EvidenceRow(ItemRow):
    """`texts` and `outline` are the document's sentences and headings; `first` has the sentences
    shown in the list."""

    judgments: int
    document: str
    category: str
    marked: Sequence[Marked]
    first: Sequence[Marked]
    abstaining: Sequence[str]
    sentences: int
    texts: Sequence[str]
    outline: Sequence[tuple[str, int]]
    votes: Sequence[Votes]


class Document(TypedDict):
    """A document, as its item stores it; `outline` has each heading with its first sentence."""

    sentences: Sequence[str]
    outline: NotRequired[Sequence[tuple[str, int]]]


class Question(TypedDict):
    """A question on a document, as its item stores it."""

    question: str
    options: NotRequired[Sequence[str] | None]
    category: NotRequired[str]


class EvidenceView(SchemeView):
    alike = "F1 of the sentences, if both find an answer or both none, and choose the same option"
    heading = "Evidence"
    unlike = "1 minus the mean F1 of each against the best match of the others"
    urls = [
        of_campaign("baselines/", baselines.show, "baselines"),
    ]

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[EvidenceRow]:
        """Return the rows of HITs; all judgments are read at once, and each document once."""
        documents = Item.objects.in_bulk({hit.item.document_id for hit in hits})
        judged: defaultdict[int, list[Given]] = defaultdict(list)
        for hit_id, vector, number in judged_in(hits).values_list(
            "hit_id", "vector", "assignment__enrolment__worker__number"
        ):
            judged[hit_id].append(Given(pseudonym(number), meaning_of(vector, campaign.settings)))
        return [
            _row(campaign, hit, documents[hit.item.document_id], judged[hit.pk]) for hit in hits
        ]

    def answer(self, campaign: Campaign, judgment: Judgment) -> Answer:
        form = scheme_of(campaign).written(judgment.vector, judgment.hit.item, campaign.settings)
        spans = judgment.payload.get("spans") or []
        return Answer(form, [f"{start:,}–{end:,}" for start, end in spans])

    def overlay(self, campaign: Campaign, row: ItemRow) -> Overlay | None:
        summary, own = row["summary"], cast(EvidenceRow, row)
        if summary is None or not summary.judgments:
            return None
        found: EvidenceSummary = summary.summary
        votes, abstaining = found.get("votes", ()), found.get("abstaining", 0)
        return overlay_of_sentences(
            own["texts"], own["outline"], votes, abstaining, summary.judgments
        )

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return {
            **disputed(summary),
            "name": summary.hit.item.content["question"],
            "answer": _agreed(summary),
        }

    def cells(self, campaign: Campaign, report: CampaignReport | None) -> list[Cell]:
        return evidence_cells(campaign, report)

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/evidence/evidence.html",
                "research/schemes/evidence/live_evidence.html",
                lambda: {"evidence": found_of(campaign)},
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("baselines", "Baselines", reverse("research:baselines", args=(campaign.pk,)))]


def _agreed(summary: ItemSummary) -> str:
    """Return the majority's answer: no answer, or the sentences marked by more than half."""
    found: EvidenceSummary = summary.summary
    if 2 * found.get("abstaining", 0) > summary.judgments:
        return NO_ANSWER
    votes = found.get("votes", ())
    marked = [f"{number + 1:,}" for number, count in votes if 2 * count > summary.judgments]
    more = ", …" if len(marked) > SHOWN_IN_LIST else ""
    named = ", ".join(marked[:SHOWN_IN_LIST]) + more
    return f"sentence{'s' if len(marked) > 1 else ''} {named}" if marked else ""


def _row(campaign: Campaign, hit: HIT, document: Item, judged: Sequence[Given]) -> EvidenceRow:
    marked = list(_marked(document.content, judged))
    first = sorted(marked, key=lambda one: (-len(one.workers), one.number))[:SHOWN_IN_LIST]
    content = hit.item.content
    return {
        "hit": hit,
        "name": content["question"],
        "template": "research/schemes/evidence/summary.html",
        "summary": getattr(hit, "summary", None),
        "judgments": len(judged),
        "document": document.text,
        "category": content.get("category", ""),
        "marked": marked,
        "first": sorted(first, key=lambda one: one.number),
        "abstaining": [one.worker for one in judged if not one.meaning.answerable],
        "sentences": len(document.content["sentences"]),
        "texts": document.content["sentences"],
        "outline": document.content.get("outline", ()),
        "votes": [votes for votes in _votes(campaign, content, judged) if votes.counts],
    }


def _marked(document: Document, judged: Sequence[Given]) -> Iterator[Marked]:
    """Yield the sentences marked by at least one worker, in document order."""
    workers: defaultdict[int, list[str]] = defaultdict(list)
    for one in judged:
        for number in one.meaning.sentences:
            workers[number].append(one.worker)
    for number in sorted(workers):
        headings = [title for title, start in document.get("outline", ()) if start <= number]
        yield Marked(
            number + 1,
            document["sentences"][number],
            workers[number],
            len(judged),
            headings[-1] if headings else "",
        )


def _votes(campaign: Campaign, question: Question, judged: Sequence[Given]) -> Iterator[Votes]:
    """Yield the answers to the additional questions, in the order of the values, without empty
    ones."""
    meanings = [one.meaning for one in judged]
    options = question.get("options") or []
    choices = Counter(options[one.choice] for one in meanings if one.choice is not None)
    yield _counted("option", choices, options)
    yield _counted("cause", Counter(one.cause for one in meanings), CAUSES)
    for aspect in ASPECTS:
        said = Counter(getattr(one, aspect.name) for one in meanings)
        yield _counted(aspect.name, said, aspect.names)
    categories = Counter(name for one in meanings for name in one.categories)
    yield _counted("categories", categories, campaign.settings["categories"] or ())


def _counted(name: str, counts: Counter[str], values: Sequence[str]) -> Votes:
    return Votes(name, [(value, counts[value]) for value in values if counts[value]])


view = EvidenceView()
