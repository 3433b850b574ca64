"""The members of a project and their roles: list, change, remove, leave."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from annotation.capabilities import PURPOSES, Capability
from annotation.models import Membership, Project
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.project.forms import MemberForm, RoleForm
from annotation.services.accounts.members import (
    add_member,
    change_member,
    is_only_owner,
    leave_project,
    named,
    remove_member,
)
from annotation.services.errors import Forbidden, ServiceError


@needs(to_read=Capability.SEE_FIGURES, to_post=Capability.MANAGE_MEMBERS)
def show_members(request: ResearcherRequest, project_id: int) -> HttpResponse:
    project = membership_of(request, project_id).project
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            added = add_member(project=project, by=request.user, **form.cleaned_data)
            role = named(added.role, added.blind)
            messages.success(request, f"{added.user.username} is now a member: {role}.")
            return redirect("research:members", project.pk)
    context = {
        "project": project,
        "members": project.memberships.select_related("user").order_by("pk"),
        "purposes": PURPOSES,
        "form": form,
    }
    return render(request, "research/project/members.html", context, status=form.status)


@needs(Capability.MANAGE_MEMBERS)
def change(request: ResearcherRequest, project_id: int, user_id: int) -> HttpResponse:
    project = membership_of(request, project_id).project
    found = _member(project, user_id)
    now = {"role": found.role, "blind": found.blind}
    form = RoleForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError, but=Forbidden):
            changed = change_member(
                project=project, by=request.user, user_id=user_id, **form.cleaned_data
            )
            role = named(changed.role, changed.blind)
            messages.success(request, f"{found.user.username} is now {role}.")
            return redirect("research:members", project.pk)
    context = {"project": project, "member": found, "form": form}
    return render(request, "research/project/change_member.html", context, status=form.status)


@needs(Capability.MANAGE_MEMBERS)
def remove(request: ResearcherRequest, project_id: int, user_id: int) -> HttpResponse:
    project = membership_of(request, project_id).project
    found = _member(project, user_id)
    if request.method == "POST":
        remove_member(project=project, by=request.user, user_id=user_id)
        messages.success(request, f"{found.user.username} is no longer a member.")
        if user_id == request.user.pk:
            return redirect("research:projects")
        return redirect("research:members", project.pk)
    return render(
        request, "research/project/remove_member.html", {"project": project, "member": found}
    )


@needs(Capability.SEE_FIGURES)
def leave(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Every member, for themselves; a GET requests confirmation. The last owner cannot leave."""
    project = membership_of(request, project_id).project
    if request.method == "POST":
        leave_project(project=project, user=request.user)
        messages.success(request, f"You left “{project.name}”.")
        return redirect("research:projects")
    context = {"project": project, "stays": is_only_owner(project, request.user.pk)}
    return render(request, "research/project/leave.html", context)


def _member(project: Project, user_id: int) -> Membership:
    return get_object_or_404(project.memberships.select_related("user"), user=user_id)
