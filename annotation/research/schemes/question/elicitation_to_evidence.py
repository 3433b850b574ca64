"""The step from an elicitation to an evidence campaign for experts."""

from typing import Unpack, cast

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Dataset
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, launched_for, needs
from annotation.research.common.forms import FormOptions, Sent, ServiceForm, sent_in
from annotation.services.campaigns.elicitation import ELICITATION, ask_for_evidence, documents_for
from annotation.services.datasets.dataset_writer import free_name
from annotation.services.errors import ServiceError
from midpath.text.formatting import counted


class EvidenceForm(ServiceForm):
    documents = forms.ModelChoiceField(
        Dataset.objects.none(),
        label="Documents",
        empty_label=None,
        help_text="Each app needs a document named like its policy or like the app itself.",
        error_messages={
            "required": "Choose the documents that the questions are about.",
            "invalid_choice": "Choose a dataset of documents in this project.",
        },
    )
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset of questions",
        error_messages={"required": "Give the dataset a name."},
    )

    def __init__(
        self, data: Sent = None, *, documents: QuerySet[Dataset], **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        cast("forms.ModelChoiceField[Dataset]", self.fields["documents"]).queryset = documents


@needs(Capability.RUN_CAMPAIGNS)
def ask(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project, once the campaign is launched. Creates a draft."""
    campaign = launched_for(request, campaign_id, ELICITATION)
    form = evidence_form(campaign, sent_in(request)[0])
    if form.is_bound and form.is_valid():
        with form.showing(ServiceError, own_status=True):
            drafted, matched = ask_for_evidence(
                campaign=campaign, user=request.user, **form.cleaned_data
            )
            messages.success(request, _made(len(matched.questions), matched.apps))
            if matched.without:
                left = ", ".join(matched.without[:10])
                messages.info(request, f"Left out because they have no document: {left}.")
            return redirect("research:campaign", drafted.pk)
    context: dict[str, object] = campaign_context(campaign) | {"form": form}
    template = "research/schemes/question/ask_evidence.html"
    return render(request, template, context, status=form.status)


def evidence_form(campaign: Campaign, data: Sent = None) -> EvidenceForm:
    name = free_name(campaign.dataset.project, f"{campaign}: questions on documents")
    return EvidenceForm(data, documents=documents_for(campaign), initial={"name": name})


def _made(questions: int, apps: int) -> str:
    are = "1 question is" if questions == 1 else f"{questions:,} questions are"
    of = counted(apps, "app")
    return f"{are} ready, on the policies of {of}. Review the draft, then launch it."
