"""The members of a project."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.project.forms import MemberForm
from annotation.services.accounts.projects import add_member, remove_member
from annotation.services.errors import Forbidden, ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_FIGURES, to_post=Capability.MANAGE_MEMBERS)
def show_members(request: ResearcherRequest, project_id: int) -> HttpResponse:
    """Members of the project; a POST adds one and is the owners' alone."""
    membership = membership_of(request, project_id)
    project = membership.project
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            added = add_member(project=project, by=request.user, **form.cleaned_data)
        except Forbidden:
            raise
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, f"{added.user.username} is now {added.role} of the project.")
            return redirect("research:members", project.pk)
    context = {
        "project": project,
        "membership": membership,
        "members": project.memberships.select_related("user").order_by("pk"),
        "form": form,
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/project/members.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.MANAGE_MEMBERS)
def remove(request: ResearcherRequest, project_id: int, user_id: int) -> HttpResponse:
    """Owners of the project; a GET asks whether it is meant."""
    project = membership_of(request, project_id).project
    found = project.memberships.filter(user=user_id).select_related("user").first()
    if found is None:
        raise Http404
    if request.method == "POST":
        remove_member(project=project, by=request.user, user_id=user_id)
        messages.success(request, f"{found.user.username} is no longer a member.")
        if user_id == request.user.pk:
            return redirect("research:projects")
        return redirect("research:members", project.pk)
    return render(
        request, "research/project/remove_member.html", {"project": project, "member": found}
    )
