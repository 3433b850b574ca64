"""Apps: the public description and pictures of each, and how to add pictures."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Dataset, Item
from annotation.research.common.access import (
    ResearcherRequest,
    app_for,
    campaign_for,
    dataset_for,
    needs,
)
from annotation.research.common.forms import sent_in
from annotation.research.datasets.forms import DescriptionForm, PicturesForm
from annotation.research.datasets.policies import policies_of
from annotation.services.campaigns.shown_pictures import picture_shown_by
from annotation.services.datasets.pictures import (
    MAX_PICTURES,
    add_pictures,
    describe_picture,
    picture_of,
    remove_picture,
)
from annotation.services.errors import Invalid, ServiceError
from annotation.web.picture_response import answer_with_picture


@needs(to_read=Capability.SEE_TEXTS, to_post=Capability.EDIT_DATASETS)
def show(request: ResearcherRequest, item_id: int) -> HttpResponse:
    app = app_for(request, item_id)
    form = PicturesForm(*sent_in(request))
    if form.is_bound and form.is_valid():
        bodies = [file.read() for file in form.cleaned_data["pictures"]]
        with form.showing(ServiceError, own_status=True):
            add_pictures(item=app, user=request.user, bodies=bodies, alt=form.cleaned_data["alt"])
            return redirect("research:app", app.pk)
    return render(request, "research/datasets/app.html", _context(app, form), status=form.status)


@needs(to_post=Capability.EDIT_DATASETS)
def describe(request: ResearcherRequest, item_id: int, sha256: str) -> HttpResponse:
    app = app_for(request, item_id)
    form = _describing(sha256, request.POST)
    if form.is_valid():
        with form.showing(Invalid):
            describe_picture(
                item=app, user=request.user, sha256=sha256, alt=form.cleaned_data["alt"]
            )
            messages.success(request, f"Description saved for a picture of {app}.")
            return redirect("research:app", app.pk)
    context = _context(app, PicturesForm(), {sha256: form})
    return render(request, "research/datasets/app.html", context, status=400)


@needs(to_post=Capability.EDIT_DATASETS)
def take_away(request: ResearcherRequest, item_id: int, sha256: str) -> HttpResponse:
    app = app_for(request, item_id)
    remove_picture(item=app, user=request.user, sha256=sha256)
    messages.success(request, f"Picture removed from {app}. To undo this, add it again.")
    return redirect("research:app", app.pk)


@needs(to_read=Capability.SEE_TEXTS)
def picture(request: ResearcherRequest, dataset_id: int, sha256: str) -> HttpResponse:
    return _picture(request, dataset_for(request, dataset_id), sha256)


@needs(to_read=Capability.SEE_TEXTS)
def campaign_picture(request: ResearcherRequest, campaign_id: int, sha256: str) -> HttpResponse:
    """A picture in a campaign's preview, at the same relative URL as for a worker's HIT; includes
    pictures of the campaign's texts."""
    campaign = campaign_for(request, campaign_id)
    found = picture_shown_by(campaign, sha256)
    if found is not None:
        return answer_with_picture(request, found)
    return _picture(request, campaign.dataset, sha256)


def _picture(request: ResearcherRequest, dataset: Dataset, sha256: str) -> HttpResponse:
    found = picture_of(dataset, sha256)
    if found is None:
        raise Http404
    return answer_with_picture(request, found)


def _describing(sha256: str, data: QueryDict | None = None, alt: str = "") -> DescriptionForm:
    """A form with its picture in its ids, so that each form on the page has its own labels."""
    return DescriptionForm(data, initial={"alt": alt}, auto_id=f"id_{sha256[:12]}_%s")


def _context(
    app: Item, form: PicturesForm, refused: Mapping[str, DescriptionForm] | None = None
) -> dict[str, object]:
    """`refused`: the description that could not be saved, shown next to its picture."""
    refused = refused or {}
    pictures = [
        one | {"form": refused.get(one["sha256"]) or _describing(one["sha256"], alt=one["alt"])}
        for one in app.content.get("pictures") or ()
    ]
    launched = Campaign.objects.launched().filter(dataset=app.dataset_id).first()
    return {
        "project": app.dataset.project,
        "dataset": app.dataset,
        "app": app,
        "pictures": pictures,
        "form": form,
        "launched": launched,
        "most": MAX_PICTURES,
        "policy": policies_of(app.dataset, [app])[app.pk],
    }
