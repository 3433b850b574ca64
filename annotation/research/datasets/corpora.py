"""Documents and pairs on pages: counts as averages, histograms, short texts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Any

from annotation.models import Item
from midpath.exchange.pairs.content import STRATUM_NAMES, as_decimal
from midpath.exchange.segments import segments_of
from midpath.schemes.passages import passage_of

TALL, BAR = 96, 10


@dataclass(frozen=True)
class Bin:
    low: float
    high: float
    count: int
    x: int
    y: float
    height: float


@dataclass(frozen=True)
class Similarities:
    """Bar heights on a logarithmic scale, since similar segments are rare."""

    bins: Sequence[Bin]
    width: int
    tall: int = TALL
    bar: int = BAR - 2


@dataclass(frozen=True)
class PairRow:
    name: str
    content: Mapping[str, Any]

    @property
    def cosine(self) -> str:
        similarity = self.content["similarity"]
        return "" if similarity is None else as_decimal(similarity)[:-3].lstrip("0") or "0"

    @property
    def stratum(self) -> str:
        return stratum_name(self.content["stratum"])

    @property
    def sides(self) -> list[tuple[str, Mapping[str, Any]]]:
        return [(name, self.content[name]) for name in ("left", "right")]


def similarities(counts: Sequence[int]) -> Similarities:
    most = log1p(max(counts, default=0)) or 1
    bins = []
    for place, count in enumerate(counts):
        height = round(TALL * log1p(count) / most, 1)
        low, high = place / len(counts), (place + 1) / len(counts)
        bins.append(Bin(low, high, count, place * BAR, TALL - height, height))
    return Similarities(bins, len(counts) * BAR)


def stratum_name(stratum: int | str | None) -> str:
    if stratum is None:
        return ""
    return STRATUM_NAMES[stratum] if isinstance(stratum, int) else stratum


def document_rows(
    documents: Iterable[tuple[int, str, Mapping[str, Any]]],
) -> list[dict[str, object]]:
    return [
        {
            "position": position,
            "name": name,
            "category": content["category"],
            "sections": len(content["sections"]),
            "paragraphs": len(segments_of(content, "paragraphs")),
            "words": sum(section.words for section in segments_of(content, "sections")),
        }
        for position, name, content in documents
    ]


def part_rows(items: Iterable[Item]) -> list[dict[str, object]]:
    """Return the rows of sections or paragraphs that are separate items."""
    return [
        {
            "position": item.position,
            "name": item.text,
            "text": (text := passage_of(item.content).text),
            "words": len(text.split()),
        }
        for item in items
    ]


def facts_of(details: Mapping[str, Any], *, described: bool = False) -> dict[str, object]:
    """Return the counts of pairs from their import or sample; only the gold answers if the page
    describes the sample."""
    strata = [(stratum_name(name), count) for name, count in details.get("by_stratum", [])]
    bins = details.get("similarities")
    return {
        "gold": details.get("gold", {}),
        "by_stratum": [] if described else strata,
        "known_similarities": similarities(bins) if bins and not described else None,
    }


def question_row(position: int, content: Mapping[str, Any], document: str) -> dict[str, object]:
    return {
        "position": position,
        "question": content["question"],
        "document": document,
        "category": content.get("category", ""),
        "options": len(content.get("options", ())),
    }
