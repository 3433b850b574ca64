"""The null distributions of d, d1 and d2: a chart, and files with all digits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation.research.common.charts import drawn
from annotation.research.common.downloads import named_file
from annotation.research.common.forms import ServiceForm
from midpath.tables.comma_separated import csv_of
from midpath.tables.null_distributions import (
    MAX_READY_WORDS,
    MIN_WORDS,
    NAMES,
    POWERS,
    NullDistribution,
)
from midpath.text.indented_json import indented_json

CHOICES = [
    (f"{kind}-{distance}", f"{distance} of {name}")
    for kind, name in NAMES.items()
    for distance in POWERS[kind]
]
ABOUT = (
    "Two segmentations are drawn at random, each as likely as any other. The bars show the "
    "probability of each distance between them. S is the probability that they are at least as far "
    "apart as two segmentations by the crowd."
)


USUAL: Mapping[str, str | int] = {"of": "nested-d1", "words": 8}
TEMPLATE = "research/help/null_distributions.html"


class NullForm(ServiceForm):
    """The choice of a distance, with its kind of segmentation, and of a length."""

    of = forms.ChoiceField(choices=CHOICES, label="Distance")
    words = forms.IntegerField(
        min_value=MIN_WORDS, max_value=MAX_READY_WORDS, label="Words in the text"
    )


@dataclass(frozen=True)
class File:
    written: Callable[[NullDistribution], str]
    kind: str


FILES: Mapping[str, File] = {
    "csv": File(lambda found: csv_of(found.table()), "text/csv; charset=utf-8"),
    "json": File(lambda found: indented_json({**found.to_json()}), "application/json"),
}


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Anyone: the distributions contain no project data."""
    form = NullForm(request.GET or USUAL)
    if not form.is_valid():
        return render(request, TEMPLATE, {"form": form}, status=form.status)
    found = _chosen(form)
    chart = drawn(
        found.bars(),
        "bar",
        across=found.distance,
        up="of pairs",
        about=ABOUT,
        readings=list(found.readings()),
    )
    query = request.GET.urlencode() if request.GET else urlencode(USUAL)
    context = {"form": form, "chart": chart, "query": query, "files": FILES, "words": found.words}
    return render(request, TEMPLATE, context)


@require_safe
@never_cache
def download(request: HttpRequest, ending: str) -> HttpResponse:
    """Anyone: all distances that occur, with the exact number of pairs at each."""
    form = NullForm(request.GET or USUAL)
    if ending not in FILES or not form.is_valid():
        raise Http404
    found, file = _chosen(form), FILES[ending]
    name = f"null-{found.kind}-{found.distance}-{found.words}-words.{ending}"
    return named_file(file.written(found), name, file.kind)


def _chosen(form: NullForm) -> NullDistribution:
    kind, distance = form.cleaned_data["of"].split("-")
    return NullDistribution(kind, form.cleaned_data["words"], distance)
