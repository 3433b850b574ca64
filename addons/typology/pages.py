"""Typologies of a dataset (function words and the side of adpositions): request and results."""

from collections.abc import Mapping
from functools import partial

from django.db.models import FloatField, IntegerField, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.http import HttpResponse
from django.shortcuts import render

from addons.typology.access import typology_for
from addons.typology.apps import RUNNING_TEXT
from addons.typology.charts import (
    charts_of,
    indicators_of,
    proposed_tables,
    ranked_of,
    tables_of,
)
from addons.typology.figures import better_of, cells_of, class_of, doubts_of, verdict_of
from addons.typology.forms import TypologyForm
from addons.typology.models import Typology
from addons.typology.services import ask_for_typology, require_running_text
from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, dataset_for, membership_of, needs
from annotation.research.common.downloads import table_as_csv
from annotation.research.common.jobs import JobPages, ask_or_show


@needs(to_read=Capability.SEE_FIGURES)
def list_typologies(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: the typologies of its datasets, and the datasets that can have
    one."""
    project = membership_of(request, project_id).project
    context = {
        "project": project,
        "typologies": _not_discarded(Typology.objects.filter(dataset__project=project)),
        "datasets": project.datasets.filter(kind__in=RUNNING_TEXT),
    }
    return render(request, "research/typology/list.html", context)


@needs(Capability.EDIT_DATASETS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project. A Celery job reads and counts."""
    dataset = dataset_for(request, dataset_id)
    require_running_text(dataset)
    form = TypologyForm(request.POST or None)
    ask = partial(ask_for_typology, dataset=dataset, user=request.user)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "typologies": _not_discarded(Typology.objects.filter(dataset=dataset)),
    }
    return ask_or_show(request, form, ask, "typology", context, "research/typology/new.html")


def _results(request: ResearcherRequest, typology: Typology) -> Mapping[str, object]:
    if not typology.results:
        return {}
    return {
        "verdict": verdict_of(typology),
        "doubts": doubts_of(typology),
        "class_of": class_of(typology),
        "cells": cells_of(typology),
        "indicators": indicators_of(typology),
        "better": ", ".join(better_of(typology)),
        "charts": charts_of(typology),
        "ranked": ranked_of(typology),
        "proposed": proposed_tables(typology),
        "decided": bool(typology.results["proposed"]["side"]),
    }


def _progress(typology: Typology) -> Mapping[str, object]:
    """Describe the progress: the items are read first, then words are counted in samples."""
    items, kind = typology.dataset.item_count, typology.dataset.kind
    reading = f"{typology.done:,} of {items:,} {kind} read."
    counting = f"All {kind} read. Counting words and comparing samples."
    return {"progress_text": reading if typology.done < items else counting}


PAGES = JobPages(
    name="typology",
    route="typologies/<int:typology_id>/",
    find=typology_for,
    sees=Capability.SEE_TEXTS,
    template="research/typology/typology.html",
    context=_results,
    progress=_progress,
)


@needs(to_read=Capability.SEE_TEXTS)
def as_csv(request: ResearcherRequest, typology_id: int, chart: str) -> HttpResponse:
    """Members of the project: the numbers of one chart or list of the page."""
    typology = typology_for(request, typology_id)
    tables = [*charts_of(typology), *tables_of(typology)] if typology.results else []
    return table_as_csv(tables, chart, f"{typology.dataset.name} {typology.language}")


def _not_discarded(typologies: QuerySet[Typology]) -> QuerySet[Typology]:
    """Return the typologies that are not discarded, without their word lists."""
    return (
        typologies.exclude(status=Typology.Status.DISCARDED)
        .select_related("dataset")
        .annotate(
            decision=Coalesce(KT("results__interval__decision"), KT("results__decision")),
            difference=Cast(KT("results__difference"), FloatField()),
            read=Cast(KT("results__sentences"), IntegerField()),
        )
        .defer("results")
    )
