"""Versions of a site's policy as pages show them, compared line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypedDict

from django.urls import path

from annotation.models import HIT, Campaign, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow, disputed
from annotation.research.common.names import pseudonym
from annotation.research.common.routes import of_campaign
from annotation.research.schemes.base import Panel, SchemeView
from annotation.research.schemes.document import collection
from annotation.services.datasets.collection import Site, Version, sites_of
from midpath.schemes.document.lines import lines_in, spaced
from midpath.schemes.document.vector import day_of

# In the worst case, the cost of a comparison is the product of the lengths.
MAX_COMPARED = 4_000_000


@dataclass(frozen=True)
class Change:
    """Lines in only one of two versions, after a number of common lines."""

    same: int
    removed: Sequence[str]
    added: Sequence[str]


@dataclass(frozen=True)
class Shown:
    version: Version
    settled: bool
    changes: Sequence[Change]
    too_long: bool

    @property
    def worker(self) -> str:
        return pseudonym(self.version.worker.number)

    @property
    def words(self) -> int:
        return len(self.version.payload["text"].split())

    @property
    def day(self) -> object:
        return day_of(self.version.judgment.vector)


class DocumentRow(ItemRow):
    judgments: int
    category: str
    settled: bool
    chosen: bool
    versions: Sequence[Shown]


class DocumentAnswer(TypedDict):
    """The version that one judgment gives, counted instead of shown."""

    pk: int
    counts: bool
    url: str
    words: int
    subtitles: int


class DocumentView(SchemeView):
    alike = "whether it is the same text, regardless of its date"
    heading = "Comparison of versions"
    judged_as = "version"
    opened = "versions"
    urls = [
        of_campaign("documents/", collection.show, "collection"),
        path("judgments/<int:judgment_id>/choose/", collection.choose, name="choose_version"),
    ]

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[DocumentRow]:
        sites = {site.hit.pk: site for site in sites_of(campaign, hits)}
        return [_row(hit, sites[hit.pk], compared=len(hits) == 1) for hit in hits]

    def answer(self, campaign: Campaign, judgment: Judgment) -> DocumentAnswer:
        payload = judgment.payload
        return {
            "pk": judgment.pk,
            "counts": judgment.counts,
            "url": payload["url"],
            "words": len(payload["text"].split()),
            "subtitles": len(payload["subtitles"]),
        }

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        return {
            **disputed(summary),
            "answer": "",
        }

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [Panel("first", "research/schemes/document/found.html")]


def changes_between(first: Sequence[str], second: Sequence[str]) -> Iterator[Change]:
    same = 0
    for tag, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag == "equal":
            same = b - a
        else:
            yield Change(same, first[a:b], second[c:d])
            same = 0


def _row(hit: HIT, site: Site, *, compared: bool) -> DocumentRow:
    base = site.settled or next(iter(site.versions), None)
    return {
        "hit": hit,
        "template": "research/schemes/document/summary.html",
        "summary": getattr(hit, "summary", None),
        "judgments": len(site.versions),
        "category": hit.item.content.get("category", ""),
        "settled": site.settled is not None,
        "chosen": site.chosen,
        "versions": [_shown(version, base, site, compared) for version in site.versions],
    }


def _shown(version: Version, base: Version | None, site: Site, compared: bool) -> Shown:
    settled = site.settled is version
    if not compared or base is None or version.fingerprint == base.fingerprint:
        return Shown(version, settled, (), too_long=False)
    first, second = _lines(base), _lines(version)
    if len(first) * len(second) > MAX_COMPARED:
        return Shown(version, settled, (), too_long=True)
    return Shown(version, settled, list(changes_between(first, second)), too_long=False)


def _lines(version: Version) -> list[str]:
    return [line for line in map(spaced, lines_in(version.payload["text"])) if line]


view = DocumentView()
