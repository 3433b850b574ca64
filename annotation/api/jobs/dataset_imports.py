"""Operations on large files that are being imported as datasets."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.jobs.jobs import JobState, job_for, job_response
from annotation.api.jobs.set_imports import ImportFault
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import project_for
from annotation.capabilities import Capability
from annotation.exchange.rows import MAX_ERRORS
from annotation.models import DatasetImport as DatasetImportModel


class DatasetImport(JobState):
    """The background import of a large file as a dataset. Its steps are the rows."""

    dataset = serializers.IntegerField(
        source="dataset_id",
        allow_null=True,
        help_text="The dataset that was made; null: none yet.",
    )
    project = serializers.IntegerField(
        source="project_id", help_text="The project that gets the dataset."
    )
    filename = serializers.CharField(help_text="The name of the file.")


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


class DatasetImports(ResearcherOperation):
    class Output(Page):
        results = DatasetImport(many=True, help_text="The imports of this page.")

    @operation(
        name="list_dataset_imports",
        needs=Capability.SEE_FIGURES,
        asks=Paging,
        gives={200: Output},
        refuses=(401, 404),
    )
    def get(self, request: Request, project_id: int) -> Response:
        """List the imports of large files into a project, the oldest first."""
        rows = DatasetImportModel.objects.filter(project=project_for(request, project_id))
        shown, following = page_of(rows.defer("results"), request, self.query)
        return Response(self.Output({"results": shown, "next": following}).data)


class ReadDatasetImport(ResearcherOperation):
    @operation(
        name="read_dataset_import",
        needs=Capability.SEE_TEXTS,
        gives={200: DatasetImportWithFaults},
        refuses=(401, 404),
    )
    def get(self, request: Request, dataset_import_id: int) -> Response:
        """Read the progress of an import, its dataset, or the errors of the file."""
        found: Any = job_for(request, DatasetImportModel, dataset_import_id)
        return job_response(DatasetImportWithFaults, found)
