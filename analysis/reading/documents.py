"""The documents of a dataset."""

from collections.abc import Iterator

from annotation.models import Dataset
from midpath.alignment.places import Named


def documents_in(dataset: Dataset) -> Iterator[Named]:
    items = dataset.items.order_by("position").values_list("position", "text", "content")
    return items.iterator(chunk_size=200)
