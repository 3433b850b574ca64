"""Operations on files of annotations that are being imported as sets."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Integer, String
from annotation.api.fields import Form, Strict, Whole
from annotation.api.jobs.jobs import JobOperations, JobState, job_for, job_response
from annotation.api.operations import ResearcherOperation, edits_datasets
from annotation.api.scope import caller
from annotation.capabilities import Capability
from annotation.models import SetImport as SetImportModel
from annotation.services.items.filters import LARGEST
from annotation.services.jobs.kinds import SET_IMPORT
from annotation.services.jobs.set_imports import import_the_rest


class ImportFault(Form):
    """An invalid annotation in a file."""

    row = Integer("Its row in the file, from 1; 0: the whole file.")
    column = String("The column at fault; empty: none in particular.")
    message = String("What is wrong and what to do.")


class SetImport(JobState):
    """The background import of a file of annotations as a set."""

    scheme = String("The scheme of the annotations.")
    filename = String("The name of the file.")
    digest = String("The SHA-256 of the file.")
    leave_out = Integer("The number of annotations without a match that are left out.")
    set = Integer("The set that was made; null: none yet.", source="made_id", allow_null=True)


class SetImportWithFaults(SetImport):
    """The import of a file of annotations, with the errors of a refused file."""

    errors = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="The first hundred errors; empty unless the file was refused."
    )
    count = serializers.SerializerMethodField(help_text="The number of errors.")
    sound = serializers.SerializerMethodField(
        help_text="The number of annotations without the invalid ones; 0: none, or no errors."
    )

    @extend_schema_field(ImportFault(many=True))
    def get_errors(self, job: SetImportModel) -> list[Any]:
        return list(ImportFault(job.results.get("errors", []), many=True).data)

    def get_count(self, job: SetImportModel) -> int:
        return int(job.results.get("count", 0))

    def get_sound(self, job: SetImportModel) -> int:
        return int(job.results.get("sound", 0))


OPERATIONS = JobOperations(
    kind=SET_IMPORT,
    folder="set-imports",
    listed=SetImport,
    list_doc="List the imports of sets of a dataset, the oldest first.",
    found=SetImportWithFaults,
    read_doc="Read the progress of an import, its set, or the errors of the file.",
    sees=Capability.SEE_TEXTS,
)


class ImportTheRest(ResearcherOperation):
    class Input(Strict):
        leave_out = Whole(
            "The number of annotations to leave out: the `count` of the refused import.",
            min_value=1,
            max_value=LARGEST,
        )

    @edits_datasets(name="import_the_rest", takes=Input, gives={202: SetImport})
    def post(self, request: Request, set_import_id: int) -> Response:
        """Retry a refused import without the annotations that have no match."""
        job = import_the_rest(
            job=job_for(request, SetImportModel, set_import_id),
            user=caller(request),
            leave_out=self.body["leave_out"],
        )
        return job_response(SetImport, job, 202)
