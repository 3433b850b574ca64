"""Operations on large files that are being imported as datasets."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.api.basic_fields import Integer, String
from annotation.api.jobs.jobs import JobOperations, JobState
from annotation.api.jobs.set_imports import ImportFault
from annotation.capabilities import Capability
from annotation.models import DatasetImport as DatasetImportModel
from annotation.services.jobs.kinds import DATASET_IMPORT
from midpath.exchange.rows import MAX_ERRORS


class DatasetImport(JobState):
    """The background import of a large file as a dataset. Its steps are the rows."""

    dataset = Integer(
        "The dataset that was made; null: none yet.", source="dataset_id", allow_null=True
    )
    project = Integer("The project that gets the dataset.", source="project_id")
    filename = String("The name of the file.")


class DatasetImportWithFaults(DatasetImport):
    """The import of a large file, with the errors of a refused file."""

    errors = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="What is wrong, of the first hundred; empty unless the file was refused."
    )
    count = serializers.SerializerMethodField(help_text="How many faults there are in all.")

    @extend_schema_field(ImportFault(many=True))
    def get_errors(self, job: DatasetImportModel) -> list[Any]:
        listed = job.results.get("errors", [])[:MAX_ERRORS]
        return list(ImportFault(listed, many=True).data)

    def get_count(self, job: DatasetImportModel) -> int:
        return int(job.results.get("count", 0))


OPERATIONS = JobOperations(
    kind=DATASET_IMPORT,
    folder="dataset-imports",
    listed=DatasetImport,
    list_doc="List the imports of large files into a project, the oldest first.",
    found=DatasetImportWithFaults,
    read_doc="Read the progress of an import, its dataset, or the errors of the file.",
    sees=Capability.SEE_TEXTS,
)
