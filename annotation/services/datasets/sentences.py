"""Divide documents into sentences when a campaign first needs them. They are never divided
again, because judgments refer to sentences by number."""

import re
from collections.abc import Iterator, Mapping
from typing import TypedDict

from nupunkt import sent_spans

from annotation.models import Item
from midpath.json_types import JsonMapping

# The splitter handles scripts that end a sentence with a full stop and a space. In other scripts a
# sentence ends after its stops and the closing brackets or quotation marks that follow them.
SENTENCE = re.compile(r".+?(?:[。！？؟।።]+[」』”’）】》\"]*|$)", re.DOTALL)


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


def sentences_of(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph. All text but white space is in some sentence, in order.

    >>> sentences_of("See Sec. 5 below! We share it, e.g. with U.S. shops. “你好。”再见！")
    ['See Sec. 5 below!', 'We share it, e.g. with U.S. shops.', '“你好。”', '再见！']
    """
    return list(_sentences(paragraph))


def _sentences(paragraph: str) -> Iterator[str]:
    for start, end in sent_spans(paragraph):
        for part in SENTENCE.findall(paragraph[start:end].strip()):
            yield " ".join(part.split())
