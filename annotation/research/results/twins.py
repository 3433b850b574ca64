"""Workers with identical answers: groups of twins, followers, and workers who joined together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Campaign, WorkerSignals
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.common.downloads import csv_file, file_name
from annotation.research.common.names import pseudonym
from annotation.research.common.replica import may_be_old
from annotation.research.common.return_links import just_excluded
from annotation.research.results.no_report import why_no_report
from annotation.research.results.signals import LOOKS, NO_REPORT, alike_said, campaign_and_report
from annotation.services.work.join_traces import Together, joined_together, together
from midpath.tables.comma_separated import csv_of
from midpath.tables.reading import state_shown
from midpath.tables.table import Column, Row, Table
from midpath.text.formatting import counted

MAX_LISTED = 200
MAX_NAMED = 8
MAX_GROUPS = 20
DIRECTIONS = {-1: "they follow this twin", 0: "", 1: "this twin follows them"}
COLUMNS = (
    Column("texts in common", "count"),
    Column("identical answers", "count"),
    Column("expected by chance", decimals=1),
    Column("answered after the twin", "count"),
    Column("identical among those", "count"),
    Column("p, corrected"),
    Column("direction", "text"),
)


@dataclass(frozen=True)
class Closest:
    """The most certain twin of a worker."""

    name: str
    texts: int
    same: int
    expected: float
    after: int
    direction: str


@dataclass(frozen=True)
class Member:
    one: WorkerSignals
    closest: Closest

    @property
    def name(self) -> str:
        return pseudonym(self.one.enrolment.worker.number)

    @property
    def state(self) -> str:
        return state_shown(self.one.state, self.one.lost_since)

    @property
    def look(self) -> str:
        return LOOKS.get(self.one.state, "")

    @property
    def status(self) -> str:
        return "excluded" if self.one.enrolment.excluded_at else ""


@dataclass(frozen=True)
class Group:
    number: int
    members: Sequence[Member]
    joined: Together

    @property
    def said(self) -> list[str]:
        """Describe in sentences how many of them joined together."""
        ways = (
            (self.joined.minute, "joined within one minute"),
            (self.joined.address, "joined from one network address"),
            (self.joined.browser, "joined in one browser"),
        )
        return [f"{workers:,} of them {way}." for workers, way in ways if workers]


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign, report = campaign_and_report(request, campaign_id)
    found = list(_twinned(campaign)[:MAX_LISTED]) if report else []
    followers = list(_followers(campaign)[:MAX_LISTED]) if report else []
    shared = joined_together(campaign)
    groups = {way: rows[:MAX_GROUPS] for way, rows in shared.items()}
    names = _names(campaign, [*_named(found, followers), *_all_of(groups)])
    context = campaign_context(campaign) | {
        "report": report,
        "none": "" if report else why_no_report(campaign, NO_REPORT),
        "reason": report.results["reason"] if report else "",
        "alike": alike_said(report.results) if report else [],
        "compared": report.results.get("pairs", 0) if report else 0,
        "sampled": report.results.get("sampled", 0) if report else 0,
        "groups": list(_groups(campaign, found, names)),
        "followers": [
            (one, pseudonym(one.enrolment.worker.number), _whom(one, names)) for one in followers
        ],
        "shared": [
            (way, len(shared[way]), [_listed(row, names) for row in rows])
            for way, rows in groups.items()
        ],
        "listed": MAX_LISTED,
        "here": request.path,
        "undo": just_excluded(request, campaign),
    }
    return render(request, "research/results/twins.html", context)


@needs(to_read=Capability.SEE_WORKERS)
@may_be_old
def as_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign, _ = campaign_and_report(request, campaign_id)
    workers = campaign.enrolments.values_list("pk", "worker__number")
    names = {pk: pseudonym(number) for pk, number in workers}
    table = Table(
        key="twins",
        title="Twins",
        first="worker",
        columns=[Column("twin", "text"), Column("group", "count"), *COLUMNS],
        rows=list(_rows(_twinned(campaign).iterator(500), names)),
    )
    return csv_file(csv_of(table), file_name(campaign.name, "twins.csv"))


def _rows(found: Iterable[WorkerSignals], names: Mapping[int, str]) -> Iterator[Row]:
    for one in found:
        for twin, texts, same, expected, after, same_after, p, side in one.twin_pairs:
            common = (texts, same, expected, after, same_after, p, DIRECTIONS[side])
            yield Row(names[one.pk], (names.get(twin, "–"), one.cluster, *common))


def _twinned(campaign: Campaign) -> QuerySet[WorkerSignals]:
    return _signals(campaign).filter(twins__gt=0).order_by("cluster", "-twins", "enrolment")


def _followers(campaign: Campaign) -> QuerySet[WorkerSignals]:
    return _signals(campaign).filter(follows=True).order_by("enrolment")


def _signals(campaign: Campaign) -> QuerySet[WorkerSignals]:
    return campaign.signals.select_related("enrolment__worker").defer("ranks")


def _named(found: Sequence[WorkerSignals], followers: Sequence[WorkerSignals]) -> Iterator[int]:
    for one in found:
        yield one.twin_pairs[0][0]
    for one in followers:
        yield from (who for who, _, _ in _followed(one))


def _all_of(groups: Mapping[str, Sequence[Sequence[int]]]) -> Iterator[int]:
    for rows in groups.values():
        for row in rows:
            yield from row[:MAX_NAMED]


def _names(campaign: Campaign, enrolments: Iterable[int]) -> dict[int, str]:
    rows = campaign.enrolments.filter(pk__in=set(enrolments))
    return {pk: pseudonym(number) for pk, number in rows.values_list("pk", "worker__number")}


def _groups(
    campaign: Campaign, found: Sequence[WorkerSignals], names: Mapping[int, str]
) -> Iterator[Group]:
    clusters = {
        number or 0: list(members) for number, members in groupby(found, lambda one: one.cluster)
    }
    joined = together(
        campaign, {number: [one.pk for one in ones] for number, ones in clusters.items()}
    )
    for number, ones in clusters.items():
        yield Group(number, [Member(one, _closest(one, names)) for one in ones], joined[number])


def _closest(one: WorkerSignals, names: Mapping[int, str]) -> Closest:
    twin, texts, same, expected, after, _, _, side = one.twin_pairs[0]
    return Closest(names.get(twin, "–"), texts, same, expected, after, DIRECTIONS[side])


def _followed(one: WorkerSignals) -> list[list[int]]:
    return one.followed["whom"] if one.followed else []


def _whom(one: WorkerSignals, names: Mapping[int, str]) -> str:
    whom = _followed(one)[:MAX_NAMED]
    return ", ".join(f"{names.get(who, '–')} ({same} of {texts})" for who, texts, same in whom)


def _listed(row: Sequence[int], names: Mapping[int, str]) -> str:
    listed = ", ".join(names[pk] for pk in row[:MAX_NAMED] if pk in names)
    more = len(row) - MAX_NAMED
    return f"{counted(len(row), 'worker')}: {listed}{f' and {more:,} more' if more > 0 else ''}"
