"""A researcher's datasets, made from JSON rows or from a file as on the pages."""

from typing import Any

import orjson
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Strict, Text, Whole, WholeInText
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.parsers import StrictJSONParser
from annotation.api.scope import caller, dataset_for, datasets_of, project_for
from annotation.models import Item as ItemModel
from annotation.services.datasets import import_dataset, insist_on_size


class Dataset(Form):
    id = serializers.IntegerField()
    project = serializers.IntegerField(source="project_id")
    name = serializers.CharField()
    kind = serializers.CharField()
    items = serializers.IntegerField(source="item_count")
    created_at = serializers.DateTimeField()


class Item(Form):
    id = serializers.IntegerField()
    position = serializers.IntegerField()
    text = serializers.CharField()
    content = serializers.DictField()


class ListDatasets(ResearcherOperation):
    class Filters(Paging):
        project = WholeInText(required=False)

    class Output(Page):
        results = Dataset(many=True)

    @operation(name="list_datasets", asks=Filters, gives={200: Output}, refuses=(401,))
    def get(self, request: Request) -> Response:
        """List datasets, the oldest first."""
        datasets = datasets_of(request)
        if "project" in self.asked:
            datasets = datasets.filter(project=self.asked["project"])
        rows, following = page_of(datasets, request, self.asked)
        return Response(self.Output({"results": rows, "next": following}).data)


class Rows(serializers.ListField):
    """Refused at the first row that is no object: a million errors would help nobody."""

    child = serializers.DictField()

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        for number, row in enumerate(data, 1):
            if not isinstance(row, dict):
                raise serializers.ValidationError(f"Row {number} is not an object.")
        return data


class CreateDataset(ResearcherOperation):
    parser_classes = (StrictJSONParser, MultiPartParser)

    class Input(Strict):
        project = Whole()
        name = Text(max_length=120)
        rows = Rows(
            help_text='Each {"text": …} or {"tokens": […]}, with any columns beside; or each a '
            'pair {"pair": …, "left": …, "right": …}; or each a document {"document": …, '
            '"sections": […]}.',
        )

    class FileInput(Strict):
        project = WholeInText()
        name = Text(max_length=120)
        file = serializers.FileField(
            max_length=255,
            allow_empty_file=True,
            help_text="One text a line; CSV or TSV with a column text, or pair, left and right; "
            "JSON lines of texts, pairs or documents; release JSON; HTML.",
        )

    @operation(
        name="create_dataset",
        takes={"application/json": Input, "multipart/form-data": FileInput},
        gives={201: Dataset},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request) -> Response:
        """Make a dataset of texts, pairs or documents, or nothing: 400 lists the errors by row."""
        project = project_for(request, self.sent["project"])
        filename, body = self._file()
        dataset = import_dataset(
            project=project,
            user=caller(request),
            name=self.sent["name"],
            filename=filename,
            body=body,
        )
        dataset.refresh_from_db()
        return Response(Dataset(dataset).data, 201)

    def _file(self) -> tuple[str, bytes]:
        if "rows" in self.sent:
            return "rows.jsonl", b"\n".join(map(orjson.dumps, self.sent["rows"]))
        upload: Any = self.sent["file"]
        insist_on_size(upload.size)
        return upload.name, upload.read()


class ReadDataset(ResearcherOperation):
    @operation(name="read_dataset", gives={200: Dataset}, refuses=(401, 404))
    def get(self, request: Request, dataset_id: int) -> Response:
        """Read a dataset's name and size."""
        return Response(Dataset(dataset_for(request, dataset_id)).data)


class ListItems(ResearcherOperation):
    class Output(Page):
        results = Item(many=True)

    @operation(name="list_items", asks=Paging, gives={200: Output}, refuses=(401, 404))
    def get(self, request: Request, dataset_id: int) -> Response:
        """List a dataset's items in their order; `after` is a position."""
        items = ItemModel.objects.filter(dataset=dataset_for(request, dataset_id))
        rows, following = page_of(items, request, self.asked, key="position")
        return Response(self.Output({"results": rows, "next": following}).data)
