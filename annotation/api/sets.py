"""Operations on annotation sets from other sources: upload them as on the pages, and read them."""

from collections.abc import Mapping

from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Sent, Strict, Text, Values, WholeInText
from annotation.api.jobs.jobs import job_response
from annotation.api.jobs.set_imports import SetImport
from annotation.api.operations import ResearcherOperation, edits_datasets, sees_figures, sees_texts
from annotation.api.pagination import ArchivedToo, Page, Paging, in_use_or_archived
from annotation.api.scope import caller, campaign_for, dataset_for, set_for, sets_of
from annotation.exchange.judged.reading_options import (
    FIRST,
    ITEMS,
    LAST,
    REFUSE,
    USUAL_MISSING,
    WORKERS,
    ReadingOptions,
)
from annotation.exchange.recorded import READERS
from annotation.exchange.recorded.base import GOLD, PREDICTIONS
from annotation.exchange.recorded.midpath_table import OWN_TABLE
from annotation.models import Annotation as AnnotationModel
from annotation.models import AnnotationSet as SetModel
from annotation.services.datasets.datasets import require_size
from annotation.services.errors import Invalid
from annotation.services.items.filters import LARGEST
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.sets.sets import (
    FACTS,
    MAX_LENGTH,
    AnnotationFile,
    Provenance,
)
from annotation.text.strict_json import UnreadableJSON, read_json
from annotation.web.uploads import Upload

FILES = "; ".join(f"{name}: {reader.form}" for name, reader in sorted(READERS.items()))
FILES += f"; each of these, with like: {OWN_TABLE.form}"


class Set(Form):
    """A set of annotations of a dataset's items. It never changes."""

    id = serializers.IntegerField(help_text="The set's number.")
    dataset = serializers.IntegerField(
        source="dataset_id", help_text="The dataset whose items it annotates."
    )
    name = serializers.CharField(help_text="Its name within the dataset.")
    scheme = serializers.CharField(help_text="The scheme of its annotations.")
    settings = serializers.DictField(help_text="The scheme's settings, as a campaign's.")
    made_by = serializers.ChoiceField(SetModel.MadeBy.choices, help_text="Who made it.")
    source = serializers.CharField(help_text="Where it can be found.")  # type: ignore[assignment]
    licence = serializers.CharField(help_text="Its licence.")
    version = serializers.CharField(help_text="Its version.")
    facts = serializers.DictField(help_text="Facts about the model that made it.")
    named = serializers.BooleanField(
        help_text=(
            "Annotator numbers identify the same annotator across items; otherwise only within "
            "an item."
        )
    )
    filename = serializers.CharField(help_text="The name of its file.")
    digest = serializers.CharField(help_text="The SHA-256 of its file.")
    annotations = serializers.IntegerField(
        source="annotation_count", help_text="The number of annotations."
    )
    annotators = serializers.IntegerField(
        source="annotator_count", help_text="The number of annotator numbers."
    )
    items = serializers.IntegerField(
        source="item_count", help_text="The number of items with annotations."
    )
    left_out = serializers.DictField(
        child=serializers.IntegerField(), help_text="What was left out of the file, by reason."
    )
    notes = serializers.CharField(help_text="How the file was read, and remarks, a line each.")
    created_at = serializers.DateTimeField(help_text="When it was uploaded.")
    archived_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was archived; null: it is not."
    )


class Annotation(Form):
    """An annotator's answer to an item."""

    id = serializers.IntegerField(help_text="The annotation's number.")
    item = serializers.IntegerField(source="item_id", help_text="The number of the item.")
    annotator = serializers.IntegerField(help_text="The annotator's number within the set.")
    payload = serializers.DictField(help_text="The answer, as a worker would send it.")
    vector = serializers.ListField(
        child=serializers.IntegerField(), help_text="Its canonical form: equal for equal answers."
    )


class Origin(Strict):
    """The origin of a set."""

    made_by = serializers.ChoiceField(
        SetModel.MadeBy.choices,
        required=False,
        default=SetModel.MadeBy.UNKNOWN.value,
        help_text="Who made it.",
    )
    source = Text(  # type: ignore[assignment]
        required=False, max_length=MAX_LENGTH["source"], help_text="Where it can be found."
    )
    licence = Text(required=False, max_length=MAX_LENGTH["licence"], help_text="Its licence.")
    version = Text(required=False, max_length=MAX_LENGTH["version"], help_text="Its version.")


class ListSets(ResearcherOperation):
    class Filters(ArchivedToo):
        project = WholeInText(required=False, help_text="Only sets of this project.")
        dataset = WholeInText(required=False, help_text="Only sets of this dataset.")

    class Output(Page):
        results = Set(many=True, help_text="The sets of this page.")

    @sees_figures(name="list_sets", asks=Filters, gives={200: Output})
    def get(self, request: Request) -> Response:
        """List sets of annotations, the oldest first."""
        rows = in_use_or_archived(sets_of(request), self.query)
        return self.page(rows.filter(**self.filters("dataset", project="dataset__project")))


class UploadSet(ResearcherOperation):
    parser_classes = (MultiPartParser,)

    class Input(Origin):
        dataset = WholeInText(help_text="The dataset whose items it annotates.")
        scheme = Text(max_length=20, help_text="The scheme of the annotations.")
        name = Text(max_length=120, help_text="Different from those of the dataset's other sets.")
        file = Sent(max_length=255, allow_empty_file=True, help_text=f"A file in UTF-8. {FILES}.")
        take = serializers.ChoiceField(
            ((GOLD, GOLD), (PREDICTIONS, PREDICTIONS)),
            required=False,
            help_text="`gold`: the gold answers in the file's column gold, as those of one "
            "annotator. `models`: the predictions in a file of Label Studio. Default: its "
            "annotations.",
        )
        control = Text(
            required=False,
            max_length=200,
            help_text="For a file of Label Studio with several questions: the name of the control "
            "whose answers are read.",
        )
        columns = Text(
            required=False,
            max_length=1000,
            help_text="What the columns of a table contain, by name or number, such as "
            "`item=task,worker=who,label=3`. Default: found by their usual names.",
        )
        wide = serializers.ChoiceField(
            ((ITEMS, ITEMS), (WORKERS, WORKERS)),
            required=False,
            help_text="For a matrix: whether its rows are items, with a column for each worker, or "
            "workers. Default: guessed from the file.",
        )
        missing = Text(
            required=False,
            max_length=500,
            help_text="The words that mean that there is no label, separated by commas. Default: "
            f"{', '.join(USUAL_MISSING)}.",
        )
        repeats = serializers.ChoiceField(
            ((REFUSE, REFUSE), (FIRST, FIRST), (LAST, LAST)),
            required=False,
            help_text="Which answer to read if a worker answers an item several times. Default: "
            "the file is refused.",
        )
        like = WholeInText(
            required=False,
            help_text="A campaign whose settings define the possible answers. Default: the "
            "answers of the file.",
        )
        facts = Text(
            required=False,
            max_length=2 * sum(FACTS.values()),
            help_text=f"For a model, a JSON object with any of {', '.join(FACTS)}.",
        )
        leave_out = WholeInText(
            required=False,
            default=0,
            min_value=0,
            max_value=LARGEST,
            help_text="The number of annotations without a match to leave out: the `count` of "
            "the previous refusal.",
        )

    @edits_datasets(
        name="upload_set",
        takes={"multipart/form-data": Input},
        creates=True,
        gives={202: SetImport},
        refuses=(404,),
    )
    def post(self, request: Request) -> Response:
        """Import all annotations of a file as a set in the background, all or nothing.
        `read_set_import` reports the progress and, for a refused file, the errors by row. A file
        already being imported under this name is not imported twice; if its set exists, it is
        refused."""
        given = self.body
        upload: Upload = given["file"]
        require_size(upload.size)
        like = given.get("like")
        job = ask_for_set_import(
            dataset=dataset_for(request, given["dataset"]),
            user=caller(request),
            name=given["name"],
            file=AnnotationFile(
                scheme=given["scheme"],
                filename=upload.name,
                body=upload.read(),
                like=None if like is None else campaign_for(request, like),
                take=given.get("take", ""),
                control=given.get("control", ""),
                reading=_reading(given),
            ),
            provenance=provenance_in(given, _facts(given.get("facts", ""))),
            leave_out=given["leave_out"],
        )
        return job_response(SetImport, job, 202)


class ReadSet(ResearcherOperation):
    @sees_figures(name="read_set", gives={200: Set})
    def get(self, request: Request, set_id: int) -> Response:
        """Read a set's origin and size."""
        return Response(Set(set_for(request, set_id)).data)


class ListAnnotations(ResearcherOperation):
    class Output(Page):
        results = Annotation(many=True, help_text="The annotations of this page.")

    @sees_texts(name="list_annotations", asks=Paging, gives={200: Output})
    def get(self, request: Request, set_id: int) -> Response:
        """List a set's annotations in their order."""
        own = set_for(request, set_id)
        rows = AnnotationModel.objects.filter(set=own)
        return self.page(rows)


def provenance_in(given: Values, facts: Mapping[str, object]) -> Provenance:
    texts = {name: given.get(name, "") for name in MAX_LENGTH}
    return Provenance(made_by=given["made_by"], facts=facts, **texts)


def _reading(given: Values) -> ReadingOptions:
    try:
        return ReadingOptions.of_texts(
            given.get("wide", ""),
            given.get("missing"),
            given.get("repeats", ""),
            given.get("columns", ""),
        )
    except ValueError as error:
        raise Invalid(f"Each column is such as label=rating: {error}.", field="columns") from error


def _facts(given: str) -> dict[str, object]:
    if not given.strip():
        return {}
    try:
        found = read_json(given.encode())
    except UnreadableJSON as error:
        raise Invalid(f"{error.message} (column {error.column})", field="facts") from error
    if not isinstance(found, dict):
        raise Invalid('The facts must be a JSON object, such as {"model": …}.', field="facts")
    return found
