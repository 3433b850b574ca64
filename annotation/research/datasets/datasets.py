"""Datasets: their contents and everything based on them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.db.models.fields.json import KT
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.addons import installed_addons
from annotation.capabilities import Capability
from annotation.models import (
    Alignment,
    AnnotationSet,
    Campaign,
    Dataset,
    Item,
    PairDraw,
    SetImport,
)
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.paging import page_of, whole_number
from annotation.research.datasets.corpora import (
    PairRow,
    document_rows,
    existing_alignment,
    facts_of,
    found_of,
    part_rows,
    question_row,
)
from annotation.research.datasets.policies import policies_of
from annotation.services.sets.sets import schemes_of
from annotation.tables.documents import corpus_table

ITEMS_PER_PAGE = 50
PAIRS_PER_PAGE = 20


@require_safe
@needs(Capability.SEE_TEXTS)
def show_dataset(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the dataset's project."""
    dataset = dataset_for(request, dataset_id)
    after = whole_number(request, "after")
    items = dataset.items.order_by("position")
    if after is not None:
        items = items.filter(position__gt=after)
    size = ITEMS_PER_PAGE if dataset.kind != Dataset.Kind.PAIRS else PAIRS_PER_PAGE
    page = page_of(list(items[: size + 1]), size)
    takes_sets = bool(schemes_of(dataset))
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "links_of_addons": [
            link for config in installed_addons() for link in config.dataset_links(dataset)
        ],
        "page": page,
        "after": after,
        "campaigns": list(_campaigns_of(dataset)),
        "sets": list(_sets_of(dataset)),
        "imports": list(_imports_into(dataset)) if takes_sets else [],
        "takes_sets": takes_sets,
    }
    return render(
        request, "research/datasets/dataset.html", context | _kind_context(dataset, page.rows)
    )


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


def _kind_context(dataset: Dataset, items: Sequence[Item]) -> dict[str, object]:
    """Return the context for this kind of dataset only."""
    details = dataset.details
    if dataset.kind == Dataset.Kind.APPS:
        policies = policies_of(dataset, items)
        return {"rows": [(item, policies[item.pk]) for item in items]}
    if "parts" in details:
        return {
            "parts": part_rows(items),
            "source": Dataset.objects.filter(pk=details["documents"]).only("name").first(),
        }
    if dataset.kind == Dataset.Kind.DOCUMENTS:
        named = [(item.position, item.text, item.content) for item in items]
        over = (PairDraw.Status.KEPT, PairDraw.Status.DISCARDED)
        draws = PairDraw.objects.filter(dataset=dataset).exclude(status__in=over)
        sets = Dataset.objects.filter(project=dataset.project, details__drawn_from=dataset.pk)
        alignments = Alignment.objects.filter(dataset=dataset).defer("results", "grouping")
        return {
            "corpus": corpus_table(details["statistics"]),
            "rows": document_rows(named),
            "draws": list(draws.defer("results", "pairs")),
            "drawn_sets": list(sets.annotate(level=KT("details__level")).defer("details")),
            "alignments": list(alignments.exclude(status=Alignment.Status.DISCARDED)),
        }
    if dataset.kind == Dataset.Kind.PAIRS:
        rows = [PairRow(item.text, item.content) for item in items]
        drawn = found_of(details) | _disagreeing_alignment(details) if "strata" in details else {}
        return {"facts": facts_of(details), "rows": rows} | drawn
    if dataset.kind == Dataset.Kind.QUESTIONS:
        documents = Item.objects.filter(pk__in={item.document_id for item in items})
        names: dict[int | None, str] = dict(documents.values_list("pk", "text"))
        return {
            "rows": [
                question_row(item.position, item.content, names[item.document_id]) for item in items
            ]
        }
    return {}


def _disagreeing_alignment(details: Mapping[str, Any]) -> dict[str, Alignment | None]:
    """The alignment with which the sampled pairs disagree, if any."""
    number = details.get("disagreeing", {}).get("alignment")
    return {"alignment": existing_alignment(details["drawn_from"], number)}
