"""Find items of a project by words in their texts, with PostgreSQL's full-text search."""

import re
from collections.abc import Iterator

from django.db.models import BooleanField, F, Func, QuerySet, Value

from annotation.models import Item, Project
from annotation.models.dataset import SHORT_ENOUGH, WORDS_OF_ITEM

WORD = re.compile(r"\w+")
MAX_WORDS = 10
EXCERPT_CHARACTERS = 80


def find_items(project: Project, query: str) -> QuerySet[Item]:
    """Return the items whose texts contain, for each word of the query, a word that begins with it.
    Items of deleted and archived datasets are left out, and so are texts too long to index."""
    words = WORD.findall(query)[:MAX_WORDS]
    if not words:
        return Item.objects.none()
    wanted = Func(
        Value(" & ".join(f"{word}:*" for word in words)),
        template="to_tsquery('simple', %(expressions)s)",
    )
    matches = Func(
        WORDS_OF_ITEM,
        wanted,
        template="%(expressions)s",
        arg_joiner=" @@ ",
        output_field=BooleanField(),
    )
    datasets = project.datasets.in_use().filter(deleted_at=None)
    found = Item.objects.filter(SHORT_ENOUGH, matches, dataset__in=datasets)
    # No index has this order: for the first few, PostgreSQL would read text by text along it.
    return found.order_by(F("dataset_id") + 0, F("position") + 0)


def excerpt(item: Item, query: str) -> str:
    """Return the passage of an item around the first word of the query."""
    word = next(iter(WORD.findall(query)), "")
    found = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    for text in (item.text, *_strings(item.content)):
        if match := found.search(text):
            begin = max(match.start() - EXCERPT_CHARACTERS, 0)
            end = match.end() + EXCERPT_CHARACTERS
            words = text[begin:end].split(" ")
            whole = words[bool(begin) : -1 if end < len(text) else None] or words
            passage = " ".join(" ".join(whole).split())
            return f"{'…' if begin else ''}{passage}{'…' if end < len(text) else ''}"
    return item.text[: 2 * EXCERPT_CHARACTERS]


def _strings(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for part in content.values() if isinstance(content, dict) else content:
            yield from _strings(part)
