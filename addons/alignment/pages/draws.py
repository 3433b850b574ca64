"""Pairs sampled from documents: choose, inspect, save."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Unpack

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from addons.alignment.access import alignment_for, draw_for
from addons.alignment.models import Alignment, PairDraw
from addons.alignment.services.draws import (
    ask_for_draw,
    keep_draw,
    pairs_from,
    require_documents,
    require_groups,
)
from annotation.capabilities import Capability
from annotation.models import Dataset
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.forms import Files, FormOptions, Sent
from annotation.research.common.jobs import JobPages, ask_or_show, count_steps
from annotation.research.common.option_fields import OptionsForm
from annotation.research.common.paging import whole_number
from annotation.research.datasets.corpora import PairRow, similarities
from annotation.services.datasets.dataset_writer import free_name
from midpath.alignment.options.draw import USUAL_EDGE, DrawOptions
from midpath.alignment.sampled_pairs import named
from midpath.alignment.tables.draw_report import categories_table, edge_name, strata_table
from midpath.tables.documents import corpus_table
from midpath.text.formatting import counted

EXAMPLES = 3
OFFERED = 5


class DrawForm(OptionsForm):
    options = DrawOptions
    left_out = frozenset({"edge"})

    name = forms.CharField(
        max_length=120,
        label="Name of the pair dataset",
        error_messages={"required": "Give the pairs a name."},
    )


class WithCrowdForm(DrawForm):
    """A form for sampling pairs on which an alignment and the cosine disagree.

    The alignment determines the kind of segments.
    """

    left_out = frozenset({"level"})

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        alignment: Alignment,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        self.fields["edge"].initial = USUAL_EDGE
        self._level = alignment.options.level

    def answers(self) -> dict[str, object]:
        return {**super().answers(), "level": self._level}


@needs(Capability.EDIT_DATASETS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project; `?alignment=` is one of this dataset. A Celery job samples; nothing
    is saved before it was reviewed."""
    dataset = dataset_for(request, dataset_id)
    require_documents(dataset)
    alignment = _requested_alignment(request, dataset)
    form = _form(request, dataset, alignment)
    ask = partial(ask_for_draw, dataset=dataset, user=request.user, alignment=alignment)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "alignment": alignment,
        "alignments": [] if alignment else _ready_alignments(dataset),
        "corpus": corpus_table(dataset.details["statistics"]),
    }
    return ask_or_show(request, form, ask, "draw", context, "research/draws/new.html")


def _results(request: ResearcherRequest, draw: PairDraw) -> Mapping[str, object]:
    alignment = existing_alignment(draw.dataset_id, draw.alignment_id)
    if not draw.results:
        return {"alignment": alignment}
    return {
        "alignment": alignment,
        "found": found_of(draw.results, alignment),
        "examples": _examples(draw),
    }


PAGES = JobPages(
    name="draw",
    route="draws/<int:draw_id>/",
    find=draw_for,
    sees=Capability.SEE_TEXTS,
    actions=("progress", "discard", "rename"),
    template="research/draws/draw.html",
    context=_results,
    progress=count_steps("{done} of {steps} compared.", "candidate"),
    after=lambda draw: reverse("research:dataset", args=[draw.dataset_id]),
    rename_note="A dataset made from the draw gets its name.",
)


@needs(to_post=Capability.EDIT_DATASETS)
def keep(request: ResearcherRequest, draw_id: int) -> HttpResponse:
    """Members of the project. Saves the sample as a pair dataset."""
    made = keep_draw(draw=draw_for(request, draw_id), user=request.user)
    messages.success(request, f"{counted(made.item_count, 'pair')} saved.")
    return redirect("research:dataset", made.pk)


def _requested_alignment(request: ResearcherRequest, dataset: Dataset) -> Alignment | None:
    number = whole_number(request, "alignment")
    if number is None:
        return None
    alignment = alignment_for(request, number)
    require_groups(alignment, dataset, alignment.options.level)
    return alignment


def _form(request: ResearcherRequest, dataset: Dataset, alignment: Alignment | None) -> DrawForm:
    addition = f" with {alignment.name}" if alignment else ""
    initial = {"name": free_name(dataset.project, f"Pairs of {dataset.name}{addition}")}
    if alignment is None:
        return DrawForm(request.POST or None, initial=initial)
    return WithCrowdForm(request.POST or None, initial=initial, alignment=alignment)


def _ready_alignments(dataset: Dataset) -> QuerySet[Alignment]:
    ready = Alignment.objects.filter(dataset=dataset, status=Alignment.Status.READY)
    return ready.only("name", "options")[:OFFERED]


def _examples(draw: PairDraw) -> list[PairRow]:
    """The first pairs of each stratum, as long as they can be saved."""
    pairs = named(draw.pairs)
    chosen = []
    for stratum in range(len(draw.results["strata"])):
        chosen += [pair for pair in pairs if pair[1][-1] == stratum][:EXAMPLES]
    return [PairRow(*pair) for pair in pairs_from(draw.dataset, chosen)]


def found_of(results: Mapping[str, Any], alignment: Alignment | None) -> dict[str, Any]:
    """Return the description of a sample, before and after it is saved. `alignment` is the one with
    which its pairs disagree, if it still exists."""
    disagreeing = results.get("disagreeing")
    return {
        "alignment": alignment,
        "disagreeing": disagreeing and disagreeing | {"edge": edge_name(disagreeing["edge"])},
        "results": results,
        "strata": strata_table(results),
        "categories": categories_table(results),
        "similarities": similarities(results["histogram"]["counts"]),
        "drawn": sum(stratum["drawn"] for stratum in results["strata"]),
    }


def existing_alignment(dataset_id: int, number: int | None) -> Alignment | None:
    """Return an alignment with only its name, for a link; None if it was deleted."""
    if number is None:
        return None
    return Alignment.objects.filter(pk=number, dataset=dataset_id).only("name").first()
