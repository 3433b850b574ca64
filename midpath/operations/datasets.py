"""Datasets. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller, in_path


class Operations(Caller):
    def create_dataset(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateDatasetInput]
    ) -> models.Dataset:
        """Create a dataset of any kind, all or nothing: 400 lists the errors by row."""
        return self._post(models.Dataset, "datasets", body, idempotency_key)

    def create_dataset_in_bulk(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateDatasetInBulkInput]
    ) -> models.CreateDatasetInBulkOutput:
        """Create a dataset from up to 10,000 rows and report the outcome of each."""
        return self._post(models.CreateDatasetInBulkOutput, "datasets/bulk", body, idempotency_key)

    def describe_picture(
        self, item_id: int, sha256: str, **body: Unpack[models.AltInput]
    ) -> models.AppPictures:
        """Change the description of an app's picture."""
        return self._post(
            models.AppPictures, f"items/{item_id}/pictures/{in_path(sha256)}/describe", body
        )

    def license_dataset(
        self, dataset_id: int, **body: Unpack[models.LicenseDatasetInput]
    ) -> models.Dataset:
        """State the licence of a dataset's items."""
        return self._post(models.Dataset, f"datasets/{dataset_id}/licence", body)

    def list_dataset_imports(
        self, project_id: int, **asked: Unpack[models.ListDatasetImportsQuery]
    ) -> Rows[models.DatasetImport]:
        """List the imports of large files into a project, the oldest first."""
        return self._rows(models.DatasetImport, f"projects/{project_id}/dataset-imports", asked)

    def list_datasets(self, **asked: Unpack[models.ListDatasetsQuery]) -> Rows[models.Dataset]:
        """List datasets, the oldest first."""
        return self._rows(models.Dataset, "datasets", asked)

    def list_items(
        self, dataset_id: int, **asked: Unpack[models.ListItemsQuery]
    ) -> Rows[models.Item]:
        """List a dataset's items in their order; `after` is a position."""
        return self._rows(models.Item, f"datasets/{dataset_id}/items", asked)

    def make_question_texts(
        self,
        dataset_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.MakeQuestionTextsInput],
    ) -> models.Dataset:
        """Create a dataset in which each question is a text of its own, for campaigns of labels or
        spans."""
        return self._post(models.Dataset, f"datasets/{dataset_id}/texts", body, idempotency_key)

    def read_dataset(self, dataset_id: int) -> models.Dataset:
        """Read a dataset's name and size."""
        return self._get(models.Dataset, f"datasets/{dataset_id}")

    def read_dataset_import(self, dataset_import_id: int) -> models.DatasetImportWithFaults:
        """Read the progress of an import, its dataset, or the errors of the file."""
        return self._get(models.DatasetImportWithFaults, f"dataset-imports/{dataset_import_id}")

    def remove_picture(self, item_id: int, sha256: str) -> models.AppPictures:
        """Remove a picture from an app."""
        return self._post(models.AppPictures, f"items/{item_id}/pictures/{in_path(sha256)}/remove")
