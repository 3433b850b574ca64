from django.urls import URLPattern

from annotation.api.bulk.bulk_datasets import CreateDatasetInBulk
from annotation.api.bulk.bulk_sets import CreateSetInBulk
from annotation.api.operations import url

bulk_urls: list[URLPattern] = [
    url("datasets/bulk", "dataset_in_bulk", CreateDatasetInBulk),
    url("sets/bulk", "set_in_bulk", CreateSetInBulk),
]
