"""The sentences of a dataset of any kind, as words."""

from collections.abc import Iterator

from analysis.reading.item_ranges import WHOLE, ItemRange
from annotation.models import Dataset, Item
from annotation.services.datasets.sentences import divided
from midpath.corpus.words import words_of
from midpath.json_types import JsonMapping


def words_in(
    dataset_id: int, kind: Dataset.Kind, part: ItemRange = WHOLE
) -> Iterator[list[list[str]]]:
    """Yield the sentences of each item whose position is in a range, each as its words."""
    items = Item.objects.filter(part.of("position"), dataset=dataset_id).order_by("position")
    for content in items.values_list("content", flat=True):
        yield [words_of(sentence) for sentence in _sentences(kind, content)]


def _sentences(kind: Dataset.Kind, content: JsonMapping) -> list[str]:
    """Return an item's sentences; a text, in its original words, or a question is one sentence."""
    if kind == Dataset.Kind.TEXTS:
        return [" ".join(content["tokens"])]
    if kind == Dataset.Kind.QUESTIONS:
        return [content["question"]]
    found: list[str] = (content if "sentences" in content else divided(content))["sentences"]
    return found
