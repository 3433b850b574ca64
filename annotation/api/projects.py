"""The projects that the caller may reach."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import projects_of


class Project(Form):
    id = serializers.IntegerField()
    name = serializers.CharField()
    description = serializers.CharField()
    created_at = serializers.DateTimeField()


class ListProjects(ResearcherOperation):
    class Output(Page):
        results = Project(many=True)

    @operation(name="list_projects", asks=Paging, gives={200: Output}, refuses=(401,))
    def get(self, request: Request) -> Response:
        """The projects that you are a member of; with a token, the one that it is for."""
        rows, following = page_of(projects_of(request), request, self.asked)
        return Response(self.Output({"results": rows, "next": following}).data)
