import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from itertools import chain

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from midpath.tables.comma_separated import csv_of
from midpath.tables.table import Table


def table_as_csv(tables: Iterable[Table], key: str, name: str) -> HttpResponse:
    found = next((table for table in tables if table.key == key), None)
    if found is None:
        raise Http404
    return csv_file(csv_of(found), file_name(name, f"{key}.csv"))


def file_name(name: str, ending: str) -> str:
    """Return the name of a file about the thing of this name."""
    return f"{slugify(name) or 'midpath'}-{ending}"


def csv_lines(head: Sequence[object], rows: Iterable[Sequence[object]], end: str = "\n") -> str:
    out = StringIO()
    csv.writer(out, lineterminator=end).writerows(chain([head], rows))
    return out.getvalue()


def csv_file(content: str, filename: str) -> HttpResponse:
    return named_file(content, filename, "text/csv; charset=utf-8")


def named_file(content: str | bytes, filename: str, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
