"""Annotation sets. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def create_set_in_bulk(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateSetInBulkInput]
    ) -> models.CreateSetInBulkOutput:
        """Create a set from up to 10,000 annotations and report the outcome of each."""
        return self._post(models.CreateSetInBulkOutput, "sets/bulk", body, idempotency_key)

    def import_the_rest(
        self, set_import_id: int, **body: Unpack[models.ImportTheRestInput]
    ) -> models.SetImport:
        """Retry a refused import without the annotations that have no match."""
        return self._post(models.SetImport, f"set-imports/{set_import_id}/rest", body)

    def list_annotations(
        self, set_id: int, **asked: Unpack[models.ListAnnotationsQuery]
    ) -> Rows[models.Annotation]:
        """List a set's annotations in their order."""
        return self._rows(models.Annotation, f"sets/{set_id}/annotations", asked)

    def list_set_imports(
        self, dataset_id: int, **asked: Unpack[models.ListSetImportsQuery]
    ) -> Rows[models.SetImport]:
        """List the imports of sets of a dataset, the oldest first."""
        return self._rows(models.SetImport, f"datasets/{dataset_id}/set-imports", asked)

    def list_sets(self, **asked: Unpack[models.ListSetsQuery]) -> Rows[models.Set]:
        """List sets of annotations, the oldest first."""
        return self._rows(models.Set, "sets", asked)

    def read_set(self, set_id: int) -> models.Set:
        """Read a set's origin and size."""
        return self._get(models.Set, f"sets/{set_id}")

    def read_set_import(self, set_import_id: int) -> models.SetImportWithFaults:
        """Read the progress of an import, its set, or the errors of the file."""
        return self._get(models.SetImportWithFaults, f"set-imports/{set_import_id}")
