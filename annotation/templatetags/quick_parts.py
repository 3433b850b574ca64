"""Parts that a page has by the hundred, written without a template, which would take a third of the
time of the whole page: the rows of the tables behind charts, and the words of texts with their
cuts."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from annotation.research.schemes.flat.cuts import Place
from annotation.research.schemes.overlay import Line
from annotation.services.progress.figure_history import Point, Reading
from annotation.services.progress.throughput import Bucket
from annotation.templatetags.research import reading

register = template.Library()


@register.filter
def point_rows(points: Sequence[Point]) -> SafeString:
    """Write a row per point. It contains numbers and times only, so nothing needs escaping."""
    return SafeString(
        "".join(
            f"\n<tr>{_count(point.judgments)}"
            f'<td class="number">{point.version:,}</td>{_time(point.at)}\n'
            f"{''.join(map(_cell, point.readings))}</tr>"
            for point in points
        )
    )


@register.filter
def bucket_rows(buckets: Sequence[Bucket]) -> SafeString:
    """Write a row per bucket, of numbers and times as well."""
    return SafeString(
        "".join(
            f"\n<tr>{_time(bucket.at)}{_count(bucket.judgments)}{_count(bucket.so_far)}</tr>"
            for bucket in buckets
        )
    )


def _count(number: int) -> str:
    return f'<td class="number" data-value="{number}">{number:,}</td>'


def _time(at: datetime) -> str:
    here = localtime(at)
    said = f"{here.day} {here:%b %H:%M:%S}"
    return f'<td class="nowrap"><time datetime="{here.isoformat()}">{said}</time></td>'


def _cell(one: Reading) -> str:
    if one.value is None:
        return f'<td class="number" data-value="">{reading(None)}</td>'
    start = f'<td class="number told" data-value="{one.value}"'
    if one.low is None:
        return f"{start}>{reading(one.value)}</td>"
    ends = f'<span class="ends">{reading(one.low)} … {reading(one.high)}</span>'
    return f'{start} data-low="{one.low}" data-high="{one.high}">{reading(one.value)} {ends}</td>'


@register.filter
def words_with_cuts(strip: Sequence[Place]) -> SafeString:
    """Write words with a mark between them that is as full as the share of workers who cut
    there."""

    @cache
    def mark(count: int, of: int) -> str:
        line = Line("", count, of)
        return (
            f'<svg class="gap {line.tone}" viewBox="0 0 4 18" aria-hidden="true">'
            f'<title>{count} of {of}</title><rect class="track" width="4" height="18" rx="2"/>'
            f'<rect class="rise" y="{line.top}" width="4" height="{line.rise}" rx="2"/></svg>'
        )

    return SafeString(
        "\n".join(
            f"<span>{escape(place.word)}</span>"
            + (f"\n{mark(place.cuts.count, place.cuts.of)}" if place.cuts else "")
            for place in strip
        )
    )
