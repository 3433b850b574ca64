"""Typologies of a dataset (function words and the side of adpositions): request and results."""

from django.db.models import FloatField, IntegerField, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from addons.typology.access import typology_for
from addons.typology.apps import RUNNING_TEXT
from addons.typology.charts import (
    charts_of,
    proposed_tables,
    ranked_of,
    tables_of,
)
from addons.typology.figures import cells_of, doubts_of, verdict_of
from addons.typology.forms import TypologyForm
from addons.typology.models import Typology
from addons.typology.services import (
    ask_for_typology,
    require_running_text,
)
from annotation.capabilities import Capability
from annotation.research.common.access import (
    ResearcherRequest,
    dataset_for,
    membership_of,
    needs,
)
from annotation.research.common.downloads import table_as_csv
from annotation.services.errors import ServiceError


@require_safe
@needs(Capability.SEE_FIGURES)
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


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.EDIT_DATASETS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project. A Celery job reads and counts."""
    dataset = dataset_for(request, dataset_id)
    require_running_text(dataset)
    form = TypologyForm(request.POST or None)
    status = 400 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            typology = ask_for_typology(
                dataset=dataset,
                user=request.user,
                language=form.cleaned_data["language"],
                options=form.chosen(),
            )
        except ServiceError as error:
            form.refuse(error)
            status = error.status
        else:
            return redirect("research:typology", typology.pk)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "form": form,
        "typologies": _not_discarded(Typology.objects.filter(dataset=dataset)),
    }
    return render(request, "research/typology/new.html", context, status=status)


@require_safe
@needs(Capability.SEE_TEXTS)
def show(request: ResearcherRequest, typology_id: int) -> HttpResponse:
    """Members of the project: the progress or the stored results."""
    typology = typology_for(request, typology_id)
    context: dict[str, object] = {
        "project": typology.dataset.project,
        "dataset": typology.dataset,
        "typology": typology,
        "status": typology.status,
    }
    if typology.results:
        context |= {
            "verdict": verdict_of(typology),
            "doubts": doubts_of(typology),
            "cells": cells_of(typology),
            "charts": charts_of(typology),
            "ranked": ranked_of(typology),
            "proposed": proposed_tables(typology),
            "decided": bool(typology.results["proposed"]["side"]),
        }
    return render(request, "research/typology/typology.html", context)


@require_safe
@needs(Capability.SEE_TEXTS)
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
            decision=KT("results__decision"),
            difference=Cast(KT("results__difference"), FloatField()),
            read=Cast(KT("results__sentences"), IntegerField()),
        )
        .defer("results")
    )
