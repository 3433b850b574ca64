"""Counting one corpus by 1, 2 and 4 processes: a dataset of texts, and a file; and resampling it.

For a dataset, other processes are Celery workers, each with one process. The whole results are
compared: equal to the last digit. Those of counting have samples but no resamples.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from addons.typology.bench_reading import reader_of, sentences_of
from addons.typology.job_kinds import TYPOLOGY
from addons.typology.models import Typology
from addons.typology.tasks import parts_of
from annotation.models import Dataset, Project
from annotation.services.datasets.items import Row, store_items
from bench.shards import PROCESSES, slots, workers
from midpath.corpus.cooccurrence import Numbered
from midpath.typology.analysis import Wanted, find_typology
from midpath.typology.options import TypologyOptions
from midpath.typology.result_shapes import Results
from tasks.run_job import run_job

RESAMPLES = 200
WANTED = Wanted(TypologyOptions(resamples=0), ranked=200, propose=50, four_classes=True)


def measure_parts(path: Path, tokens: int) -> None:
    dataset = stored(path)
    _measure("dataset", tokens, lambda _: parts_of(dataset, lambda read: None), workers)
    _measure("file", tokens, lambda count: reader_of(path).parts(count), lambda _: nullcontext())


def _measure(
    of: str,
    tokens: int,
    parts: Callable[[int], Iterator[Numbered]],
    others: Callable[[int], AbstractContextManager[None]],
) -> None:
    alone: tuple[float, Results] | None = None
    for processes in PROCESSES:
        with others(processes - 1):
            begun = time.perf_counter()
            numbered = list(parts(processes))
            read = time.perf_counter() - begun
            found = find_typology(numbered, WANTED)
            seconds = time.perf_counter() - begun
        alone = alone or (seconds, found)
        equal = "equal" if found == alone[1] else "NOT EQUAL"
        print(
            f"{of:>9}{tokens:>12,}{processes:>11}{read:>10.1f} s{seconds:>8.1f} s"
            f"{alone[0] / seconds:>9.2f} ×   {equal}",
            flush=True,
        )


def measure_resamples(path: Path, tokens: int) -> None:
    """Run the job of a typology with 200 resamples in 1, 2 and 4 slots of its lane."""
    dataset = stored(path)
    alone: tuple[float, object] | None = None
    for processes in PROCESSES:
        job = Typology.objects.create(
            dataset=dataset, language="en", options=TypologyOptions(resamples=RESAMPLES)
        )
        with slots(TYPOLOGY.lane, processes):
            begun = time.perf_counter()
            run_job(TYPOLOGY.name, job.pk)
            seconds = time.perf_counter() - begun
        job.refresh_from_db()
        alone = alone or (seconds, job.results)
        equal = "equal" if job.results == alone[1] else "NOT EQUAL"
        print(
            f"{tokens:>12,}{processes:>11}{seconds:>8.1f} s{alone[0] / seconds:>9.2f} ×   {equal}",
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
