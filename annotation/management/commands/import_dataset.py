"""`manage.py import_dataset`: make a dataset of a file or of a folder of documents."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand
from annotation.management.folders import BadFolder, read_folder
from annotation.models import Project
from annotation.services.datasets.datasets import import_dataset, insist_on_size
from annotation.services.errors import Invalid
from annotation.tables.documents import corpus_table
from annotation.tables.terminal import printed


class Command(MidpathCommand):
    help = (
        "Import a file as a dataset, all or nothing. Texts: one a line; CSV or TSV with a column "
        "named text; JSON lines with text and tokens; or the papers' release JSON, whose "
        "annotations stay in the file (see replay). Pairs: a table or JSON lines with pair, left "
        "and right. Documents: JSON lines with document and sections, text and subtitles, or "
        "html; or a folder with files CATEGORY/NAME.txt (its headings in NAME.subtitles.txt) "
        "and CATEGORY/NAME.html. Questions on documents: lines of evidence, SQuAD's JSON or "
        "PrivacyQA's table; the documents become a dataset of their own, and recorded answers "
        "stay in the file (see replay). Marked spans: CoNLL, spaCy's JSON, Label Studio's JSON or "
        "brat's ZIP, as texts with known answers, or as documents where most are long."
    )
    examples = """
  manage.py import_dataset queries.txt --project "Query study" --name Queries
  manage.py import_dataset Q500_flat.json --project 1 --name Q500
  manage.py import_dataset policies/ --project 1 --name Policies
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE|FOLDER", type=Path, help="in UTF-8")
        parser.add_argument(
            "--project", required=True, metavar="ID|NAME", help="the project that it is for"
        )
        parser.add_argument("--name", required=True, help="what the dataset is called")

    def handle(self, **options: Any) -> None:
        file: Path = options["file"]
        project = project_named(options["project"])
        filename, body = read(file)
        try:
            dataset = import_dataset(
                project=project, user=None, name=options["name"], filename=filename, body=body
            )
        except Invalid as error:
            for entry in error.details.get("errors", []):
                self.stderr.write(describe(entry))
            raise CommandError(f"{file}: {error.message}") from error
        if statistics := dataset.details.get("statistics", []):
            self.stdout.write(printed([corpus_table(statistics)], self.stdout))
        for note in dataset.details.get("notes", []):
            self.stdout.write(note)
        self.stdout.write(
            f"Dataset {dataset.pk} ({dataset.name}) with {dataset.item_count:,} {dataset.kind} in "
            f"{project.name}."
        )


def read(path: Path) -> tuple[str, bytes]:
    """Return the bytes to import, and the name that gives their format."""
    try:
        if path.is_dir():
            return f"{path.name}.jsonl", read_folder(path)
        insist_on_size(path.stat().st_size)
        return path.name, path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except BadFolder as error:
        raise CommandError(str(error)) from error


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
