"""The pictures that a campaign's instructions and consent can show."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import ServiceForm, sent_in
from annotation.research.datasets.forms import PicturesForm
from annotation.services.campaigns.shown_pictures import MAX_SHOWN, hide_picture, show_pictures
from annotation.services.errors import ServiceError


class ShownPicturesForm(ServiceForm):
    pictures = PicturesForm.base_fields["pictures"]


@needs(Capability.RUN_CAMPAIGNS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    form = ShownPicturesForm(*sent_in(request))
    if form.is_bound and form.is_valid():
        files = [(file.name, file.read()) for file in form.cleaned_data["pictures"]]
        with form.showing(ServiceError, own_status=True):
            show_pictures(campaign=campaign, user=request.user, files=files)
            return redirect("research:shown_pictures", campaign.pk)
    shown = campaign.shown_pictures.select_related("picture").defer("picture__body")
    context = campaign_context(campaign) | {"form": form, "shown": shown, "most": MAX_SHOWN}
    return render(request, "research/terms/shown_pictures.html", context, status=form.status)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def hide(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    name = request.POST.get("name", "")
    hide_picture(campaign=campaign, user=request.user, name=name)
    messages.success(request, f"{name} was removed. To undo this, add it again.")
    return redirect("research:shown_pictures", campaign.pk)
