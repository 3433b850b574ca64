"""The facts about items that a kernel needs, read from the database."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from django.db.models import QuerySet

from annotation.models import Campaign, Item
from midpath.kernels.base import Content, Document, ItemContext, Kernel
from midpath.tables.figures.common import Summary


def contexts_of(
    kernel: Kernel[Mapping[str, object], Summary], campaign: Campaign, item_ids: Collection[int]
) -> Mapping[int, ItemContext]:
    """Return the facts that the kernel needs about each item. Contents are read only if there are
    such facts, and only those parts; a document is read once, for all items about it."""
    settings, items = campaign.settings, Item.objects.filter(pk__in=item_ids)
    if kernel.document_facts:
        document_of = dict(items.values_list("pk", "document_id"))
        documents = Item.objects.filter(pk__in=set(document_of.values()))
        contexts: dict[int | None, ItemContext] = {
            pk: kernel.context(settings, {}, Document(name, content))
            for pk, name, content in _contents(documents, kernel.document_facts)
        }
        return {pk: contexts[document] for pk, document in document_of.items()}
    if kernel.facts:
        return {
            pk: kernel.context(settings, content, None)
            for pk, _, content in _contents(items, kernel.facts)
        }
    return dict.fromkeys(item_ids, ItemContext(settings))


def _contents(items: QuerySet[Item], parts: Sequence[str]) -> Iterator[tuple[int, str, Content]]:
    """Yield the number and the name of each item, with these parts of its content."""
    columns = [f"content__{name}" for name in parts]
    for pk, name, *found in items.values_list("pk", "text", *columns):
        yield pk, name, dict(zip(parts, found, strict=True))
