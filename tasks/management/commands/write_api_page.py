"""Write the parts of docs/api.md that list what there is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from drf_spectacular.generators import SchemaGenerator

from analysis.exports.told import files_told
from annotation.api.description.rooms import ROOMS

PAGE = Path(settings.BASE_DIR) / "docs" / "api.md"


class Command(BaseCommand):
    help = (
        "Writes the lists of operations, by room, and of files, by scheme, into docs/api.md, "
        "between their marks; the rest of the page stays. `make client` runs it."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        PAGE.write_text(written_anew(PAGE.read_text()))


def written_anew(page: str) -> str:
    """Return the page with its lists as they have to be."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    page = with_part(page, "operations", operations_told(schema))
    return with_part(page, "files", files_told())


def operations_told(schema: Mapping[str, Any]) -> str:
    """Return a table of the operations of a schema, by their rooms."""
    named: dict[str, list[str]] = {room: [] for room in ROOMS}
    for methods in schema["paths"].values():
        for one in methods.values():
            named[one["tags"][0]].append(f"`{one['operationId']}`")
    lines = [f"| {room} | {', '.join(names)} |" for room, names in named.items() if names]
    return "\n".join(["| of | operations |", "|---|---|", *lines])


def with_part(page: str, part: str, text: str) -> str:
    """Return a page with another text between the two marks of a part.

    >>> with_part("a <!-- begin files -->old<!-- end files --> b", "files", "new")
    'a <!-- begin files -->\\nnew\\n<!-- end files --> b'
    """
    begin, end = f"<!-- begin {part} -->", f"<!-- end {part} -->"
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"The page has no part between {begin} and {end}.")
    return f"{before}{begin}\n{text}\n{end}{after}"
