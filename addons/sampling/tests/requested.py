"""Datasets and samples to test with, and what the forms send."""

from typing import Any

from addons.sampling.models import Sample
from addons.sampling.services import ask_for_sample
from annotation.models import Dataset, Project, User
from midpath.sampling.options import SAMPLERS
from tests.helpers.factories import make_user, store_items

WORDS = ("red", "wine", "bar", "old", "town", "map", "sun", "sea", "road", "hill")
TEXT_FORM = {
    "name": "Sampled",
    "size": "6",
    "shortest": "2",
    "longest": "4",
    "lengths": "equal",
    "alphabet": "any",
    "seed": "7",
}
RANDOM_FORM = {
    "name": "Random",
    "size": "5",
    "shortest": "2",
    "longest": "4",
    "lengths": "own",
    "order": "0",
    "seed": "7",
}


def make_log(project: Project | None = None, texts: int = 20) -> Dataset:
    """Make texts of one to five words with a column of numbers."""
    rows = [
        (" ".join(WORDS[(n + m) % 10] for m in range(1 + n % 5)) + f" {n}", n) for n in range(texts)
    ]
    return store_items(
        [
            (text, {"tokens": text.split(), "columns": {"entropy": f"{n / 10}", "query": n}})
            for text, n in rows
        ],
        project,
    )


def request_sample(
    dataset: Dataset,
    user: User | None = None,
    name: str = "Sampled",
    sampler: str = "texts",
    lengths_of: Dataset | None = None,
    **changed: Any,
) -> Sample:
    given = {"size": 6, "shortest": 2, "longest": 4, "seed": 7} | changed
    return ask_for_sample(
        dataset=dataset,
        user=user or make_user(),
        name=name,
        options=SAMPLERS[sampler](**given),
        lengths_of=lengths_of,
    )
