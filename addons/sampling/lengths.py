"""The numbers of words of a dataset's texts."""

from django.db.models import Count

from annotation.models import Dataset


def lengths_in(dataset: Dataset) -> dict[int, int]:
    """Return how many texts have how many words. The index by length answers this alone."""
    counted = dataset.items.order_by("length").values_list("length").annotate(Count("pk"))
    return {words or 0: texts for words, texts in counted}
