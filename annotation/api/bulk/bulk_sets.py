"""The operation that creates a set from many annotations."""

import orjson
from rest_framework.request import Request

from annotation.api.basic_fields import Integer, Object
from annotation.api.bulk.rows import LEAVE_OUT, MAX_BYTES, Faulty, RowOutcome, outcomes, sent_rows
from annotation.api.fields import Form, Text, Whole
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.scope import caller, campaign_for, dataset_for
from annotation.api.sets import Origin, Set, provenance_in
from annotation.recorded.sent_answers import SENT_ROWS
from annotation.services.sets.reading import TWICE
from annotation.services.sets.sets import FACTS, AnnotationFile, take_annotations


class CreateSetInBulk(ResearcherOperation):
    longest_body = MAX_BYTES

    class Input(Origin):
        dataset = Whole("The dataset whose items are annotated.")
        scheme = Text("The scheme of the annotations.", max_length=20)
        name = Text("Different from the names of the dataset's other sets.", max_length=120)
        rows = sent_rows(
            'Objects `{"item": …, "annotator": …, "payload": {…}}`: the number of an item, who '
            "annotated it (a name or a number; one each item), and the answer as a worker would "
            "send it."
        )
        like = Whole(
            "The campaign whose settings define the possible answers. Default: the scheme's own "
            "settings.",
            required=False,
        )
        facts = Object(
            f"Of a model, any of {', '.join(FACTS)}.",
            child=Text(max_length=max(FACTS.values())),
            required=False,
            default=dict,
        )
        faulty = Faulty()

    class Output(Form):
        set = Set(help_text="The set that was made.")
        made = Integer("How many rows became annotations.")
        results = RowOutcome(many=True, help_text="The outcome of each row, in order.")

    @edits_datasets(
        name="create_set_in_bulk", takes=Input, creates=True, gives={201: Output}, refuses=(404,)
    )
    def post(self, request: Request) -> object:
        """Create a set from up to 10,000 annotations and report the outcome of each.
        Either all rows are taken or none (400 lists each invalid row), or invalid rows are left
        out."""
        given, like, rows = self.body, self.body.get("like"), self.body["rows"]
        own, faults = take_annotations(
            dataset=dataset_for(request, given["dataset"]),
            user=caller(request),
            name=given["name"],
            file=AnnotationFile(
                scheme=given["scheme"],
                filename="rows.jsonl",
                body=b"\n".join(map(orjson.dumps, rows)),
                like=None if like is None else campaign_for(request, like),
                reader=SENT_ROWS,
                given="rows",
            ),
            provenance=provenance_in(given, given["facts"]),
            leave_out=None if given["faulty"] == LEAVE_OUT else 0,
        )
        items = {number: row.get("item") for number, row in enumerate(rows, 1)}
        output = {"made": own.annotation_count, "results": list(outcomes(items, faults, TWICE))}
        return {"set": own, **output}
