"""Annotation sets: upload, all or nothing, and view."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Annotation, AnnotationSet, Campaign, Dataset, Item
from annotation.recorded import READERS
from annotation.recorded.midpath_table import OWN_TABLE
from annotation.research.common.access import ResearcherRequest, dataset_for, needs, set_for
from annotation.research.common.jobs import ask_or_show
from annotation.research.common.page_words import as_on_page
from annotation.research.common.paging import page_of, whole_number
from annotation.research.sets.forms import SetForm
from annotation.schemes import SCHEMES
from annotation.services.jobs.set_imports import ask_for_set_import
from annotation.services.sets.left_out import described_left_out
from annotation.services.sets.sets import FACTS, schemes_of

ITEMS_PER_PAGE = 25
FAULTS_SHOWN = 20
MAX_ANSWERS = 12


class Said(NamedTuple):
    """One item of a set: each answer with its count, the most frequent first."""

    item: Item
    answers: list[tuple[str, int]]
    more: int
    annotators: int


@needs(Capability.EDIT_DATASETS)
def upload(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members of the dataset's project. A job imports the whole file as a set, or nothing."""
    dataset = dataset_for(request, dataset_id)
    schemes = schemes_of(dataset)
    posted = request.method == "POST"
    form = SetForm(
        request.POST if posted else None,
        request.FILES if posted else None,
        schemes=schemes,
        campaigns=_campaigns_of(dataset),
    )
    ask = partial(ask_for_set_import, dataset=dataset, user=request.user)
    context = {
        "project": dataset.project,
        "dataset": dataset,
        "forms_of_files": [
            *((SCHEMES[name].title, READERS[name].form) for name in schemes),
            ("Each of these", f"{OWN_TABLE.form}, with the campaign whose answers they are"),
        ],
        "most_bytes": settings.MAX_UPLOAD_BYTES,
    }
    renamed = {f"facts.{name}": f"facts_{name}" for name in FACTS}
    template = "research/sets/new_set.html"
    return ask_or_show(request, form, ask, "set_import", context, template, renamed=renamed)


def _campaigns_of(dataset: Dataset) -> list[Campaign]:
    return list(Campaign.objects.in_use().filter(dataset=dataset).order_by("pk"))


def refused_file(details: dict[str, Any] | None) -> dict[str, object]:
    """Return the context about a refused file: the first faults, how many there are and are listed,
    and how many rows can be left out."""
    if not details or "errors" not in details:
        return {}
    return {
        "faults": [
            {**fault, "message": as_on_page(fault["message"])}
            for fault in details["errors"][:FAULTS_SHOWN]
        ],
        "listed": len(details["errors"]),
        "fault_count": details["count"],
        "leave_out": details["count"] if details["sound"] else 0,
        "sound": details["sound"],
        "controls": details.get("controls", []),
    }


@needs(to_read=Capability.SEE_TEXTS)
def show(request: ResearcherRequest, set_id: int) -> HttpResponse:
    own = set_for(request, set_id)
    after = whole_number(request, "after")
    named = Annotation.objects.filter(set=own, item=OuterRef("pk"))
    items = Item.objects.filter(Exists(named), dataset=own.dataset_id).order_by("position")
    if after is not None:
        items = items.filter(position__gt=after)
    page = page_of(list(items[: ITEMS_PER_PAGE + 1]), ITEMS_PER_PAGE)
    context = {
        "project": own.dataset.project,
        "dataset": own.dataset,
        "set": own,
        "title": SCHEMES[own.scheme].title,
        "answers": _answers_of(own),
        "left_out": described_left_out(own),
        "notes": own.notes.splitlines(),
        "facts": [(name, own.facts[name]) for name in FACTS if name in own.facts],
        "page": page,
        "after": after,
        "said": _said(own, page.rows),
    }
    return render(request, "research/sets/set.html", context)


def _answers_of(own: AnnotationSet) -> list[str]:
    """Return the possible answers, if the settings list them."""
    named = own.settings.get("answers") or own.settings.get("labels") or []
    return [one["label"] for one in named]


def _said(own: AnnotationSet, items: Sequence[Item]) -> list[Said]:
    scheme = SCHEMES[own.scheme]
    vectors: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for pk, vector in own.annotations.filter(item__in=items).values_list("item", "vector"):
        vectors[pk][tuple(vector)] += 1
    found = []
    for item in items:
        given = sorted(vectors[item.pk].items(), key=lambda one: (-one[1], one[0]))
        answers = [
            (scheme.written(vector, item, own.settings), times)
            for vector, times in given[:MAX_ANSWERS]
        ]
        more = len(given) - len(answers)
        found.append(Said(item, answers, more, vectors[item.pk].total()))
    return found
