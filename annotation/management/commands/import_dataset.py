"""`manage.py import_dataset`: a file of texts becomes a dataset, all or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand
from annotation.models import Project
from annotation.services.datasets import import_dataset, insist_on_size
from annotation.services.errors import Invalid


class Command(MidpathCommand):
    help = (
        "Import the texts of a file as a dataset: one text a line; CSV or TSV with a column named "
        "text; JSON lines with text and tokens; or the papers' release JSON, whose annotations "
        "stay in the file (see replay). With any error nothing is imported."
    )
    examples = """
  manage.py import_dataset queries.txt --project "Query study" --name Queries
  manage.py import_dataset Q500_flat.json --project 1 --name Q500
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="UTF-8, 2 to 60 words a text")
        parser.add_argument(
            "--project", required=True, metavar="ID|NAME", help="the project that it is for"
        )
        parser.add_argument("--name", required=True, help="what the dataset is called")

    def handle(self, **options: Any) -> None:
        file: Path = options["file"]
        project = project_named(options["project"])
        try:
            insist_on_size(file.stat().st_size)
            body = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        try:
            dataset = import_dataset(
                project=project, user=None, name=options["name"], filename=file.name, body=body
            )
        except Invalid as error:
            for entry in error.details.get("errors", []):
                self.stderr.write(describe(entry))
            raise CommandError(f"{file}: {error.message}") from error
        self.stdout.write(
            f"Dataset {dataset.pk} ({dataset.name}) with {dataset.item_count:,} texts in "
            f"{project.name}."
        )


def project_named(value: str) -> Project:
    found = list(Project.objects.filter(name=value).order_by("pk")[:2])
    if not found and value.isascii() and value.isdigit() and len(value) < 19:
        found = list(Project.objects.filter(pk=int(value)))
    if len(found) > 1:
        raise CommandError(f"Several projects are named {value!r}. Give the number of one.")
    if not found:
        known = ", ".join(f"{p.pk} ({p.name})" for p in Project.objects.order_by("pk")[:10])
        raise CommandError(f"There is no project {value!r}. Known: {known or 'none yet'}.")
    return found[0]


def describe(entry: dict[str, Any]) -> str:
    where = [f"row {entry['row']}"] if entry["row"] else []
    where += [f"column {entry['column']}"] if entry["column"] else []
    return f"  {', '.join(where) or 'file'}: {entry['message']}"
