"""Create datasets whose items are the sections or paragraphs of documents."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from django.db.models import F, Func, IntegerField, Sum, Value

from annotation.models import Dataset, Item, User
from annotation.services.datasets.dataset_writer import create_dataset, free_name
from annotation.services.errors import Invalid
from annotation.services.lifecycle.guard import require_open
from midpath.exchange.rows import ONE_OF
from midpath.exchange.segments import LEVELS, Level, count_documents
from midpath.json_types import JsonObject
from midpath.schemes.passages import PART

# More would take the request several seconds.
MAX_PARTS = 50_000
LISTED = {
    "sections": "$.sections[*] ? (@.paragraphs.size() > 0)",
    "paragraphs": "$.sections[*].paragraphs[*]",
}


def has_parts(dataset: Dataset) -> bool:
    """Return whether a dataset contains documents that can be divided."""
    return dataset.kind == Dataset.Kind.DOCUMENTS and "parts" not in dataset.details


def one_of(dataset: Dataset) -> str:
    """Return the noun for an item of a dataset: "text", "pair", or "paragraph" for documents."""
    parts: str = dataset.details.get("parts", "")
    return parts.removesuffix("s") or ONE_OF[dataset.kind]


def count_parts(dataset: Dataset, level: Level) -> int:
    """Return the number of sections with text, or of paragraphs, in the documents."""
    return _count(dataset.pk, level)


# Documents never change, and the form requests this on every keystroke.
@lru_cache(1000)
def _count(dataset_id: int, level: Level) -> int:
    listed = Func(
        F("content"),
        Value(LISTED[level]),
        template="jsonb_path_query_array(%(expressions)s::jsonpath)",
    )
    many = Func(listed, function="jsonb_array_length", output_field=IntegerField())
    items = Item.objects.filter(dataset=dataset_id)
    return int(items.aggregate(many=Sum(many))["many"] or 0)


def parts_of(*, documents: Dataset, level: str, user: User | None) -> Dataset:
    """Return the dataset of these documents' sections or paragraphs, creating it if necessary. Call
    it within a transaction."""
    known = next((one for one in LEVELS if one == level), None)
    if known is None or not has_parts(documents):
        raise Invalid(
            f"{documents.name} has no {level!r}. For a dataset of documents, choose sections or "
            "paragraphs.",
            field="parts",
        )
    # Concurrent requests get the same dataset.
    Dataset.objects.select_for_update(no_key=True).get(pk=documents.pk)
    wanted = {"documents": documents.pk, "parts": level}
    project = documents.project
    found = Dataset.objects.filter(project=project, details__contains=wanted).order_by("pk").first()
    if found is None:
        return _made(documents, known, user, wanted)
    require_open(found)
    return found


def _made(
    documents: Dataset, level: Level, user: User | None, wanted: dict[str, object]
) -> Dataset:
    parts = list(islice(_parts(documents, level), MAX_PARTS + 1))
    if len(parts) > MAX_PARTS:
        raise Invalid(
            f"{documents.name} has more than {MAX_PARTS:,} {level}, too many for one campaign. "
            "Import the documents as several datasets.",
            field="parts",
        )
    contents = [content for _, _, content in parts]
    return create_dataset(
        project=documents.project,
        user=user,
        name=free_name(documents.project, f"{documents.name}: {level}"),
        kind=Dataset.Kind.DOCUMENTS,
        details={**wanted, "statistics": count_documents(contents)},
        rows=[(name, content) for _, name, content in parts],
        about=[item for item, _, _ in parts],
        verb="dataset.created",
        of=documents.name,
        parts=level,
    )


def _parts(documents: Dataset, level: Level) -> Iterator[tuple[Item, str, dict[str, object]]]:
    """Yield each part with its document, its name and its content: a document with one section."""
    for item in documents.items.order_by("position").iterator(chunk_size=200):
        for number, section in enumerate(item.content["sections"], 1):
            for paragraph, texts in _texts_of(section, level):
                place = {"section": number, **({"paragraph": paragraph} if paragraph else {})}
                where = ", ".join(f"{kind} {at}" for kind, at in place.items())
                columns = section.get("columns", {}) if level == "sections" else {}
                content = {
                    "category": item.content["category"],
                    "sections": [{"title": section["title"], "paragraphs": texts}],
                    "columns": {**columns, "document": item.text},
                    PART: {"document": item.text, **place},
                }
                yield item, f"{item.text}, {where}", content


def _texts_of(section: JsonObject, level: Level) -> Iterator[tuple[int, list[str]]]:
    """Yield the paragraphs of each part of a section, with the number of a single paragraph."""
    if level == "paragraphs":
        for number, paragraph in enumerate(section["paragraphs"], 1):
            yield number, [paragraph]
    elif section["paragraphs"]:
        yield 0, section["paragraphs"]
