"""Projects: the list, a new one, a project's page, and its audit log."""

from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation.addons import installed_addons
from annotation.capabilities import Capability
from annotation.models import Campaign, Project
from annotation.research.common.access import ResearcherRequest, membership_of, needs, researcher
from annotation.research.common.finding import listed
from annotation.research.common.paging import page_of, whole_number
from annotation.research.project.activity import activity_of, going_on, waiting_for
from annotation.research.project.audit import sentence
from annotation.research.project.checklist import checklist_of
from annotation.research.project.forms import ProjectForm
from annotation.research.project.lists import campaigns_of, datasets_of
from annotation.research.project.sections import latest, sections_of
from annotation.services.accounts.projects import create_project
from annotation.services.audit import events_of
from annotation.services.errors import ServiceError
from annotation.services.lifecycle.deletion import away_for
from annotation.services.pay.overview import money_of_project, totals
from annotation.services.pay.purse import left_of

EVENTS_PER_PAGE = 50


@require_safe
@researcher
def list_projects(request: ResearcherRequest) -> HttpResponse:
    campaigns = Q(datasets__campaigns__deleted_at=None, datasets__campaigns__archived_at=None)
    datasets = Q(datasets__deleted_at=None, datasets__archived_at=None)
    live = Q(datasets__campaigns__status=Campaign.Status.LIVE)
    projects = Project.objects.visible_to(request.user).in_use()
    projects = projects.annotate(
        live=Count("datasets__campaigns", filter=campaigns & live, distinct=True),
        campaigns=Count("datasets__campaigns", filter=campaigns, distinct=True),
        dataset_count=Count("datasets", filter=datasets, distinct=True),
    )
    found = listed(request, projects)
    context = {
        "listed": found,
        "going_on": going_on(found.rows),
        "away": away_for(request.user),
    }
    return render(request, "research/project/projects.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def new_project(request: ResearcherRequest) -> HttpResponse:
    form = ProjectForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            project = create_project(user=request.user, **form.cleaned_data)
            return redirect("research:project", project.pk)
    return render(request, "research/project/new_project.html", {"form": form}, status=form.status)


@needs(to_read=Capability.SEE_FIGURES)
def show_project(request: ResearcherRequest, project_id: int) -> HttpResponse:
    membership = membership_of(request, project_id)
    project = membership.project
    running = campaigns_of(project).select_related("dataset", "agreement")
    campaigns = latest(running.defer("agreement__state"))
    datasets = latest(datasets_of(project))
    newest = next(iter(campaigns.rows), None)
    context = {
        "project": project,
        "membership": membership,
        "campaigns": campaigns,
        "activity": activity_of(campaigns.rows),
        "waiting": waiting_for(request, campaigns.rows),
        "checklist": checklist_of(request, project, newest, next(iter(datasets.rows), None)),
        "datasets": datasets,
        "sections": list(sections_of(project)),
        "totals": totals(money_of_project(project)),
        "left": left_of(project),
        "members": project.memberships.select_related("user").order_by("pk"),
        "notices": [
            notice
            for config in installed_addons()
            for notice in config.project_notices(project, request.can)
        ],
    }
    return render(request, "research/project/project.html", context)


@needs(to_read=Capability.SEE_FIGURES)
def show_audit(request: ResearcherRequest, project_id: int) -> HttpResponse:
    project = membership_of(request, project_id).project
    everyone = "everyone" in request.GET
    events = events_of(project, workers=everyone)
    before = whole_number(request, "before")
    if before is not None:
        events = events.filter(pk__lt=before)
    page = page_of(list(events.order_by("-pk")[: EVENTS_PER_PAGE + 1]), EVENTS_PER_PAGE)
    context = {
        "project": project,
        "page": page,
        "rows": [(event, sentence(event)) for event in page.rows],
        "everyone": everyone,
    }
    return render(request, "research/project/audit.html", context)
