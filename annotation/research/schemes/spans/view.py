"""Texts for pages: their spans with the votes for each, and the consensus."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.models import HIT, Campaign, Item, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow, disputed, judged_in, known_answer
from annotation.research.schemes.base import Panel, SchemeView
from annotation.research.schemes.spans.answers import definitions_of, labels_of
from annotation.schemes.spans import scheme, shortened
from midpath.schemes.base import Settings
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.gold_answers import WHY
from midpath.schemes.spans.places import Reading, reading_of
from midpath.tables.figures.span_figures import SpanSummary

SHOWN_IN_LIST, SHOWN_OF_ANSWER = 5, 60
NOTHING = "nothing"
Span = tuple[int, int, str]


@dataclass(frozen=True)
class Vote:
    """A span with its number of votes out of the judgments; `votes` and `words` say whether these
    methods settle it."""

    text: str
    label: str
    count: int
    most: int
    votes: bool
    words: bool


@dataclass(frozen=True)
class Piece:
    """A piece of the text; `share` of the workers marked it, in steps of a tenth."""

    text: str
    share: int


@dataclass(frozen=True)
class Answer:
    """One judgment: its first spans with their words and labels, and the number of others."""

    spans: Sequence[tuple[str, str]]
    more: int


class SpansRow(ItemRow):
    """`first` has the votes shown in the list; `none` counts the judgments without a span."""

    judgments: int
    text: str
    pieces: Sequence[Piece]
    votes: Sequence[Vote]
    first: Sequence[Vote]
    none: int
    gold: str
    why: str


class SpansView(SchemeView):
    heading = "The text and its spans"
    unlike = "1 minus the mean F1 of their spans over pairs of judgments"
    opened = "spans"
    alike = "F1 of the spans, with their labels"

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[SpansRow]:
        judged: defaultdict[int, list[tuple[Span, ...]]] = defaultdict(list)
        for hit_id, vector in judged_in(hits).values_list("hit_id", "vector"):
            judged[hit_id].append(named_spans(vector, campaign.settings))
        return [_row(campaign.settings, hit, judged[hit.pk]) for hit in hits]

    def answer(self, campaign: Campaign, judgment: Judgment) -> Answer:
        reading, unit = reading_of(judgment.hit.item), campaign.settings["unit"]
        spans = named_spans(judgment.vector, campaign.settings)
        shown = [
            (shortened(reading.of(begin, end, unit)), label)
            for begin, end, label in spans[:SHOWN_OF_ANSWER]
        ]
        return Answer(shown, len(spans) - len(shown))

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        found: SpanSummary = summary.summary
        return {
            **disputed(summary),
            "name": summary.hit.item.text,
            "answer": _settled(found, summary.hit.item, campaign.settings),
        }

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/spans/given.html",
                "research/schemes/spans/live_given.html",
                lambda: {"spans": labels_of(campaign), "definitions": definitions_of()},
            )
        ]


def _settled(found: SpanSummary, item: Item, settings: Settings) -> str:
    reading, spans = reading_of(item), found.get("voted", ())
    shown = [
        f"{shortened(reading.of(int(begin), int(end), settings['unit']))} [{label}]"
        for begin, end, label in spans[:SHOWN_IN_LIST]
    ]
    more = len(spans) - len(shown)
    return ", ".join([*shown, f"{more} more"] if more > 0 else shown) or NOTHING


def _row(settings: Settings, hit: HIT, answers: Sequence[tuple[Span, ...]]) -> SpansRow:
    reading = reading_of(hit.item)
    summary: ItemSummary | None = getattr(hit, "summary", None)
    votes = list(_votes(reading, settings, answers, summary.summary if summary else None))
    columns = hit.item.content.get("columns", {})
    return {
        "hit": hit,
        "template": "research/schemes/spans/summary.html",
        "summary": summary,
        "judgments": len(answers),
        "text": reading.text,
        "pieces": list(_pieces(reading, settings["unit"], answers)),
        "votes": votes,
        "first": sorted(votes, key=lambda vote: -vote.count)[:SHOWN_IN_LIST],
        "none": sum(not answer for answer in answers),
        "gold": known_answer(scheme, hit, settings),
        "why": columns.get(WHY) or "",
    }


def _votes(
    reading: Reading,
    settings: Settings,
    answers: Sequence[tuple[Span, ...]],
    summary: SpanSummary | None,
) -> Iterator[Vote]:
    """Yield the marked and the settled spans, as the summary stores them."""
    times = Counter(span for answer in answers for span in answer)
    stored = (summary.get("voted", ()), summary.get("words", ())) if summary else ((), ())
    voted, words = ({_span(one) for one in spans} for spans in stored)
    for span in sorted({*times, *words}):
        begin, end, label = span
        text = shortened(reading.of(begin, end, settings["unit"]))
        yield Vote(text, label, times[span], len(answers), span in voted, span in words)


def _span(stored: Sequence[int | str]) -> Span:
    begin, end, label = stored
    return int(begin), int(end), str(label)


def _pieces(reading: Reading, unit: str, answers: Sequence[tuple[Span, ...]]) -> Iterator[Piece]:
    """Yield the text in pieces, each with the share of workers who marked it with any label."""
    changes: Counter[int] = Counter()
    for answer in answers:
        for begin, end in _covered(answer):
            first, last = reading.characters(begin, end, unit)
            changes[first] += 1
            changes[last] -= 1
    at = marked = 0
    for edge in [*sorted(changes), len(reading.text)]:
        if edge > at:
            yield Piece(reading.text[at:edge], -(-10 * marked // len(answers)) if answers else 0)
        marked += changes[edge]
        at = edge


def _covered(answer: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the places covered by the spans of an answer, each once."""
    covered_to = -1
    first = None
    for begin, end, _ in sorted(answer):
        if first is not None and begin > covered_to:
            yield first, covered_to
            first = None
        first = begin if first is None else first
        covered_to = max(covered_to, end)
    if first is not None:
        yield first, covered_to


view = SpansView()
