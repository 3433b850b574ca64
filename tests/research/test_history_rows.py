"""The rows of the tables behind a dashboard's charts are what templates would write."""

from datetime import UTC, datetime

from django.template import engines

from annotation.services.campaigns.figure_history import Bucket, Point, Reading
from annotation.templatetags.history_rows import bucket_rows, point_rows

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


def _by_template(source: str, **context: object) -> str:
    return str(engines["django"].from_string(source).render(context))


def test_rows_of_points_are_as_a_template_would_write_them() -> None:
    assert point_rows(POINTS) == _by_template(POINT_ROWS, points=POINTS)


def test_rows_of_buckets_are_as_a_template_would_write_them() -> None:
    assert bucket_rows(BUCKETS) == _by_template(BUCKET_ROWS, buckets=BUCKETS)


def test_nothing_is_written_without_points_or_buckets() -> None:
    assert point_rows([]) == bucket_rows([]) == ""
