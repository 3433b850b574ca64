"""Samples of a dataset: choose, inspect, save."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from addons.sampling.access import sample_for
from addons.sampling.forms import FORMS
from addons.sampling.models import Sample
from addons.sampling.services import ask_for_sample, keep_sample, require_kind
from annotation.capabilities import Capability
from annotation.models import Dataset
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.jobs import JobPages, ask_or_show, count_steps
from annotation.services.datasets.dataset_writer import free_name
from midpath.sampling.options import SAMPLERS, RandomOptions, SentenceOptions, TextOptions
from midpath.sampling.tables import described, distribution_table, left_out_lines, shortfall
from midpath.text.formatting import counted

EXAMPLES = 20
NAMES = {"texts": "Sample of {}", "sentences": "Sentences of {}", "random": "Random texts of {}"}


@needs(Capability.EDIT_DATASETS)
def new(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the project; `?sampler=random` makes random texts of a dataset of texts. A Celery
    job samples; nothing is saved before it was reviewed."""
    dataset = dataset_for(request, dataset_id)
    sampler = _sampler_of(dataset, request.GET.get("sampler"))
    require_kind(dataset, SAMPLERS[sampler])
    name = free_name(dataset.project, NAMES[sampler].format(dataset.name))
    form = FORMS[sampler](request.POST or None, dataset=dataset, initial={"name": name})
    over = (Sample.Status.KEPT, Sample.Status.DISCARDED)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "sampler": sampler,
        "samples": Sample.objects.filter(dataset=dataset)
        .exclude(status__in=over)
        .defer("results", "texts"),
    }
    ask = partial(ask_for_sample, dataset=dataset, user=request.user)
    return ask_or_show(request, form, ask, "sample", context, "research/samples/new.html")


def _sampler_of(dataset: Dataset, given: str | None) -> str:
    if dataset.kind == Dataset.Kind.DOCUMENTS:
        return SentenceOptions.sampler
    return given if given == RandomOptions.sampler else TextOptions.sampler


def _results(request: ResearcherRequest, sample: Sample) -> Mapping[str, object]:
    if not sample.results:
        return {}
    return {
        "found": found_of(sample.results),
        "size": len(sample.texts),
        "examples": [text for text, _, _ in sample.texts[:EXAMPLES]],
    }


PAGES = JobPages(
    name="sample",
    route="samples/<int:sample_id>/",
    find=sample_for,
    sees=Capability.SEE_TEXTS,
    actions=("progress", "discard", "rename"),
    template="research/samples/sample.html",
    context=_results,
    progress=count_steps("{done} of {steps} read.", "item"),
    after=lambda sample: reverse("research:dataset", args=[sample.dataset_id]),
    rename_note="A dataset made from the sample gets its name.",
)


@needs(to_post=Capability.EDIT_DATASETS)
def keep(request: ResearcherRequest, sample_id: int) -> HttpResponse:
    """Members of the project. Saves the sample as a dataset of texts."""
    made = keep_sample(sample=sample_for(request, sample_id), user=request.user)
    messages.success(request, f"{counted(made.item_count, 'text')} saved.")
    return redirect("research:dataset", made.pk)


def found_of(results: Any) -> dict[str, object]:
    """Return the description of a sample, before and after it is saved."""
    return {
        "options": described(results),
        "table": distribution_table(results),
        "shortfall": shortfall(results),
        "left_out": list(left_out_lines(results)),
    }
