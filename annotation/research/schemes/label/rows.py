"""Labelled texts for pages: the texts, the votes by label and the consensus."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import apnumber

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow
from annotation.schemes.base import InvalidAnswer, Settings
from annotation.schemes.label import scheme
from annotation.schemes.label.answer import names_of, places_of
from annotation.schemes.label.gold_answers import WHY
from annotation.schemes.label.settings import ANY, SCALE
from annotation.schemes.label.texts import texts_of
from annotation.tables.figures.label_figures import LabelSummary

NONE_FITS = "none fits"


@dataclass(frozen=True)
class Vote:
    """The number of judgments that chose a label, of `most`."""

    label: str
    count: int
    most: int


@dataclass(frozen=True)
class Choice:
    """The consensus of the votes; `label` is empty if the best are tied."""

    name: str
    label: str
    support: str
    tied: str = ""


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


def rows_of(campaign: Campaign, hits: Sequence[HIT]) -> list[LabelRow]:
    judged: defaultdict[int, list[list[int]]] = defaultdict(list)
    counting = Judgment.objects.counting().filter(hit__in=[hit.pk for hit in hits]).order_by("pk")
    for hit_id, vector in counting.values_list("hit_id", "vector"):
        judged[hit_id].append(vector)
    return [_row(campaign.settings, hit, judged[hit.pk]) for hit in hits]


def answer_of(campaign: Campaign, judgment: Judgment) -> Answer:
    settings = campaign.settings
    labels = names_of(judgment.vector, settings)
    if settings["kind"] != SCALE:
        return Answer(labels)
    return Answer(labels, judgment.vector[0] + 1, len(settings["labels"]))


def dispute_of(campaign: Campaign, summary: ItemSummary) -> Dispute:
    found: LabelSummary = summary.summary
    undecided = len(found.get("undecided") or found.get("ties") or ())
    return {
        "hit": summary.hit,
        "name": summary.hit.item.text,
        "judgments": summary.judgments,
        "distinct": summary.distinct,
        "disagreement": summary.disagreement,
        "ties": undecided,
        "answer": "" if undecided else _settled(found, campaign.settings),
    }


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
        "gold": _known(hit, settings),
        "why": columns.get(WHY) or "",
    }


def _known(hit: HIT, settings: Settings) -> str:
    """Return the gold answer; one for which the campaign has no label is shown as no answer."""
    try:
        known = scheme.known_vector(hit.item, settings)
    except InvalidAnswer:
        return ""
    return "" if known is None else scheme.written(known, hit.item, settings)


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
    most = max(counts.values())
    best = [names[place] for place, count in sorted(counts.items()) if count == most]
    if len(best) > 1:
        yield Choice("majority", "", f"{most} of {n} each", f"tie of {apnumber(len(best))}")
    else:
        absolute = "more than half" if 2 * most > n else "not more than half"
        yield Choice("majority", best[0], f"{most} of {n}, {absolute}")
    if settings["kind"] == SCALE:
        yield _median(names, sorted(vector[0] for vector in vectors))


def _median(names: Sequence[str], places: Sequence[int]) -> Choice:
    """Return the median; for an even number both middle places, if they differ."""
    n = len(places)
    low, high = places[(n - 1) // 2], places[n // 2]
    if low == high:
        return Choice("median", names[low], f"place {low + 1}")
    return Choice("median", "", "", f"between {names[low]} and {names[high]}")
