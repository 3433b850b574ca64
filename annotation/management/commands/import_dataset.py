"""`manage.py import_dataset`: create a dataset from a file or from a folder of documents."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand, named_or_numbered
from annotation.management.folders import BadFolder, read_folder
from annotation.models import AnnotationSet, Dataset, Project
from annotation.recorded import READERS
from annotation.services.datasets.datasets import Faulty, import_dataset
from annotation.services.datasets.upload_limits import require_size
from annotation.services.errors import Invalid
from annotation.services.sets.import_with_dataset import (
    AnnotationsRefused,
    Keep,
    import_dataset_and_keep,
)
from annotation.services.sets.sets import Provenance
from midpath.console.arguments import positive
from midpath.console.document_files import describe
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.nested_fields import NESTED, WAYS
from midpath.tables.documents import corpus_table
from midpath.tables.terminal import printed
from midpath.text.formatting import counted

# The options that describe the set, by the fields of the API. `--version` is Django's own.
OF_THE_SET = {
    "keep_name": "--keep-name",
    "made_by": "--made-by",
    "source": "--source",
    "licence": "--licence",
    "set_version": "--set-version",
    "leave_out": "--leave-out",
}


class Flags(TypedDict):
    """The flags that are read here."""

    file: Path
    project: str
    name: str
    control: str | None
    nested: str | None
    sheet: str | None
    keep: str | None
    keep_name: str | None
    made_by: str | None
    source: str | None
    licence: str | None
    set_version: str | None
    leave_out: int | None


class Command(MidpathCommand):
    help = (
        "Import a file as a dataset, all or nothing. Texts: one per line; CSV or TSV with a column "
        "named text; JSON lines or Parquet with text and tokens; an Excel workbook; or the papers' "
        "release JSON. Pairs: a table or JSON lines with pair, left and right. Documents: JSON "
        "lines with document and "
        "sections, text and subtitles, or html; or a folder with files CATEGORY/NAME.txt (its "
        "headings in NAME.subtitles.txt) and CATEGORY/NAME.html. Questions on documents: lines of "
        "evidence, SQuAD's JSON or PrivacyQA's table; the documents become a dataset of their "
        "own. Marked spans: CoNLL, spaCy, Prodigy, doccano, Label Studio or brat, as texts with "
        "gold answers, or as documents if most are long. Annotations in the file are not imported "
        "(see replay), unless --keep saves them as a set; then both are imported or neither."
    )
    examples = """
  manage.py import_dataset queries.txt --project "Query study" --name Queries
  manage.py import_dataset Q500_flat.json --project 1 --name Q500
  manage.py import_dataset Q500_flat.json --project 1 --name Q500 --keep flat --made-by people
  manage.py import_dataset policies/ --project 1 --name Policies
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE|FOLDER", type=Path, help="in UTF-8")
        parser.add_argument("--project", required=True, metavar="ID|NAME", help="the project")
        parser.add_argument("--name", required=True, help="the name of the dataset")
        parser.add_argument(
            "--control",
            metavar="NAME",
            help="for a file of Label Studio with several questions: the control whose answers "
            "are read",
        )
        parser.add_argument(
            "--nested",
            choices=WAYS,
            help="for JSON lines or Parquet with nested fields: flatten them into columns such as "
            "meta.lang and tags.0, or drop them (default: refuse the file)",
        )
        parser.add_argument(
            "--sheet",
            metavar="NAME",
            help="for an Excel workbook: the sheet to read (default: the one with most rows)",
        )
        _add_keep_arguments(parser)

    def handle(self, **options: Unpack[Flags]) -> None:
        file, project = options["file"], project_named(options["project"])
        filename, body = read(file)
        keep = keep_of(options)
        name = options["name"]
        choices = Choices(
            control=options["control"] or "",
            nested=options["nested"] or "",
            sheet=options["sheet"] or "",
        )
        own: AnnotationSet | None = None
        try:
            if keep is None:
                dataset = import_dataset(
                    user=None,
                    project=project,
                    name=name,
                    filename=filename,
                    body=body,
                    choices=choices,
                )
            else:
                own = import_dataset_and_keep(
                    user=None,
                    project=project,
                    name=name,
                    filename=filename,
                    body=body,
                    keep=keep,
                    choices=choices,
                )
                dataset = own.dataset
        except (Invalid, AnnotationsRefused) as error:
            for entry in error.details.get("errors", []):
                self.stderr.write(describe(entry))
            raise CommandError(f"{file}: {error.message}{_how(error)}") from error
        self._tell(dataset, own)

    def _tell(self, dataset: Dataset, own: AnnotationSet | None) -> None:
        if statistics := dataset.details.get("statistics", []):
            self.stdout.write(printed([corpus_table(statistics)], self.stdout))
        for note in dataset.details.get("notes", []):
            self.stdout.write(note)
        self.stdout.write(
            f"Dataset {dataset.pk} ({dataset.name}) with {dataset.item_count:,} {dataset.kind} in "
            f"{dataset.project.name}."
        )
        if own is not None:
            self.stdout.write(
                f"Set {own.pk} ({own.name}) with {counted(own.annotation_count, 'annotation')} of "
                f"{counted(own.annotator_count, 'annotator')}."
            )


def _add_keep_arguments(parser: CommandParser) -> None:
    parser.add_argument(
        "--keep",
        choices=tuple(READERS),
        metavar="SCHEME",
        help=(
            "save the annotations in the file, as answers of this scheme, as a set of the "
            f"dataset: {', '.join(READERS)}"
        ),
    )
    parser.add_argument("--keep-name", help="the name of this set (default: the dataset's)")
    parser.add_argument(
        "--made-by", choices=AnnotationSet.MadeBy.values, help="who made it (default: unknown)"
    )
    parser.add_argument("--source", help="where it can be found")
    parser.add_argument("--licence", help="its licence")
    parser.add_argument("--set-version", metavar="VERSION", help="its version")
    parser.add_argument(
        "--leave-out",
        type=positive(int),
        metavar="N",
        help=(
            "how many annotations without a match to leave out, as counted by the previous refusal"
        ),
    )


def keep_of(options: Flags) -> Keep | None:
    """Return what to keep; None if nothing."""
    if options["keep"] is None:
        given: Mapping[str, object] = options
        for name, option in OF_THE_SET.items():
            if given[name] is not None:
                raise CommandError(f"{option} requires --keep SCHEME.")
        return None
    return Keep(
        name=options["keep_name"] or options["name"],
        scheme=options["keep"],
        provenance=Provenance(
            made_by=options["made_by"] or AnnotationSet.MadeBy.UNKNOWN.value,
            source=options["source"] or "",
            licence=options["licence"] or "",
            version=options["set_version"] or "",
        ),
        leave_out=options["leave_out"] or 0,
        control=options["control"] or "",
    )


def _how(error: Invalid | AnnotationsRefused) -> str:
    """Return which option helps: for nested fields, or for annotations without a match, if the
    others can be kept."""
    if isinstance(error, Faulty) and any(one.reason == NESTED for one in error.faults):
        return " --nested flatten makes columns of nested fields, --nested drop leaves them out."
    if not error.details.get("sound"):
        return ""
    return f" --leave-out {error.details['count']} leaves them out."


def read(path: Path) -> tuple[str, bytes]:
    """Return the bytes to import, and the name that gives their format."""
    try:
        if path.is_dir():
            return f"{path.name}.jsonl", read_folder(path)
        require_size(path.stat().st_size)
        return path.name, path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except BadFolder as error:
        raise CommandError(str(error)) from error


def project_named(value: str) -> Project:
    found = named_or_numbered(Project.objects.all(), value)
    if found is None:
        real = Project.objects.exclude(datasets__campaigns__is_dry_run=True).order_by("pk")
        known = ", ".join(f"{p.pk} ({p.name})" for p in real[:10])
        raise CommandError(f"There is no project {value!r}. Known: {known or 'none yet'}.")
    return found
