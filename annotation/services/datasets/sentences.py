"""Divide documents into sentences when a campaign first needs them. They are never divided
again, because judgments refer to sentences by number."""

from collections.abc import Mapping
from typing import TypedDict

from annotation.models import Item
from midpath.json_types import JsonMapping
from midpath.text.sentences import sentences_of


def divide_documents(documents: Mapping[str, Item]) -> None:
    """Divide the documents that have no sentences yet, within the caller's transaction."""
    keys = [item.pk for item in documents.values() if "sentences" not in item.content]
    undivided = list(Item.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))
    for item in undivided:
        if "sentences" not in item.content:
            item.content = {**item.content, **divided(item.content)}
        documents[item.text].content = item.content
    Item.objects.bulk_update(undivided, ["content"], batch_size=100)


class Divided(TypedDict):
    """The sentences of a document, where its sections begin, and its paragraphs."""

    sentences: list[str]
    outline: list[list[str | int]]
    breaks: list[int]


def divided(content: JsonMapping) -> Divided:
    """Return the sentences of a document with their `outline` and `breaks`.

    `outline` pairs each title with the number of its first sentence; `breaks` are the numbers of
    the sentences that begin a paragraph. A section without text gets the number of the sentence
    that follows; at the end of the document it is left out."""
    sentences: list[str] = []
    outline: list[tuple[str, int]] = []
    breaks: list[int] = []
    for section in content["sections"]:
        if section["title"]:
            outline.append((section["title"], len(sentences)))
        for paragraph in section["paragraphs"]:
            breaks.append(len(sentences))
            sentences += sentences_of(paragraph)
    return {
        "sentences": sentences,
        "outline": [[title, start] for title, start in outline if start < len(sentences)],
        "breaks": [place for place in dict.fromkeys(breaks) if 0 < place < len(sentences)],
    }
