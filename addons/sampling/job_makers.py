"""Samples requested on a page or by the API."""

from collections.abc import Iterator, Mapping

from addons.sampling.job_kinds import SAMPLE
from addons.sampling.lengths import lengths_in
from addons.sampling.models import Sample
from analysis.reading.documents import documents_in
from annotation.models import Dataset
from midpath.progress import Failed, Progress
from midpath.sampling.candidates import Text, sentences_in
from midpath.sampling.drawing import draw_sample
from tasks.jobs import Made, Make

# More would take minutes, or too much memory; `midpath sample` reads files of any size.
MAX_WORDS = 10_000_000
# Contexts of a model times lengths, of 8 bytes each.
MAX_CELLS = 20_000_000


def make_sample(sample: Sample, progress: Progress) -> Made:
    items = sample.dataset.item_count
    result = draw_sample(
        _limited(_texts_of(sample.dataset, progress)),
        sample.options,
        lengths_in(sample.lengths_of) if sample.lengths_of else None,
        # Lets a stopped job end while a model makes texts.
        lambda _done, _total: progress(items, items),
        MAX_CELLS,
    )
    if sample.lengths_of:
        result.found["lengths_of"] = {
            "dataset": sample.lengths_of.pk,
            "name": sample.lengths_of.name,
        }
    texts = [[one.text, one.words, one.columns] for one in result.texts]
    return {"results": result.found, "texts": texts}


def _texts_of(dataset: Dataset, progress: Progress) -> Iterator[Text]:
    """Yield the texts of a dataset, or the sentences of its documents."""
    progress(0, dataset.item_count)
    for read, (_, name, content) in enumerate(documents_in(dataset), 1):
        if dataset.kind == Dataset.Kind.DOCUMENTS:
            yield from sentences_in([(name, content)])
        else:
            yield Text(name, tuple(content["tokens"]), content.get("columns", {}))
        progress(read, dataset.item_count)


def _limited(texts: Iterator[Text]) -> Iterator[Text]:
    words = 0
    for text in texts:
        words += len(text.words)
        if words > MAX_WORDS:
            raise Failed(
                f"There are more than {MAX_WORDS:,} words. Use a smaller dataset, or run midpath "
                "sample on a file."
            )
        yield text


MAKERS: Mapping[str, Make] = {SAMPLE.name: make_sample}
