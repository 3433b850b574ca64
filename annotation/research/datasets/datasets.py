"""Datasets: their contents and everything based on them."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from annotation.addons import installed_addons, modules_of_addons
from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, Dataset, Item, SetImport
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.paging import page_of, whole_number
from annotation.research.datasets.corpora import (
    PairRow,
    document_rows,
    facts_of,
    part_rows,
    question_row,
)
from annotation.research.datasets.policies import policies_of
from annotation.services.sets.sets import schemes_of
from midpath.json_types import JsonMapping
from midpath.tables.documents import corpus_table, sizes_table
from midpath.text.licences import address_of

ITEMS_PER_PAGE = 50
PAIRS_PER_PAGE = 20


@needs(to_read=Capability.SEE_TEXTS)
def show_dataset(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    dataset = dataset_for(request, dataset_id)
    after = whole_number(request, "after")
    items = dataset.items.order_by("position")
    if after is not None:
        items = items.filter(position__gt=after)
    size = ITEMS_PER_PAGE if dataset.kind != Dataset.Kind.PAIRS else PAIRS_PER_PAGE
    page = page_of(list(items[: size + 1]), size)
    takes_sets = bool(schemes_of(dataset))
    addons = list(installed_addons())
    parts = [
        part for module in modules_of_addons("dataset_page") for part in module.parts_of(dataset)
    ]
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "links_of_addons": [link for config in addons for link in config.dataset_links(dataset)],
        "steps_of_addons": [step for config in addons for step in config.dataset_steps(dataset)],
        "parts_of_addons": parts,
        "has_work": any(part.under_way for part in parts),
        "page": page,
        "after": after,
        "campaigns": list(_campaigns_of(dataset)),
        "sets": list(_sets_of(dataset)),
        "imports": list(_imports_into(dataset)) if takes_sets else [],
        "takes_sets": takes_sets,
        "licence_address": address_of(dataset.licence),
    }
    context |= _kind_context(dataset, page.rows, described=bool(parts))
    return render(request, "research/datasets/dataset.html", context)


def _campaigns_of(dataset: Dataset) -> QuerySet[Campaign]:
    """Return the campaigns on a dataset; archived ones only if the dataset is archived."""
    rows = Campaign.objects.filter(dataset=dataset).with_progress()
    return rows if dataset.archived_at else rows.in_use()


def _sets_of(dataset: Dataset) -> QuerySet[AnnotationSet]:
    """Return the annotation sets of a dataset; archived ones only if the dataset is archived."""
    rows = AnnotationSet.objects.filter(dataset=dataset).defer("facts", "settings")
    return rows if dataset.archived_at else rows.in_use()


def _imports_into(dataset: Dataset) -> QuerySet[SetImport]:
    """Return the imports of sets that are unfinished or failed."""
    over = (SetImport.Status.READY, SetImport.Status.DISCARDED)
    rows = SetImport.objects.filter(dataset=dataset).exclude(status__in=over)
    return rows.defer("body", "results")


def _source_of(details: JsonMapping) -> int:
    """Return the dataset that parts were made from: of documents, or of questions."""
    source: int = details.get("questions", details["documents"])
    return source


def _kind_context(dataset: Dataset, items: Sequence[Item], *, described: bool) -> dict[str, object]:
    """Return the context for this kind of dataset only."""
    details = dataset.details
    if dataset.kind == Dataset.Kind.APPS:
        policies = policies_of(dataset, items)
        return {"rows": [(item, policies[item.pk]) for item in items]}
    if "parts" in details:
        return {
            "parts": part_rows(items),
            "source": Dataset.objects.filter(pk=_source_of(details)).only("name").first(),
        }
    if dataset.kind == Dataset.Kind.DOCUMENTS:
        named = [(item.position, item.text, item.content) for item in items]
        sizes = sizes_table(details["sizes"]) if "sizes" in details else None
        corpus = corpus_table(details["statistics"])
        return {"corpus": corpus, "sizes": sizes, "rows": document_rows(named)}
    if dataset.kind == Dataset.Kind.PAIRS:
        rows = [PairRow(item.text, item.content) for item in items]
        return {"facts": facts_of(details, described=described), "rows": rows}
    if dataset.kind == Dataset.Kind.QUESTIONS:
        documents = Item.objects.filter(pk__in={item.document_id for item in items})
        names: dict[int | None, str] = dict(documents.values_list("pk", "text"))
        return {
            "rows": [
                question_row(item.position, item.content, names[item.document_id]) for item in items
            ]
        }
    return {}
