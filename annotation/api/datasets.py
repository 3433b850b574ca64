"""Operations on a researcher's datasets, made from JSON rows or from a file as on the pages."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, Sent, Strict, Text, Whole, WholeInText
from annotation.api.jobs.dataset_imports import DatasetImport
from annotation.api.jobs.jobs import job_response
from annotation.api.operations import ResearcherOperation, edits_datasets, sees_figures, sees_texts
from annotation.api.pagination import ArchivedToo, PageOf, Paging, in_use_or_archived
from annotation.api.parsers import StrictJSONParser
from annotation.api.scope import caller, dataset_for, datasets_of, project_for
from annotation.api.sets import Origin, provenance_in
from annotation.models import Dataset as DatasetModel
from annotation.models import DatasetImport as DatasetImportModel
from annotation.models import Item as ItemModel
from annotation.models import SetImport
from annotation.recorded import READERS
from annotation.services.datasets.licences import MAX_LICENCE_LENGTH, license_dataset
from annotation.services.datasets.upload_limits import require_size
from annotation.services.items.filters import LARGEST
from annotation.services.jobs.dataset_imports import import_file_or_ask
from annotation.services.sets.import_with_dataset import AnnotationsRefused, Keep
from annotation.web.uploads import Upload
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.nested_fields import WAYS

Kind = DatasetModel.Kind
NAME = "Different from the names of the project's other datasets."
NESTED = (
    "What happens to nested fields of texts and pairs: `flatten` makes columns of them, such as "
    "`meta.lang` and `tags.0`; `drop` leaves them out. Default: they are errors."
)
# An example row of each kind, or of each form that a kind has.
ROWS = {
    Kind.TEXTS: '`{"text": …}` or `{"tokens": […]}`, with any other columns',
    Kind.PAIRS: '`{"pair": …, "left": …, "right": …}`',
    Kind.DOCUMENTS: '`{"document": …, "sections": […]}`, or `text` and `subtitles`, or `html`',
    Kind.QUESTIONS: '`{"type": "document", "document": …, "sentences": […]}` and `{"type": '
    '"question", "document": …, "question": …, "answers": {}}`',
    Kind.APPS: '`{"name": …, "description": …}`',
    Kind.SITES: '`{"site": …}`',
}
FILES = {
    Kind.TEXTS: "one text per line, CSV or TSV with a column `text`, Excel, JSON lines or "
    "Parquet, release JSON, "
    "marked spans as files of CoNLL, spaCy, Prodigy, doccano, Label Studio or brat",
    Kind.PAIRS: "CSV, TSV, JSON lines or Parquet with `pair`, `left` and `right`",
    Kind.DOCUMENTS: "JSON lines, one HTML page, or marked spans in long texts",
    Kind.QUESTIONS: "evidence as JSON lines, SQuAD JSON or PrivacyQA's table",
    Kind.APPS: "CSV, TSV or JSON lines with `name` and `description`",
    Kind.SITES: "CSV, TSV or JSON lines with `site`",
}


def of_each_kind(forms: Mapping[Kind, str]) -> str:
    return "; ".join(f"{kind.label}: {forms[kind]}" for kind in Kind if kind in forms) + "."


class Dataset(Form):
    """A dataset of items to judge."""

    id = Integer("The dataset's number.")
    project = Integer("The project that it belongs to.", source="project_id")
    name = String("Its name within the project.")
    kind = Choice("What its items are. Determines which schemes it can be used with.", Kind.choices)
    items = Integer("The number of items.", source="item_count")
    licence = String("The licence of its items, mostly an SPDX identifier; empty: not given.")
    created_at = DateTime("When it was imported or made.")
    archived_at = DateTime("When it was archived (read-only); null: it is not.", allow_null=True)
    notes = serializers.SerializerMethodField(
        help_text="Remarks on its file, such as what was left out of it, by reason."
    )

    def get_notes(self, dataset: DatasetModel) -> list[str]:
        return list(dataset.details.get("notes", []))


class Item(Form):
    """An item to judge."""

    id = Integer("The item's number.")
    position = Integer("Its place in the dataset, from 1.")
    text = String("The text, or the name of an item that is not a text.")
    content = Object("What schemes work on: words, both texts, …")


class ListDatasets(ResearcherOperation):
    class Filters(ArchivedToo):
        project = WholeInText("Only datasets of this project.", required=False)

    @sees_figures(name="list_datasets", asks=Filters, gives=PageOf(Dataset, "datasets"))
    def get(self, request: Request) -> object:
        """List datasets, the oldest first."""
        datasets = in_use_or_archived(datasets_of(request), self.query)
        return self.page(datasets.filter(**self.filters("project")))


class Rows(Array):
    """A list of rows, refused at the first that is not an object, to avoid a million errors."""

    child = Object()

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        for number, row in enumerate(data, 1):
            if not isinstance(row, dict):
                raise serializers.ValidationError(f"Row {number} is not an object.")
        return data


class CreateDataset(ResearcherOperation):
    parser_classes = (StrictJSONParser, MultiPartParser)

    class Input(Strict):
        project = Whole("The project that gets the dataset.")
        name = Text(NAME, max_length=120)
        rows = Rows(allow_empty=False, help_text=f"Objects, all of one kind. {of_each_kind(ROWS)}")
        nested = Choice(NESTED, WAYS, required=False)

    class FileInput(Origin):
        project = WholeInText("The project that gets the dataset.")
        name = Text(NAME, max_length=120)
        file = Sent(
            f"A file in UTF-8. {of_each_kind(FILES)}", max_length=255, allow_empty_file=True
        )
        control = Text(
            "For a file of Label Studio with several questions: the name of the control whose "
            "answers are read.",
            required=False,
            max_length=200,
        )
        nested = Choice(NESTED, WAYS, required=False)
        sheet = Text(
            "For an Excel workbook: the name of the sheet. Default: the one with most rows.",
            required=False,
            max_length=200,
        )
        keep = Choice(
            "The scheme of the annotations in the file, which are saved as an annotation set of "
            "the dataset. Default: they are not saved, and the fields about a set are ignored.",
            tuple(READERS),
            required=False,
        )
        keep_name = Text(
            "The name of this set. Default: that of the dataset.", required=False, max_length=120
        )
        leave_out = WholeInText(
            "The number of annotations without a match to leave out: the `count` of the previous "
            "refusal.",
            required=False,
            default=0,
            min_value=0,
            max_value=LARGEST,
        )

    @edits_datasets(
        name="create_dataset",
        takes={"application/json": Input, "multipart/form-data": FileInput},
        creates=True,
        gives={201: Dataset, 202: DatasetImport},
        refuses=(404,),
    )
    def post(self, request: Request) -> Response:
        """Create a dataset of any kind, all or nothing: 400 lists the errors by row.

        A job imports more than 1 MB or 10,000 lines, Parquet and Excel: the response is 202, and
        `read_dataset_import` reports its progress and lists the errors.

        Questions create two datasets: one of the questions and one of their documents. With `keep`,
        a job saves the annotations of the file as a set; `list_set_imports` reports its
        progress."""
        project = project_for(request, self.body["project"])
        given, filename, body = self._given()
        try:
            imported = import_file_or_ask(
                project=project,
                user=caller(request),
                name=self.body["name"],
                filename=filename,
                body=body,
                given=given,
                choices=Choices(
                    control=self.body.get("control", ""),
                    nested=self.body.get("nested", ""),
                    sheet=self.body.get("sheet", ""),
                ),
                keep=self._keep() if "keep" in self.body else None,
            )
        except AnnotationsRefused as error:
            error.rename(name="keep_name", scheme="keep", like="keep")
            raise
        if isinstance(imported, DatasetImportModel):
            return job_response(DatasetImport, imported, 202)
        dataset = imported.dataset if isinstance(imported, SetImport) else imported
        dataset.refresh_from_db()
        return Response(Dataset(dataset).data, 201)

    def _keep(self) -> Keep:
        given = self.body
        return Keep(
            name=given["keep_name" if "keep_name" in given else "name"],
            scheme=given["keep"],
            provenance=provenance_in(given, {}),
            leave_out=given["leave_out"],
            control=given.get("control", ""),
        )

    def _given(self) -> tuple[str, str, bytes]:
        """Return the body's kind, its file name and its bytes. `rows` become one line each, so line
        numbers are row numbers."""
        if "rows" in self.body:
            return "rows", "rows.jsonl", b"\n".join(map(orjson.dumps, self.body["rows"]))
        upload: Upload = self.body["file"]
        require_size(upload.size)
        return "file", upload.name, upload.read()


class ReadDataset(ResearcherOperation):
    @sees_figures(name="read_dataset", gives={200: Dataset})
    def get(self, request: Request, dataset_id: int) -> object:
        """Read a dataset's name and size."""
        return dataset_for(request, dataset_id)


class LicenseDataset(ResearcherOperation):
    class Input(Strict):
        licence = Text(
            "Its licence: an SPDX identifier such as CC-BY-4.0, or its name and address. Empty: "
            "none.",
            allow_blank=True,
            max_length=MAX_LICENCE_LENGTH,
        )

    @edits_datasets(name="license_dataset", takes=Input, gives={200: Dataset}, refuses=(404, 409))
    def post(self, request: Request, dataset_id: int) -> object:
        """State the licence of a dataset's items.

        Exports and snapshots made from then on include it."""
        dataset = dataset_for(request, dataset_id)
        return license_dataset(dataset=dataset, user=caller(request), **self.body)


class ListItems(ResearcherOperation):
    @sees_texts(name="list_items", asks=Paging, gives=PageOf(Item, "items"))
    def get(self, request: Request, dataset_id: int) -> object:
        """List a dataset's items in their order; `after` is a position."""
        items = ItemModel.objects.filter(dataset=dataset_for(request, dataset_id))
        return self.page(items, key="position")
