"""The lengths of the texts of a project's datasets, side by side (ACL 2013, Fig. 2)."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from addons.sampling.lengths import lengths_in
from annotation.capabilities import Capability
from annotation.models import Dataset, Project
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.common.charts import Chart, drawn
from annotation.research.common.downloads import table_as_csv
from midpath.sampling.tables import lengths_table
from midpath.text.characters import key_in

OFFERED, SHOWN, MAX_SHOWN = 50, 6, 12


@needs(to_read=Capability.SEE_FIGURES)
def show(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: the lengths of the datasets in `?dataset=`, or of the newest."""
    project = membership_of(request, project_id).project
    known, chosen = _datasets(request, project)
    csv = reverse("research:lengths_csv", args=[project.pk])
    context = {
        "project": project,
        "known": known,
        "chosen": {dataset.pk for dataset in chosen},
        "chart": _chart(chosen) if chosen else None,
        "csv": f"{csv}?{'&'.join(f'dataset={dataset.pk}' for dataset in chosen)}",
        "most": MAX_SHOWN,
        "too_many": len(request.GET.getlist("dataset")) > MAX_SHOWN,
    }
    return render(request, "research/lengths/lengths.html", context)


@needs(to_read=Capability.SEE_FIGURES)
def as_csv(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project: the numbers of the chart."""
    project = membership_of(request, project_id).project
    _, chosen = _datasets(request, project)
    return table_as_csv([_chart(chosen)], "lengths", project.name)


def _datasets(
    request: ResearcherRequest, project: Project
) -> tuple[Sequence[Dataset], Sequence[Dataset]]:
    """Return the datasets that are offered, and those that are chosen."""
    texts = project.datasets.filter(kind=Dataset.Kind.TEXTS, deleted_at=None)
    numbers = [key_in(value) for value in request.GET.getlist("dataset")][:MAX_SHOWN]
    chosen = list(texts.filter(pk__in=[one for one in numbers if one is not None]))
    newest = list(texts[:OFFERED])
    known = [*newest, *(one for one in chosen if one not in newest)]
    return known, chosen or known[:SHOWN]


def _chart(datasets: Sequence[Dataset]) -> Chart:
    sets = [(dataset.name, lengths_in(dataset)) for dataset in datasets]
    return drawn(lengths_table(sets), "line", across="words", up="texts")
