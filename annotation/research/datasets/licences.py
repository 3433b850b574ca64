"""The licence of a dataset, as a form."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, dataset_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.services.datasets.licences import MAX_LICENCE_LENGTH, license_dataset
from annotation.services.errors import Forbidden, ServiceError
from midpath.text.licences import LICENCES


class LicenceForm(ServiceForm):
    """One of the common licences, or any text."""

    licence = forms.CharField(
        max_length=MAX_LICENCE_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"list": "licences", "spellcheck": "false"}),
        help_text="Choose one, such as CC-BY-4.0, or enter its name and address. Leave empty if "
        "there is none.",
    )


@needs(Capability.EDIT_DATASETS)
def license_it(request: ResearcherRequest, dataset_id: int) -> HttpResponse:
    """Members whose role may change datasets."""
    dataset = dataset_for(request, dataset_id)
    form = LicenceForm(request.POST or None, initial={"licence": dataset.licence})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            license_dataset(dataset=dataset, user=request.user, **form.given())
            messages.success(request, "The licence was saved.")
            return redirect("research:dataset", dataset.pk)
    context = {"project": dataset.project, "dataset": dataset, "form": form, "licences": LICENCES}
    return render(request, "research/datasets/licence.html", context, status=form.status)
