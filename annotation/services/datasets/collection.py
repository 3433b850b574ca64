"""Merge the versions of each site's policy into one, and create a dataset of documents from
them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from django.db import transaction

from annotation.models import HIT, Campaign, Dataset, Decision, Judgment, User, Worker
from annotation.services.datasets.dataset_writer import create_dataset, unused_name
from annotation.services.decisions.decide import accept_judgment
from annotation.services.errors import Conflict, Invalid
from midpath.exchange.corpora.document_sizes import document_sizes
from midpath.exchange.prose import paragraphs_of, split_at
from midpath.exchange.segments import count_documents
from midpath.json_types import JsonMapping
from midpath.schemes.document.lines import lines_in, spaced
from midpath.schemes.document.vector import fingerprint_of

COLLECTION = "document"
NEAR, COMMON = 0.9, 100


@dataclass(frozen=True)
class Version:
    """A version of a site's policy, by one worker or by an adjudicator."""

    judgment: Judgment | Decision

    @property
    def worker(self) -> Worker:
        """Return the worker of the version; None for an adjudicator's."""
        return cast(Judgment, self.judgment).assignment.enrolment.worker

    @property
    def payload(self) -> JsonMapping:
        found: Mapping[str, object] = self.judgment.payload
        return found

    @property
    def fingerprint(self) -> tuple[int, ...]:
        return fingerprint_of(self.judgment.vector)


@dataclass(frozen=True)
class Site:
    """A site with its versions. `settled` is the adjudicator's decision, else the first version
    with the text that more than half of the workers copied, else None."""

    hit: HIT
    versions: Sequence[Version]
    settled: Version | None
    chosen: bool

    @property
    def name(self) -> str:
        return self.hit.item.text


@dataclass(frozen=True)
class Duplicate:
    """Two sites with equal or nearly equal settled texts."""

    first: str
    second: str
    equal: bool


def sites_of(
    campaign: Campaign, hits: Sequence[HIT] | None = None, *, texts: bool = True
) -> list[Site]:
    """Return the sites in the dataset's order, with the versions that count. Without `texts` the
    versions have no payloads, so that many are read quickly."""
    wanted = HIT.objects.filter(campaign=campaign).select_related("item")
    decisions = Decision.objects.final().filter(campaign=campaign)
    if hits is not None:
        wanted = wanted.filter(pk__in=[hit.pk for hit in hits])
        decisions = decisions.filter(hit__in=[hit.pk for hit in hits])
    if not texts:
        decisions = decisions.defer("payload")
    decided = {one.hit_id: one for one in decisions}
    found: defaultdict[int, list[Version]] = defaultdict(list)
    for version in versions_of(campaign, hits, texts=texts):
        found[version.judgment.hit_id].append(version)
    return [
        _site(hit, found[hit.pk], decided.get(hit.pk)) for hit in wanted.order_by("item__position")
    ]


def versions_of(
    campaign: Campaign, hits: Sequence[HIT] | None = None, *, texts: bool = True
) -> Iterator[Version]:
    """Yield the versions that count, of all HITs or of these."""
    judgments = Judgment.objects.counting().filter(campaign=campaign)
    if hits is not None:
        judgments = judgments.filter(hit__in=[hit.pk for hit in hits])
    if not texts:
        judgments = judgments.defer("payload")
    for judgment in judgments.select_related("assignment__enrolment__worker").order_by("pk"):
        yield Version(judgment)


def require_collection(campaign: Campaign) -> None:
    if campaign.scheme != COLLECTION:
        raise Invalid(f"“{campaign}” does not collect documents: it has a different scheme.")


def choose_version(*, judgment: Judgment, user: User) -> None:
    """Choose this version for its site, replacing an earlier choice."""
    if judgment.campaign.scheme != COLLECTION:
        raise Invalid("You can only choose versions of collected documents.")
    accept_judgment(judgment=judgment, user=user)


def duplicates_among(sites: Sequence[Site]) -> list[Duplicate]:
    """Return the pairs of sites whose settled texts are equal or share nine tenths of their
    distinct lines. Lines on more than a hundred sites, such as headings, are not compared.
    """
    texts = {site.name: _lines(site.settled) for site in sites if site.settled}
    marks = {site.name: site.settled.fingerprint for site in sites if site.settled}
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for name, lines in texts.items():
        for line in lines:
            holders[line].append(name)
    shared = Counter[tuple[str, str]]()
    for names in holders.values():
        if len(names) <= COMMON:
            shared.update(combinations(names, 2))
    found = []
    for (first, second), count in shared.items():
        equal = marks[first] == marks[second]
        together = len(texts[first] | texts[second])
        if equal or count / together >= NEAR:
            found.append(Duplicate(first, second, equal))
    return found


def make_documents(
    *, campaign: Campaign, user: User, name: str, without_duplicates: bool
) -> tuple[Dataset, int]:
    """Create a document from each settled site, divided at its subtitles. Return the dataset and
    the number of sites that are not settled.

    With `without_duplicates` only the first of duplicate sites is included."""
    require_collection(campaign)
    with transaction.atomic():
        sites = sites_of(campaign)
        settled = [site for site in sites if site.settled]
        if not settled:
            raise Conflict(
                "No site is settled yet. A site is settled when more than half of its workers "
                "copied the same text, or when you choose a version."
            )
        left_out = {two.second for two in duplicates_among(sites)} if without_duplicates else set()
        rows = [(site.name, _document(site)) for site in settled if site.name not in left_out]
        dataset = create_dataset(
            project=campaign.dataset.project,
            user=user,
            name=unused_name(campaign.dataset.project, name),
            kind=Dataset.Kind.DOCUMENTS,
            details={
                "statistics": count_documents(content for _, content in rows),
                "sizes": document_sizes(content for _, content in rows),
            },
            rows=rows,
            verb="dataset.created",
            collected_by=campaign.pk,
        )
    return dataset, len(sites) - len(settled)


def _site(hit: HIT, versions: Sequence[Version], decision: Decision | None) -> Site:
    if decision is not None:
        accepted = decision.judgment_id if decision.how == Decision.How.ACCEPTED else None
        of_worker = (one for one in versions if one.judgment.pk == accepted)
        return Site(hit, versions, next(of_worker, Version(decision)), chosen=True)
    votes = Counter(version.fingerprint for version in versions)
    for version in versions:
        if 2 * votes[version.fingerprint] > len(versions) > 1:
            return Site(hit, versions, version, chosen=False)
    return Site(hit, versions, None, chosen=False)


def _lines(version: Version) -> set[str]:
    return set(filter(None, map(spaced, lines_in(version.payload["text"]))))


def _document(site: Site) -> dict[str, object]:
    payload = site.settled.payload if site.settled else {}
    sections, _ = split_at(payload["text"], payload["subtitles"])
    return {
        "category": site.hit.item.content.get("category", ""),
        "sections": [
            {"title": title[:1000], "paragraphs": paragraphs_of(text)} for title, text in sections
        ],
        "columns": {"url": payload["url"], "updated_on": payload["updated_on"]},
    }
