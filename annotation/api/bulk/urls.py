"""The URLs that take many rows at once."""

from django.urls import URLPattern, path

from annotation.api.bulk.bulk_datasets import CreateDatasetInBulk
from annotation.api.bulk.bulk_sets import CreateSetInBulk
from annotation.api.operations import address

bulk_urls: list[URLPattern] = [
    path("datasets/bulk", address("DatasetInBulk", CreateDatasetInBulk), name="dataset_in_bulk"),
    path("sets/bulk", address("SetInBulk", CreateSetInBulk), name="set_in_bulk"),
]
