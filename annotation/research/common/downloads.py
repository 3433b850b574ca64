from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from annotation.tables.comma_separated import csv_of
from annotation.tables.table import Table


def table_as_csv(tables: Iterable[Table], key: str, name: str) -> HttpResponse:
    found = next((table for table in tables if table.key == key), None)
    if found is None:
        raise Http404
    return csv_file(csv_of(found), f"{slugify(name) or 'midpath'}-{key}.csv")


def csv_file(content: str, filename: str) -> HttpResponse:
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def text_file(content: str, filename: str) -> HttpResponse:
    return named_file(content, filename, "text/plain")


def named_file(content: str, filename: str, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def json_lines_file(lines: Iterable[bytes], filename: str) -> HttpResponse:
    response = HttpResponse(b"".join(lines), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
