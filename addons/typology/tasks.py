"""The words of a dataset, numbered in parts by any number of Celery workers, and its resamples, by
those whose lane has a free slot."""

import zlib
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from celery import shared_task

from addons.typology.job_kinds import TYPOLOGY
from addons.typology.models import Typology
from agreement.version import VERSION
from analysis.reading.item_ranges import ItemRange, ranges_by_size
from analysis.reading.sentences import words_in
from annotation.models import Dataset
from midpath.corpus.cooccurrence import EDGE, Numbered, numbered
from midpath.lazy import LazyModule
from midpath.parts import Parts
from midpath.progress import Failed, Progress
from tasks.lane_parts import help_out
from tasks.shards import OtherVersion, require_version, shared_out_fixed

# Every Celery process imports this module, and few need scipy.
if TYPE_CHECKING:
    from midpath.typology import analysis, resamples
else:
    analysis = LazyModule("midpath.typology.analysis")
    resamples = LazyModule("midpath.typology.resamples")

# `midpath typology` takes larger corpora, since it blocks no report.
MAX_WORDS = 10_000_000
LITTLE_ENDIAN = np.dtype("<u4")


class Packed(NamedTuple):
    """A part of a dataset, small enough for Redis: how many items and words it has, its distinct
    words, one a line, and their numbers, both compressed."""

    items: int
    tokens: int
    words: bytes
    ids: bytes

    def numbered(self) -> Numbered:
        words = zlib.decompress(self.words).decode().splitlines()
        return Numbered(words, np.frombuffer(zlib.decompress(self.ids), LITTLE_ENDIAN))


# Texts do not belong in the log.
@shared_task(
    name="tasks.number_words",
    ignore_result=False,
    acks_late=False,
    throws=(OtherVersion,),
    resultrepr_maxsize=12,
)
def number_words(dataset_id: int, kind: str, *ends: int | None, version: str = VERSION) -> Packed:
    """Number the words of a range of a dataset's items."""
    require_version(version)
    items = list(words_in(dataset_id, Dataset.Kind(kind), ItemRange(*ends)))
    parts = numbered(chain.from_iterable(items), portion=EDGE)
    words, ids = next(parts, Numbered([], np.empty(0, np.uint32)))
    return Packed(
        items=len(items),
        tokens=int(np.count_nonzero(ids != EDGE)),
        words=zlib.compress("\n".join(words).encode(), 1),
        ids=zlib.compress(ids.astype(LITTLE_ENDIAN).tobytes(), 1),
    )


def parts_of(dataset: Dataset, progress: Callable[[int], None]) -> Iterator[Numbered]:
    """Yield the words of a dataset in parts, each numbered by any process.

    The number of a dataset's items never changes, nor do their words, except when a worker's data
    is erased; so the parts need no snapshot. `progress` is called with the number of items read.
    """

    def seen(results: Collection[Any]) -> None:
        found = [Packed(*one) for one in results]
        if sum(one.tokens for one in found) > MAX_WORDS:
            raise Failed(
                f"There are more than {MAX_WORDS:,} words. Use fewer items, or run manage.py "
                "typology on the server on a file with one sentence per line."
            )
        progress(sum(one.items for one in found))

    progress(0)
    ranges = [(dataset.pk, dataset.kind, *part) for part in ranges_by_size(dataset.pk)]
    for one in shared_out_fixed(number_words, ranges, seen):
        yield Packed(*one).numbered()


# With a result, a failure is no dead letter: the job computes the resamples itself.
@shared_task(name="tasks.resample_sentences", ignore_result=False, acks_late=False)
def resample_sentences(computation: str, helper: int, typology_id: int) -> bool:
    """Compute resamples that the job of a typology needs."""

    def prepare(watch: Progress) -> Parts[float | None]:
        typology = Typology.objects.select_related("dataset").get(pk=typology_id)
        words = _numbered_here(typology.dataset, watch)
        return resamples.resamples_of_corpus(words, analysis.Wanted(typology.options))

    return help_out(computation, helper, TYPOLOGY.lane, prepare)


def _numbered_here(dataset: Dataset, watch: Progress) -> Iterator[Numbered]:
    """Yield the words of a dataset, numbered by this process alone: the others are busy with
    resamples by then."""
    ranges = ranges_by_size(dataset.pk)
    for done, part in enumerate(ranges):
        watch(done, len(ranges))
        yield Packed(*number_words.run(dataset.pk, dataset.kind, *part)).numbered()
