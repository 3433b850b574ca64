"""Pairs drawn from documents: chosen, watched while they are drawn, looked at, kept or not."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.exchange.drawn import named, pairs_of
from annotation.models import PairDraw
from annotation.research.access import ResearcherRequest, dataset_for, draw_for, researcher
from annotation.research.corpora import PairRow, averages, found_of
from annotation.research.draw_forms import DrawForm
from annotation.services.draws import (
    ask_for_draw,
    discard_draw,
    documents_of,
    insist_on_documents,
    keep_draw,
)
from annotation.services.errors import ServiceError

EXAMPLES = 3


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project. A Celery job draws; nothing is made of it before it was seen."""
    dataset = dataset_for(request.user, dataset_id)
    insist_on_documents(dataset)
    form = DrawForm(request.POST or None, initial={"name": f"Pairs of {dataset.name}"[:120]})
    status = 400 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            draw = ask_for_draw(
                dataset=dataset,
                user=request.user,
                name=form.cleaned_data["name"],
                terms=form.terms(),
            )
        except ServiceError as error:
            form.refuse(error)
            status = error.status
        else:
            return redirect("research:draw", draw.pk)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "form": form,
        "corpus": averages(dataset.details["statistics"]),
    }
    return render(request, "research/new_draw.html", context, status=status)


@require_safe
@researcher
def show(request: ResearcherRequest, draw_id: int) -> HttpResponse:
    """Members of the project: how far the draw is, or what it found."""
    draw = draw_for(request.user, draw_id)
    context: dict[str, Any] = {
        "project": draw.dataset.project,
        "dataset": draw.dataset,
        "draw": draw,
        "under_way": draw.under_way,
    }
    if draw.results:
        context |= found_of(draw.results) | {"examples": _examples(draw)}
    return render(request, "research/draw.html", context)


@require_safe
@researcher
def progress(request: ResearcherRequest, draw_id: int) -> HttpResponse:
    """Members of the project. What the page asks for while it waits; in the end it reloads."""
    draw = draw_for(request.user, draw_id)
    response = render(request, "research/draw_progress.html", {"draw": draw})
    if not draw.under_way:
        response.headers["HX-Refresh"] = "true"
    return response


@require_POST
@researcher
def discard(request: ResearcherRequest, draw_id: int) -> HttpResponse:
    """Members of the project. A draw that is under way stops."""
    draw = draw_for(request.user, draw_id)
    discard_draw(draw=draw, user=request.user)
    messages.success(request, "The draw is discarded. No dataset was made of it.")
    return redirect("research:dataset", draw.dataset_id)


@require_POST
@researcher
def keep(request: ResearcherRequest, draw_id: int) -> HttpResponse:
    """Members of the project. What was drawn becomes a dataset of pairs."""
    made = keep_draw(draw=draw_for(request.user, draw_id), user=request.user)
    messages.success(request, f"{made.item_count:,} pairs are kept.")
    return redirect("research:dataset", made.pk)


def _examples(draw: PairDraw) -> list[PairRow]:
    """The first pairs of each stratum, while they can still be kept."""
    pairs = named(draw.pairs)
    chosen = []
    for stratum in range(len(draw.results["strata"])):
        chosen += [pair for pair in pairs if pair[1][-1] == stratum][:EXAMPLES]
    documents = documents_of(draw.dataset, [drawn for _, drawn in chosen])
    return [PairRow(*pair) for pair in pairs_of(chosen, documents)]
