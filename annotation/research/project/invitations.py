"""Invitations to a project, for its owners: the list, a new one, withdrawal."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Project
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.project.forms import InvitationForm
from annotation.services.accounts.invitations import (
    invite_by_link,
    invite_by_mail,
    withdraw_invitation,
)
from annotation.services.errors import Forbidden, ServiceError

MAX_SHOWN = 200


@needs(Capability.MANAGE_MEMBERS)
def show(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Owners see their invitations and create new ones. A POST without an address shows the link
    once."""
    project = membership_of(request, project_id).project
    form = InvitationForm(request.POST or None)
    link = None
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            link = _invite(request, project, form)
            if link is None:
                messages.success(request, "The invitation will be sent in a moment.")
                return redirect("research:invite", project.pk)
            form = InvitationForm()
    context = {
        "project": project,
        "invitations": project.invitations.with_details()[:MAX_SHOWN],
        "form": form,
        "link": link,
        "prints_mail": settings.EMAIL_BACKEND.endswith("console.EmailBackend"),
    }
    return render(request, "research/project/invite.html", context, status=form.status)


@needs(to_post=Capability.MANAGE_MEMBERS)
def withdraw(request: ResearcherRequest, project_id: int, invitation_id: int) -> HttpResponse:
    project = membership_of(request, project_id).project
    found = get_object_or_404(project.invitations.select_related("project"), pk=invitation_id)
    withdraw_invitation(invitation=found, by=request.user)
    messages.success(request, "The invitation was withdrawn and no longer works.")
    return redirect("research:invite", project.pk)


def _invite(request: ResearcherRequest, project: Project, form: InvitationForm) -> str | None:
    """Invite as the form says; return the link unless it is mailed."""
    chosen = dict(form.cleaned_data)
    email, most_uses = chosen.pop("email"), chosen.pop("most_uses") or 1
    if email:
        server = request.build_absolute_uri("/").rstrip("/")
        invite_by_mail(project=project, by=request.user, email=email, server=server, **chosen)
        return None
    _, token = invite_by_link(project=project, by=request.user, most_uses=most_uses, **chosen)
    return request.build_absolute_uri(reverse("invitation", args=[token]))
