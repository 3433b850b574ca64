"""Stored intervals in words, beside the figures that they belong to."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.models import Campaign, CampaignReport

METHODS = {"bca": "BCa bootstrap", "percentile": "percentile bootstrap"}
NOT_YET = "–"


@dataclass(frozen=True)
class Interval:
    """`short` stands beside the figure, `numbers` in what opens below it. Before there is one the
    same lines stand empty, so that nothing moves when it comes."""

    short: str = ""
    numbers: list[tuple[str, str]] = field(default_factory=list)


def intervals_report(campaign: Campaign) -> CampaignReport | None:
    return CampaignReport.objects.filter(campaign=campaign, kind="intervals").first()


def interval_at(
    report: CampaignReport | None, path: tuple[str, ...], shown: Callable[[float], str]
) -> Interval:
    found: Any = report.results if report else {}
    for step in path:
        found = found.get(step, {}) if isinstance(found, Mapping) else {}
    if not isinstance(found, Mapping) or found.get("low") is None:
        return Interval(numbers=list(_numbers(found, report, NOT_YET)))
    between = f"{shown(found['low'])} … {shown(found['high'])}"
    return Interval(f"{found['level']:.0%} {between}", list(_numbers(found, report, between)))


def _numbers(
    found: Mapping[str, Any], report: CampaignReport | None, between: str
) -> Iterator[tuple[str, str]]:
    level = f"{found['level']:.0%} interval" if "level" in found else "interval"
    yield level, found.get("reason", between)
    method = METHODS.get(found.get("method", ""), "")
    yield "how", f"{method} over {found['over']}" if method else NOT_YET
    yield "resamples", f"{found['resamples']:,}" if "resamples" in found else NOT_YET
    yield "seed", str(found.get("seed", NOT_YET))
    yield "interval of version", f"{report.version:,}" if report else NOT_YET
