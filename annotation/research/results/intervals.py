"""Stored intervals in words, for their figures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from annotation.models import Campaign, CampaignReport
from annotation.research.results.found import FoundInterval, interval_in
from midpath.text.formatting import counted

METHODS = {"bca": "BCa bootstrap", "percentile": "percentile bootstrap"}
NOT_YET = "–"


@dataclass(frozen=True)
class Interval:
    """An interval: `short` is shown next to the figure, `as_of` after it if the figure has changed
    since, and `numbers` in the details, which always have these lines. `low` and `high` are its
    ends."""

    short: str = ""
    as_of: str = ""
    numbers: list[tuple[str, str]] = field(default_factory=list)
    low: float | None = None
    high: float | None = None


def intervals_report(campaign: Campaign) -> CampaignReport | None:
    return CampaignReport.objects.filter(campaign=campaign, kind="intervals").first()


def interval_at(
    report: CampaignReport | None,
    path: tuple[str, ...],
    shown: Callable[[float], str],
    version: int,
) -> Interval:
    """Return the interval of the figure at this path, for this version."""
    found = interval_in(report.results if report else {}, path)
    low, high = found.get("low"), found.get("high")
    if low is None or high is None:
        return Interval(numbers=list(_numbers(found, report, NOT_YET)))
    between = f"{shown(low)} … {shown(high)}"
    return Interval(
        f"{found['level']:.0%} CI {shown(low)}{' to ' if low < 0 else '–'}{shown(high)}",
        as_of(*_made_of(found, report), version),
        list(_numbers(found, report, between)),
        low,
        high,
    )


def as_of(made_of: int, judgments: int, version: int) -> str:
    """Describe the version; empty if the result is of the current version."""
    if made_of == version:
        return ""
    of_version = f"version {made_of:,}"
    return (
        f"as of {counted(judgments, 'judgment')} ({of_version})"
        if judgments
        else (f"as of {of_version}")
    )


def _made_of(found: FoundInterval, report: CampaignReport | None) -> tuple[int, int]:
    """The version and its judgments; results about two campaigns have their own versions."""
    if report is None:
        return 0, 0
    return found.get("version", report.version), found.get("judgments", report.judgments)


def _numbers(
    found: FoundInterval, report: CampaignReport | None, between: str
) -> Iterator[tuple[str, str]]:
    level = f"{found['level']:.0%} interval" if "level" in found else "interval"
    yield level, found.get("reason", between)
    method = METHODS.get(found.get("method", ""), "")
    yield "how", f"{method} over {found['over']}" if method else NOT_YET
    yield "resamples", f"{found['resamples']:,}" if "resamples" in found else NOT_YET
    yield "seed", str(found.get("seed", NOT_YET))
    version, judgments = _made_of(found, report)
    yield "interval of version", f"{version:,}" if version else NOT_YET
    yield "judgments in it", f"{judgments:,}" if judgments else NOT_YET
