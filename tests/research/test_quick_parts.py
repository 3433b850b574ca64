"""Parts that are written without a template are what a template would write."""

from datetime import UTC, datetime

from django.template import engines

from annotation.research.schemes.flat.cuts import strip_of
from annotation.services.progress.figure_history import Point, Reading
from annotation.services.progress.throughput import Bucket
from annotation.templatetags.quick_parts import bucket_rows, point_rows, words_with_cuts

AT = datetime(2026, 11, 3, 9, 5, 7, 120_000, tzinfo=UTC)
POINTS = [
    Point(1, AT, 2, [Reading(None, None, None), Reading(-0.25, None, None)]),
    Point(1204, AT, 98_765, [Reading(0.5, 0.25, 0.75), Reading(0.0, -0.0001, 1.0)]),
]
BUCKETS = [Bucket(AT, 12, 3456, 60), Bucket(AT, 0, 3456, 60)]
POINT_ROWS = """{% for point in points %}
<tr><td class="number" data-value="{{ point.judgments }}">{{ point.judgments|intcomma }}</td>\
<td class="number">{{ point.version|intcomma }}</td>\
<td class="nowrap"><time datetime="{{ point.at.isoformat }}">\
{{ point.at|date:"j M H:i:s" }}</time></td>
{% for one in point.readings %}\
<td class="number{% if one.value is not None %} told{% endif %}" \
data-value="{{ one.value|default_if_none:'' }}"\
{% if one.low is not None %} data-low="{{ one.low }}" data-high="{{ one.high }}"{% endif %}>\
{{ one.value|reading }}\
{% if one.low is not None %} \
<span class="ends">{{ one.low|reading }} … {{ one.high|reading }}</span>{% endif %}</td>\
{% endfor %}</tr>{% endfor %}"""
BUCKET_ROWS = """{% for bucket in buckets %}
<tr><td class="nowrap"><time datetime="{{ bucket.at.isoformat }}">\
{{ bucket.at|date:"j M H:i:s" }}</time></td>\
<td class="number" data-value="{{ bucket.judgments }}">{{ bucket.judgments|intcomma }}</td>\
<td class="number" data-value="{{ bucket.so_far }}">{{ bucket.so_far|intcomma }}</td></tr>\
{% endfor %}"""


STRIP = strip_of(["<b>one", "& two", "three", "three"], [0, 4, 10], 10)
WORDS = """{% for place in strip %}<span>{{ place.word }}</span>\
{% with cut=place.cuts %}{% if cut %}
<svg class="gap {{ cut.tone }}" viewBox="0 0 4 18" aria-hidden="true">\
<title>{{ cut.count }} of {{ cut.of }}</title><rect class="track" width="4" height="18" rx="2"/>\
<rect class="rise" y="{{ cut.top }}" width="4" height="{{ cut.rise }}" rx="2"/></svg>{% endif %}\
{% endwith %}{% if not forloop.last %}
{% endif %}{% endfor %}"""


def _by_template(source: str, **context: object) -> str:
    return str(engines["django"].from_string(source).render(context))


def test_rows_of_points_are_as_a_template_would_write_them() -> None:
    assert point_rows(POINTS) == _by_template(POINT_ROWS, points=POINTS)


def test_rows_of_buckets_are_as_a_template_would_write_them() -> None:
    assert bucket_rows(BUCKETS) == _by_template(BUCKET_ROWS, buckets=BUCKETS)


def test_words_with_cuts_are_as_a_template_would_write_them() -> None:
    assert words_with_cuts(STRIP) == _by_template(WORDS, strip=STRIP)


def test_nothing_is_written_of_nothing() -> None:
    assert point_rows([]) == bucket_rows([]) == words_with_cuts([]) == ""
