"""Operations that list and create projects."""

from rest_framework.request import Request

from annotation.api.basic_fields import DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, operation, sees_figures
from annotation.api.pagination import ArchivedToo, PageOf, in_use_or_archived
from annotation.api.scope import caller, note_project, projects_of
from annotation.models import APIToken
from annotation.scopes import Scope
from annotation.services.accounts.projects import create_project
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH


class Project(Form):
    """A project, with its members."""

    id = Integer("The project's number.")
    name = String("Its name.")
    description = String("What is studied; visible to members only.")
    created_at = DateTime("When it was made.")
    archived_at = DateTime("When it was archived (read-only); null: it is not.", allow_null=True)


class ListProjects(ResearcherOperation):
    @sees_figures(name="list_projects", asks=ArchivedToo, gives=PageOf(Project, "projects"))
    def get(self, request: Request) -> object:
        """List the projects that you are a member of; with a project's token, that one."""
        return self.page(in_use_or_archived(projects_of(request), self.query))


class CreateProject(ResearcherOperation):
    class Input(Strict):
        name = Text("Its name.", max_length=MAX_NAME_LENGTH)
        description = Text(
            "What is studied, in one or two sentences; visible to members only.",
            required=False,
            allow_blank=True,
            max_length=2000,
        )

    @operation(
        name="create_project",
        scopes=(Scope.WRITE,),
        takes=Input,
        creates=True,
        gives={201: Project},
        refuses=(401, 403),
    )
    def post(self, request: Request) -> object:
        """Create a project, which you own.
        Requires a session or a token of your account; a project's token cannot create projects."""
        token = request.auth if isinstance(request.auth, APIToken) else None
        made = create_project(user=caller(request), token=token, **self.body)
        note_project(request, made.pk)
        made.refresh_from_db()
        return made
