"""Operations on the projects that the caller may see."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import ArchivedToo, Page, in_use_or_archived, page_of
from annotation.api.scope import projects_of
from annotation.capabilities import Capability


class Project(Form):
    """A project, with its members."""

    id = serializers.IntegerField(help_text="The project's number.")
    name = serializers.CharField(help_text="What its members called it.")
    description = serializers.CharField(help_text="What is studied; only members see it.")
    created_at = serializers.DateTimeField(help_text="When it was made.")
    archived_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it is archived, so read only; null: it is not."
    )


class ListProjects(ResearcherOperation):
    class Output(Page):
        results = Project(many=True, help_text="The projects of this page.")

    @operation(
        name="list_projects",
        needs=Capability.SEE_FIGURES,
        asks=ArchivedToo,
        gives={200: Output},
        refuses=(401,),
    )
    def get(self, request: Request) -> Response:
        """List the projects that you are a member of; with a token, the one that it is for."""
        rows, following = page_of(
            in_use_or_archived(projects_of(request), self.query), request, self.query
        )
        return Response(self.Output({"results": rows, "next": following}).data)
