"""Operations on annotation sets from other sources: upload them as on the pages, and read them."""

from collections.abc import Mapping

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Array, Boolean, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, Sent, Strict, Text, Values, WholeInText
from annotation.api.jobs.jobs import job_response
from annotation.api.jobs.set_imports import SetImport
from annotation.api.operations import ResearcherOperation, edits_datasets, sees_figures, sees_texts
from annotation.api.pagination import ArchivedToo, PageOf, Paging, in_use_or_archived
from annotation.api.scope import caller, campaign_for, dataset_for, set_for, sets_of
from annotation.models import Annotation as AnnotationModel
from annotation.models import AnnotationSet as SetModel
from annotation.recorded import READERS
from annotation.recorded.base import PREDICTIONS
from annotation.recorded.midpath_table import OWN_TABLE
from annotation.services.datasets.upload_limits import require_size
from annotation.services.errors import Invalid
from annotation.services.items.filters import LARGEST
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.sets.sets import FACTS, MAX_LENGTH, AnnotationFile, Provenance
from annotation.web.uploads import Upload
from midpath.exchange.judged.reading_options import (
    FIRST,
    ITEMS,
    LAST,
    REFUSE,
    USUAL_MISSING,
    WORKERS,
    ReadingOptions,
)
from midpath.exchange.wanted import GOLD
from midpath.text.strict_json import UnreadableJSON, read_json

FILES = "; ".join(f"{name}: {reader.form}" for name, reader in sorted(READERS.items()))
FILES += f"; each of these, with like: {OWN_TABLE.form}"


class Set(Form):
    """A set of annotations of a dataset's items. It never changes."""

    id = Integer("The set's number.")
    dataset = Integer("The dataset whose items it annotates.", source="dataset_id")
    name = String("Its name within the dataset.")
    scheme = String("The scheme of its annotations.")
    settings = Object("The scheme's settings, as a campaign's.")
    made_by = Choice("Who made it.", SetModel.MadeBy.choices)
    source = String("Where it can be found.")  # type: ignore[assignment]
    licence = String("Its licence.")
    version = String("Its version.")
    facts = Object("Facts about the model that made it.")
    named = Boolean(
        "Annotator numbers identify the same annotator across items; otherwise only within an item."
    )
    filename = String("The name of its file.")
    digest = String("The SHA-256 of its file.")
    annotations = Integer("The number of annotations.", source="annotation_count")
    annotators = Integer("The number of annotator numbers.", source="annotator_count")
    items = Integer("The number of items with annotations.", source="item_count")
    left_out = Object("What was left out of the file, by reason.", child=Integer())
    notes = String("How the file was read, and remarks, a line each.")
    created_at = DateTime("When it was uploaded.")
    archived_at = DateTime("When it was archived; null: it is not.", allow_null=True)


class Annotation(Form):
    """An annotator's answer to an item."""

    id = Integer("The annotation's number.")
    item = Integer("The number of the item.", source="item_id")
    annotator = Integer("The annotator's number within the set.")
    payload = Object("The answer, as a worker would send it.")
    vector = Array("Its canonical form: equal for equal answers.", child=Integer())


class Origin(Strict):
    """The origin of a set."""

    made_by = Choice(
        "Who made it.",
        SetModel.MadeBy.choices,
        required=False,
        default=SetModel.MadeBy.UNKNOWN.value,
    )
    source = Text("Where it can be found.", required=False, max_length=MAX_LENGTH["source"])  # type: ignore[assignment]
    licence = Text("Its licence.", required=False, max_length=MAX_LENGTH["licence"])
    version = Text("Its version.", required=False, max_length=MAX_LENGTH["version"])


class ListSets(ResearcherOperation):
    class Filters(ArchivedToo):
        project = WholeInText("Only sets of this project.", required=False)
        dataset = WholeInText("Only sets of this dataset.", required=False)

    @sees_figures(name="list_sets", asks=Filters, gives=PageOf(Set, "sets"))
    def get(self, request: Request) -> object:
        """List sets of annotations, the oldest first."""
        rows = in_use_or_archived(sets_of(request), self.query)
        return self.page(rows.filter(**self.filters("dataset", project="dataset__project")))


class UploadSet(ResearcherOperation):
    parser_classes = (MultiPartParser,)

    class Input(Origin):
        dataset = WholeInText("The dataset whose items it annotates.")
        scheme = Text("The scheme of the annotations.", max_length=20)
        name = Text("Different from those of the dataset's other sets.", max_length=120)
        file = Sent(f"A file in UTF-8. {FILES}.", max_length=255, allow_empty_file=True)
        take = Choice(
            "`gold`: the gold answers in the file's column gold, as those of one annotator. "
            "`models`: the predictions in a file of Label Studio. Default: its annotations.",
            (GOLD, PREDICTIONS),
            required=False,
        )
        control = Text(
            "For a file of Label Studio with several questions: the name of the control whose "
            "answers are read.",
            required=False,
            max_length=200,
        )
        columns = Text(
            "What the columns of a table contain, by name or number, such as "
            "`item=task,worker=who,label=3`. Default: found by their usual names.",
            required=False,
            max_length=1000,
        )
        wide = Choice(
            "For a matrix: whether its rows are items, with a column for each worker, or "
            "workers. Default: guessed from the file.",
            (ITEMS, WORKERS),
            required=False,
        )
        missing = Text(
            "The words that mean that there is no label, separated by commas. Default: "
            f"{', '.join(USUAL_MISSING)}.",
            required=False,
            max_length=500,
        )
        repeats = Choice(
            "Which answer to read if a worker answers an item several times. Default: "
            "the file is refused.",
            (REFUSE, FIRST, LAST),
            required=False,
        )
        like = WholeInText(
            "A campaign whose settings define the possible answers. Default: the answers of the "
            "file.",
            required=False,
        )
        facts = Text(
            f"For a model, a JSON object with any of {', '.join(FACTS)}.",
            required=False,
            max_length=2 * sum(FACTS.values()),
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
    def get(self, request: Request, set_id: int) -> object:
        """Read a set's origin and size."""
        return set_for(request, set_id)


class ListAnnotations(ResearcherOperation):
    @sees_texts(name="list_annotations", asks=Paging, gives=PageOf(Annotation, "annotations"))
    def get(self, request: Request, set_id: int) -> object:
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
