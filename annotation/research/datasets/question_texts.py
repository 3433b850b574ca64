"""The form that makes questions texts of their own, to be labelled or marked."""

from collections.abc import Mapping, Sequence
from typing import Unpack, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Dataset
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH, free_name
from annotation.services.datasets.question_texts import (
    Source,
    evidence_sources,
    make_question_texts,
)
from annotation.services.errors import Forbidden, ServiceError
from midpath.text.formatting import counted


class QuestionTextsForm(ServiceForm):
    name = forms.CharField(max_length=MAX_NAME_LENGTH, label="Name of the dataset")
    evidence = forms.ChoiceField(
        required=False,
        help_text="The sentences that anyone marked become the column evidence, which label "
        "campaigns can show next to the question.",
    )

    def __init__(
        self, data: Sent = None, *, sources: Mapping[str, Source], **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        if not sources:
            del self.fields["evidence"]
            return
        choice = cast(forms.ChoiceField, self.fields["evidence"])
        choice.choices = [("", "None"), *((key, str(one)) for key, one in sources.items())]


@needs(Capability.EDIT_DATASETS)
def make(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members whose role may change datasets."""
    questions = dataset_for(request, dataset_id)
    if questions.kind != Dataset.Kind.QUESTIONS:
        raise Http404
    sources = _by_key(evidence_sources(questions))
    name = free_name(questions.project, f"{questions}: texts")
    form = QuestionTextsForm(request.POST or None, sources=sources, initial={"name": name})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            made = make_question_texts(
                questions=questions,
                user=request.user,
                name=form.cleaned_data["name"],
                evidence=sources.get(form.cleaned_data.get("evidence", "")),
            )
            ready = "is" if made.item_count == 1 else "are"
            messages.success(request, f"{counted(made.item_count, 'question')} {ready} ready.")
            return redirect("research:dataset", made.pk)
    context = {"project": questions.project, "dataset": questions, "form": form}
    return render(request, "research/datasets/question_texts.html", context, status=form.status)


def _by_key(sources: Sequence[Source]) -> dict[str, Source]:
    return {
        f"{'campaign' if isinstance(one, Campaign) else 'set'}-{one.pk}": one for one in sources
    }
