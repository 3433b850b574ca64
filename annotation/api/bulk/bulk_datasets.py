"""The operation that creates a dataset from many rows."""

from rest_framework.request import Request

from annotation.api.basic_fields import Integer
from annotation.api.bulk.rows import LEAVE_OUT, MAX_BYTES, Faulty, RowOutcome, outcomes, sent_rows
from annotation.api.datasets import NAME, ROWS, Dataset, Kind, of_each_kind
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.scope import caller, project_for
from annotation.models import Item
from annotation.services.datasets.datasets import import_rows
from midpath.exchange.rows import TWICE

KINDS: dict[Kind, str] = {kind: form for kind, form in ROWS.items() if kind != Kind.QUESTIONS}


class CreateDatasetInBulk(ResearcherOperation):
    longest_body = MAX_BYTES

    class Input(Strict):
        project = Whole("The project for the dataset.")
        name = Text(NAME, max_length=120)
        rows = sent_rows(
            f"Objects, all of the kind of the first. {of_each_kind(KINDS)} Questions come "
            "with their documents by `create_dataset`."
        )
        faulty = Faulty()

    class Output(Form):
        dataset = Dataset(help_text="The dataset that was made.")
        made = Integer("How many rows became items.")
        results = RowOutcome(many=True, help_text="The outcome of each row, in order.")

    @edits_datasets(
        name="create_dataset_in_bulk",
        takes=Input,
        creates=True,
        gives={201: Output},
        refuses=(404,),
    )
    def post(self, request: Request) -> object:
        """Create a dataset from up to 10,000 rows and report the outcome of each.

        Either all rows are taken or none (400 lists each invalid row), or invalid rows are left
        out. A dataset never changes, so rows that were left out go into another one."""
        dataset, reading = import_rows(
            project=project_for(request, self.body["project"]),
            user=caller(request),
            name=self.body["name"],
            rows=self.body["rows"],
            leave_out=self.body["faulty"] == LEAVE_OUT,
        )
        dataset.refresh_from_db()
        numbers = Item.objects.filter(dataset=dataset).order_by("position")
        taken = [row.row for row in reading.parsed.items]
        items = dict(zip(taken, numbers.values_list("pk", flat=True), strict=True))
        results = list(outcomes(items, reading.faults, TWICE))
        return {"dataset": dataset, "made": len(items), "results": results}
