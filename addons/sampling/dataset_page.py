"""The part of a dataset's page that says how it was sampled."""

from collections.abc import Sequence

from addons.sampling.pages import found_of
from annotation.addons import PagePart
from annotation.models import Dataset


def parts_of(dataset: Dataset) -> Sequence[PagePart]:
    if "sample" not in dataset.details:
        return ()
    return [
        PagePart("research/samples/of_texts.html", {"found": found_of(dataset.details["sample"])})
    ]
