"""The runs of one alignment by 1, 2 and 4 processes: this one, which has the job, and Celery
workers with one process each. What is stored is compared: equal to the last digit."""

import time
from collections.abc import Iterator
from itertools import pairwise

from addons.alignment.job_kinds import ALIGNMENT
from addons.alignment.models import Alignment
from annotation.models import Dataset, Project
from annotation.services.datasets.items import Row, store_items
from bench.shards import PROCESSES, slots
from midpath.alignment.options.alignment import METHOD_NAMES, AlignmentOptions
from midpath.alignment.options.words import WordOptions
from tasks.run_job import run_job
from tests.corpus.made_up import MadeUp

RUNS = 8


def measure_parts(made: MadeUp, method: str) -> None:
    dataset = stored(made)
    print(f"{RUNS} runs as one job: {METHOD_NAMES[method]}; seconds on the clock, with reading")
    print(f"{'processes':>9}{'seconds':>10}{'speed-up':>11}   results")
    alone: tuple[float, object] | None = None
    for processes in PROCESSES:
        with slots(ALIGNMENT.lane, processes):
            begun = time.perf_counter()
            found = aligned(dataset, method)
            seconds = time.perf_counter() - begun
        alone = alone or (seconds, found)
        equal = "equal" if found == alone[1] else "NOT EQUAL"
        print(f"{processes:>9}{seconds:>8.1f} s{alone[0] / seconds:>9.2f} ×   {equal}", flush=True)


def aligned(dataset: Dataset, method: str) -> tuple[object, object]:
    """Run the job of an alignment, and return what it stores."""
    words = WordOptions(bigrams=False, least_percent=0, most_percent=100)
    options = AlignmentOptions(method=method, groups=10, runs=RUNS, words=words)
    job = Alignment.objects.create(dataset=dataset, name=method, options=options)
    run_job(ALIGNMENT.name, job.pk)
    job.refresh_from_db()
    return job.results, job.grouping


def stored(made: MadeUp) -> Dataset:
    """Store the made-up segments as sections of documents; every term is a word."""
    project = Project.objects.create(name="Made-up documents")
    dataset = Dataset.objects.create(project=project, name="Documents", kind=Dataset.Kind.DOCUMENTS)
    rows = [
        Row(f"document {number}", {"category": "", "sections": sections}, None)
        for number, sections in enumerate(sections_of(made))
    ]
    store_items(dataset.pk, rows)
    dataset.item_count = len(rows)
    dataset.save(update_fields=["item_count"])
    return dataset


def sections_of(made: MadeUp) -> Iterator[list[dict[str, object]]]:
    for begin, end in pairwise(made.bags.starts.tolist()):
        yield [{"title": "", "paragraphs": [text_of(made, row)]} for row in range(begin, end)]


def text_of(made: MadeUp, row: int) -> str:
    """Return a segment's words, each as often as it was drawn."""
    counts, terms = made.bags.counts, made.bags.terms
    inside = slice(counts.indptr[row], counts.indptr[row + 1])
    words = zip(counts.indices[inside], counts.data[inside], strict=True)
    return " ".join(" ".join([terms[word]] * int(times)) for word, times in words)
