"""Labelled texts for pages: the texts, the votes by label and the consensus."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.charts import Chart
from annotation.research.common.item_rows import (
    Choice,
    Dispute,
    ItemRow,
    disputed,
    judged_in,
    known_answer,
    majority_of,
)
from annotation.research.schemes.base import Link, Panel, SchemeView
from annotation.research.schemes.label.crowd import NONE_FITS, charts_of, line_of
from annotation.research.schemes.label.labels import definitions_of, labels_of
from annotation.schemes.label import scheme
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import names_of, places_of
from midpath.schemes.label.gold_answers import WHY
from midpath.schemes.label.settings import ANY, ONE, SCALE
from midpath.schemes.label.texts import texts_of
from midpath.tables.figures.crowd_figures import CrowdFigures, CrowdLine
from midpath.tables.figures.label_figures import LabelSummary

WHOLE = "α here compares whole answers without an order, so it differs from the α of the dashboard."


@dataclass(frozen=True)
class Vote:
    """The number of judgments that chose a label, of `most`."""

    label: str
    count: int
    most: int


@dataclass(frozen=True)
class Answer:
    """One judgment: the chosen labels and, on a scale, the place and the number of places."""

    labels: Sequence[str]
    place: int | None = None
    of: int = 0

    @property
    def none(self) -> bool:
        return not self.labels


class LabelRow(ItemRow):
    judgments: int
    texts: Sequence[Mapping[str, object]]
    votes: Sequence[Vote]
    consensus: Sequence[Choice]
    gold: str
    why: str


class LabelView(SchemeView):
    alike = (
        "whether it is the same label; F1 for any number of labels, closeness of the places on "
        "a scale"
    )
    heading = "The text and its votes"
    unlike = "how far apart their judgments are"
    opened = "votes"
    settled = "items"

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[LabelRow]:
        judged: defaultdict[int, list[list[int]]] = defaultdict(list)
        for hit_id, vector in judged_in(hits).values_list("hit_id", "vector"):
            judged[hit_id].append(vector)
        return [_row(campaign.settings, hit, judged[hit.pk]) for hit in hits]

    def answer(self, campaign: Campaign, judgment: Judgment) -> Answer:
        settings = campaign.settings
        labels = names_of(judgment.vector, settings)
        if settings["kind"] != SCALE:
            return Answer(labels)
        return Answer(labels, judgment.vector[0] + 1, len(settings["labels"]))

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        found: LabelSummary = summary.summary
        undecided = len(found.get("undecided") or found.get("ties") or ())
        return {
            **disputed(summary, undecided),
            "name": summary.hit.item.text,
            "answer": "" if undecided else _settled(found, campaign.settings),
        }

    def crowd_charts(self, campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
        return charts_of(campaign, results)

    def consensus_line(self, campaign: Campaign, line: CrowdLine) -> dict[str, object]:
        return line_of(campaign, line)

    def planner_note(self, campaign: Campaign) -> str:
        return "" if campaign.settings["kind"] == ONE else WHOLE

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/label/labels.html",
                "research/schemes/label/live_labels.html",
                lambda: {"labels": labels_of(campaign), "definitions": definitions_of(campaign)},
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("crowd", "Consensus", reverse("research:crowd", args=(campaign.pk,)))]


def _settled(summary: LabelSummary, settings: Settings) -> str:
    if settings["kind"] == ANY:
        return ", ".join(summary.get("chosen") or ()) or NONE_FITS
    winner = summary.get("winner") or ""
    if settings["kind"] == SCALE and winner:
        return str(settings["labels"][int(winner) - 1]["label"])
    return str(winner)


def _row(settings: Settings, hit: HIT, vectors: Sequence[Sequence[int]]) -> LabelRow:
    names = [one["label"] for one in settings["labels"]]
    counts = Counter(place for vector in vectors for place in places_of(vector, settings))
    votes = [Vote(name, counts[place], max(len(vectors), 1)) for place, name in enumerate(names)]
    if settings["kind"] == ANY and (none := sum(not vector[0] for vector in vectors)):
        votes.append(Vote(NONE_FITS, none, len(vectors)))
    columns = hit.item.content.get("columns", {})
    return {
        "hit": hit,
        "template": "research/schemes/label/summary.html",
        "summary": getattr(hit, "summary", None),
        "judgments": len(vectors),
        "texts": texts_of(hit.item, settings),
        "votes": votes,
        "consensus": list(_consensus(settings, names, vectors, counts)) if vectors else [],
        "gold": known_answer(scheme, hit, settings),
        "why": columns.get(WHY) or "",
    }


def _consensus(
    settings: Settings,
    names: Sequence[str],
    vectors: Sequence[Sequence[int]],
    counts: Counter[int],
) -> Iterator[Choice]:
    """Yield the majority vote: a label, or if several may be chosen, each that more than half
    chose; on a scale the median as well."""
    n = len(vectors)
    if settings["kind"] == ANY:
        chosen = [name for place, name in enumerate(names) if 2 * counts[place] > n]
        half = [name for place, name in enumerate(names) if 2 * counts[place] == n]
        yield Choice("more than half", ", ".join(chosen) or NONE_FITS, f"of {n}")
        if half:
            yield Choice("half of them", "", f"of {n}", ", ".join(half))
        return
    yield majority_of("majority", {name: counts[place] for place, name in enumerate(names)})
    if settings["kind"] == SCALE:
        yield _median(names, sorted(vector[0] for vector in vectors))


def _median(names: Sequence[str], places: Sequence[int]) -> Choice:
    """Return the median; for an even number both middle places, if they differ."""
    n = len(places)
    low, high = places[(n - 1) // 2], places[n // 2]
    if low == high:
        return Choice("median", names[low], f"place {low + 1}")
    return Choice("median", "", "", f"between {names[low]} and {names[high]}")


view = LabelView()
