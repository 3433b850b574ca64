"""Function words and the side of adpositions, of a dataset: what a page asked for."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from celery import shared_task

from agreement.prepositions import languages, prepositions_of
from annotation.models import Dataset, Typology
from annotation.services.sentences import divided
from corpus.adpositions import Asked, By
from corpus.words import words_of
from tasks.jobs import Failed, Made, Progress, make_asked
from tasks.places import documents_in
from tasks.typology import Wanted, find_typology

# `manage.py typology` reads what is too much for a page: it keeps no report waiting.
MOST_WORDS = 10_000_000
PROPOSED = 50
ADVICE = "Try fewer or smaller samples."


@shared_task(name="tasks.typology", acks_late=False)
def tell_asked(asked_id: int) -> None:
    make_asked(Typology, asked_id, make_typology, ADVICE)


def make_typology(asked: Typology, progress: Progress) -> Made:
    """Its steps are items, as they are read, and samples."""
    items = asked.dataset.item_count
    steps = items + asked.samples
    by: By = "counts" if asked.by == Typology.By.COUNTS else "entropy"
    wanted = Wanted(
        asked=Asked(by, asked.top, float(asked.margin)),
        samples=asked.samples,
        sentences=asked.sentences,
        seed=asked.seed,
        ranked=asked.top,
        propose=PROPOSED,
    )
    sentences = words_in(asked.dataset, lambda read: progress(read, steps))
    found = find_typology(
        sentences, wanted, lambda _step, done, _total: progress(items + done, steps)
    )
    return {"results": {**found, "comes_with": _list_of(asked.language)}}


def _list_of(language: str) -> list[str]:
    """The prepositions that come with Midpath, to hold what is proposed against."""
    return sorted(prepositions_of(language)) if language in languages() else []


def words_in(dataset: Dataset, told: Callable[[int], None]) -> Iterator[list[str]]:
    """Of each sentence, in order. `told` hears how many items are read."""
    read = words = 0
    told(read)
    for _, _, content in documents_in(dataset):
        for sentence in _sentences(Dataset.Kind(dataset.kind), content):
            found = words_of(sentence)
            words += len(found)
            yield found
        if words > MOST_WORDS:
            raise Failed(
                f"There are more than {MOST_WORDS:,} words. Take fewer items, or run "
                "manage.py typology on the server, on a file with a sentence a line."
            )
        read += 1
        told(read)


def _sentences(kind: Dataset.Kind, content: Mapping[str, Any]) -> list[str]:
    """A text and a question is one sentence, a text of the words that it was given as."""
    if kind == Dataset.Kind.TEXTS:
        return [" ".join(content["tokens"])]
    if kind == Dataset.Kind.QUESTIONS:
        return [content["question"]]
    found: list[str] = (content if "sentences" in content else divided(content))["sentences"]
    return found
