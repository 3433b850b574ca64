"""Counting one dataset of texts by 1, 2 and 4 processes.

Other processes are Celery workers, each with one process. The whole results are compared, with
samples but without resamples: equal to the last digit.
"""

import time
from pathlib import Path

from addons.typology.bench_reading import sentences_of
from addons.typology.tasks import parts_of
from annotation.models import Dataset, Project
from annotation.services.datasets.items import Row, store_items
from bench.shards import PROCESSES, workers
from midpath.typology.analysis import Wanted, find_typology
from midpath.typology.options import TypologyOptions
from midpath.typology.result_shapes import Results

WANTED = Wanted(TypologyOptions(resamples=0), ranked=200, propose=50, four_classes=True)


def measure_parts(path: Path, tokens: int) -> None:
    dataset = stored(path)
    alone: tuple[float, Results] | None = None
    for processes in PROCESSES:
        with workers(processes - 1):
            begun = time.perf_counter()
            parts = list(parts_of(dataset, lambda read: None))
            numbered = time.perf_counter() - begun
            found = find_typology(parts, WANTED)
            seconds = time.perf_counter() - begun
        alone = alone or (seconds, found)
        equal = "equal" if found == alone[1] else "NOT EQUAL"
        print(
            f"{tokens:>12,}{processes:>11}{numbered:>10.1f} s{seconds:>8.1f} s"
            f"{alone[0] / seconds:>9.2f} ×   {equal}",
            flush=True,
        )


def stored(path: Path) -> Dataset:
    """Store the sentences of a file as a dataset of texts."""
    project = Project.objects.create(name="Made-up words")
    dataset = Dataset.objects.create(project=project, name="Texts")
    sentences = enumerate(sentences_of(path))
    rows = (
        Row(f"{number} {' '.join(words)}", {"tokens": words}, None) for number, words in sentences
    )
    store_items(dataset.pk, rows)
    dataset.item_count = dataset.items.count()
    dataset.save(update_fields=["item_count"])
    return dataset
