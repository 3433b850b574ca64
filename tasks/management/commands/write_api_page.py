"""Write the parts of docs/api.md that list what there is."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from drf_spectacular.generators import SchemaGenerator

from analysis.exports.told import files_told
from annotation.api.page import operations_told, with_part

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
