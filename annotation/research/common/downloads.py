"""Downloads: tables as CSV, lines of JSON."""

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from annotation.research.common.charts import Chart


def chart_as_csv(charts: Iterable[Chart], key: str, name: str) -> HttpResponse:
    """Return the numbers of the chart of this key; 404 if there is none."""
    found = next((chart for chart in charts if chart.key == key), None)
    if found is None:
        raise Http404
    return csv_file(found.as_csv(), f"{slugify(name) or 'midpath'}-{key}.csv")


def csv_file(content: str, filename: str) -> HttpResponse:
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def json_lines_file(lines: Iterable[bytes], filename: str) -> HttpResponse:
    response = HttpResponse(b"".join(lines), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
