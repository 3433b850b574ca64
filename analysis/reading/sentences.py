"""The sentences of a dataset of any kind, as words."""

from collections.abc import Callable, Iterator

from analysis.reading.documents import documents_in
from annotation.models import Dataset
from annotation.services.datasets.sentences import divided
from midpath.corpus.words import words_of
from midpath.json_types import JsonMapping
from midpath.progress import Failed

# `manage.py typology` takes larger datasets, since it blocks no report.
MAX_WORDS = 10_000_000


def words_in(dataset: Dataset, progress: Callable[[int], None]) -> Iterator[list[str]]:
    """Yield the words of each sentence, in order; `progress` is called with the number of items
    read."""
    read = words = 0
    progress(read)
    for _, _, content in documents_in(dataset):
        for sentence in _sentences(Dataset.Kind(dataset.kind), content):
            found = words_of(sentence)
            words += len(found)
            yield found
        if words > MAX_WORDS:
            raise Failed(
                f"There are more than {MAX_WORDS:,} words. Use fewer items, or run manage.py "
                "typology on the server on a file with one sentence per line."
            )
        read += 1
        progress(read)


def _sentences(kind: Dataset.Kind, content: JsonMapping) -> list[str]:
    """Return an item's sentences; a text, in its original words, or a question is one sentence."""
    if kind == Dataset.Kind.TEXTS:
        return [" ".join(content["tokens"])]
    if kind == Dataset.Kind.QUESTIONS:
        return [content["question"]]
    found: list[str] = (content if "sentences" in content else divided(content))["sentences"]
    return found
