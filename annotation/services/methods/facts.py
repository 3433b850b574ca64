"""Collect the facts about a campaign for a paper. Figures, intervals and money are the stored ones
shown on pages; people and judgments are counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, cast

from django.conf import settings
from django.db.models import Case, CharField, Count, F, Max, Min, Q, Value, When
from django.urls import reverse

from annotation.models import (
    Campaign,
    CampaignReport,
    Judgment,
    PreAnnotation,
    Snapshot,
    SnapshotFile,
    Worker,
)
from annotation.models.people.worker import PROGRAMS
from annotation.models.work.suggestion import TENTHS
from annotation.schemes import scheme_of
from annotation.schemes.base import Figure, Scheme
from annotation.services.pay.overview import Money, money_of
from annotation.services.snapshots.keys import public_address
from midpath.json_types import JsonMapping
from midpath.snapshots.manifest import MANIFEST
from midpath.tables.figures.suggestion_arms import Arms

OTHERWISE = "otherwise"
# Why a judgment is in no figure; of several reasons, the first is reported.
OUT = {
    "withdrawn": Q(assignment__enrolment__withdrawn_at__isnull=False),
    "excluded": Q(assignment__enrolment__excluded_at__isnull=False),
    "rejected": Q(review=Judgment.Review.REJECTED),
    "set_aside": Q(review=Judgment.Review.SET_ASIDE),
    "repeated": Q(repeat=True),
    "known": Q(hit__known=True),
    "late": Q(took_slot=False),
}


@dataclass(frozen=True)
class ReportedFigure:
    """A figure as pages show it, with its interval; `value` is None if it is undefined, for the
    `reason`."""

    figure: Figure
    value: float | None
    reason: str
    interval: JsonMapping
    version: int

    @property
    def has_interval(self) -> bool:
        return self.value is not None and self.interval.get("low") is not None


@dataclass(frozen=True)
class Source:
    """The number of workers of one kind who gave judgments, and how they came."""

    key: str
    label: str
    workers: int

    @property
    def is_program(self) -> bool:
        return self.key in PROGRAMS


class SnapshotReference(NamedTuple):
    """The snapshot with these judgments: the SHA-256 of its manifest, and its public address, if it
    is published."""

    digest: str
    address: str


class Suggested(NamedTuple):
    """The share of HITs on which workers started from a suggestion, and the figures of both arms,
    None until they are computed."""

    share: float
    arms: Arms | None


@dataclass(frozen=True)
class Facts:
    """`given` counts all judgments, `used` those in the figures. `out` counts the others by reason,
    and `excluded` the excluded workers by reason.
    """

    campaign: Campaign
    scheme: Scheme
    sources: Sequence[Source]
    given: int
    used: int
    first_at: datetime | None
    last_at: datetime | None
    out: Mapping[str, int]
    excluded: Mapping[str, int]
    figures: Sequence[ReportedFigure]
    money: Money
    midpath: str
    snapshot: SnapshotReference | None
    suggested: Suggested | None

    @property
    def workers(self) -> int:
        return sum(source.workers for source in self.sources)

    @property
    def version(self) -> int:
        return self.campaign.agreement.version


def facts_of(campaign: Campaign) -> Facts:
    judgments = Judgment.objects.filter(campaign=campaign).aggregate(
        given=Count("pk"), first_at=Min("submitted_at"), last_at=Max("submitted_at")
    )
    enrolments = campaign.enrolments.filter(submitted__gt=0)
    by_source = enrolments.order_by().values_list("worker__source").annotate(n=Count("pk"))
    excluded = campaign.enrolments.filter(excluded_at__isnull=False).order_by()
    reasons = excluded.values_list("exclusion_reason").annotate(n=Count("pk"))
    labels = dict(Worker.Source.choices)
    return Facts(
        campaign=campaign,
        scheme=scheme_of(campaign),
        sources=[Source(key, labels[key], n) for key, n in sorted(by_source, key=lambda s: -s[1])],
        given=judgments["given"],
        used=campaign.agreement.judgments,
        first_at=judgments["first_at"],
        last_at=judgments["last_at"],
        out=_out_of_figures(campaign),
        excluded=dict(sorted(reasons, key=lambda row: (-row[1], row[0]))),
        figures=list(_figures(campaign)),
        money=money_of([campaign])[0],
        midpath=settings.MIDPATH_VERSION,
        snapshot=_snapshot(campaign),
        suggested=_suggested(campaign),
    )


def _suggested(campaign: Campaign) -> Suggested | None:
    tenths = PreAnnotation.objects.filter(campaign=campaign).values_list("tenths", flat=True)
    if not tenths:
        return None
    report = campaign.reports.filter(kind=CampaignReport.Kind.ARMS).first()
    return Suggested(tenths[0] / TENTHS, cast(Arms, report.results) if report else None)


def _snapshot(campaign: Campaign) -> SnapshotReference | None:
    """Return the newest snapshot of the reported version, preferably a published one."""
    files = SnapshotFile.objects.filter(
        name=MANIFEST,
        run=F("snapshot__run"),
        snapshot__campaign=campaign,
        snapshot__status=Snapshot.Status.READY,
        snapshot__problem="",
        snapshot__filter={},
        snapshot__results__version=campaign.agreement.version,
    )
    code = Case(
        When(snapshot__publication__withdrawn_at=None, then=F("snapshot__publication__code"))
    )
    rows = files.annotate(code=code).order_by(F("code").asc(nulls_last=True), "-pk")
    found = rows.values_list("digest", "code").first()
    if found is None:
        return None
    digest, published = found
    address = public_address(reverse("published", args=[published])) if published else ""
    return SnapshotReference(digest, address)


def _out_of_figures(campaign: Campaign) -> dict[str, int]:
    """Return the number of judgments not in the figures, by the first reason that applies."""
    out = Judgment.objects.filter(campaign=campaign, counts=False).order_by()
    whens = [When(condition, then=Value(name)) for name, condition in OUT.items()]
    reason = Case(*whens, default=Value(OTHERWISE), output_field=CharField())
    counts = dict(out.annotate(why=reason).values_list("why").annotate(n=Count("pk")))
    return {name: counts[name] for name in (*OUT, OTHERWISE) if name in counts}


def _figures(campaign: Campaign) -> list[ReportedFigure]:
    report = CampaignReport.objects.filter(
        campaign=campaign, kind=CampaignReport.Kind.INTERVALS
    ).first()
    reported = []
    for figure in scheme_of(campaign).figures:
        found = _at(campaign.agreement.figures, figure.path)
        interval = _at(report.results if report else {}, figure.path)
        reported.append(
            ReportedFigure(
                figure,
                found.get("value"),
                str(found.get("reason", "")) or ("" if found else "Nothing is judged yet."),
                interval,
                interval.get("version", report.version if report else 0),
            )
        )
    return reported


def _at(figures: Mapping[str, object], path: Sequence[str]) -> JsonMapping:
    found: object = figures
    for step in path:
        found = found.get(step, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}
