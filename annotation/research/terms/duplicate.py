"""Duplicate a campaign: a draft with the same terms on the same or another dataset."""

from typing import Unpack, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.models.campaign import MAX_NAME_LENGTH
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.services.campaigns.copies import datasets_for, duplicate_campaign, free_name
from annotation.services.errors import ServiceError
from annotation.templatetags.research import holding


class DuplicateForm(ServiceForm):
    name = forms.CharField(
        max_length=MAX_NAME_LENGTH, error_messages={"required": "Give the duplicate a name."}
    )
    dataset = forms.ChoiceField(
        help_text="Datasets of this project that fit the scheme and its settings.",
        error_messages={"required": "Choose a dataset.", "invalid_choice": "Choose a dataset."},
    )

    def __init__(
        self, data: Sent = None, *, campaign: Campaign, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        self.datasets = {str(one.pk): one for one in datasets_for(campaign)}
        choice = cast(forms.ChoiceField, self.fields["dataset"])
        choice.choices = [
            (key, f"{one.name}, {holding(one)}") for key, one in self.datasets.items()
        ]


@needs(Capability.RUN_CAMPAIGNS)
def duplicate(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    form = DuplicateForm(
        request.POST or None,
        campaign=campaign,
        initial={
            "name": free_name(campaign.dataset, campaign.name),
            "dataset": str(campaign.dataset_id),
        },
    )
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            copy = duplicate_campaign(
                campaign=campaign,
                dataset=form.datasets[form.cleaned_data["dataset"]],
                name=form.cleaned_data["name"],
                user=request.user,
            )
            messages.success(request, f"{copy} is a draft with the terms of {campaign}.")
            return redirect("research:campaign", copy.pk)
    context = campaign_context(campaign) | {"form": form}
    return render(request, "research/terms/duplicate.html", context, status=form.status)
