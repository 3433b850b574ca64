"""Operations that make, rename, delete and restore comparisons."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from addons.comparisons.api import Comparison, comparisons_of, described, found_in
from addons.comparisons.models import ROLES
from addons.comparisons.models import Comparison as ComparisonModel
from addons.comparisons.services.comparisons import (
    MAX_NAME_LENGTH,
    ask_for_comparison,
    create_comparison,
    delete_comparison,
    restore_comparison,
)
from addons.comparisons.services.shared_items import Source
from annotation.api.fields import Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns
from annotation.api.scope import caller, campaigns_of, project_for, projects_of, sets_of
from annotation.models import AnnotationSet, Campaign
from annotation.scopes import Scope
from annotation.services.errors import Invalid
from annotation.services.names import rename


class SourceInput(Strict):
    campaign = Whole("A campaign that was launched.", required=False)
    set = Whole("A set of annotations.", required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Give either a campaign or a set.")
        return attrs


class MakeComparison(ResearcherOperation):
    class Input(Strict):
        project = Whole("The project that it belongs to.")
        name = Text("Its name within the project.", max_length=MAX_NAME_LENGTH)
        crowd = SourceInput(help_text="Whose answers are compared.")
        gold = SourceInput(help_text="What they are compared with; same scheme, with shared items.")
        crowd_trees = SourceInput(required=False, help_text="Nested segmentations for flat ones.")
        gold_trees = SourceInput(required=False, help_text="The same for gold.")

    @runs_campaigns(
        name="make_comparison", takes=Input, creates=True, gives={201: Comparison}, refuses=(404,)
    )
    def post(self, request: Request) -> Response:
        """Create a comparison of a crowd with gold; a background job computes it soon after."""
        project = project_for(request, self.body["project"])
        sources = {role: _source(request, role, self.body) for role in ROLES if role in self.body}
        made = create_comparison(
            project=project,
            user=caller(request),
            name=self.body["name"],
            crowd=sources.pop("crowd"),
            gold=sources.pop("gold"),
            **sources,
        )
        return _answer(request, made, status=201)


class RenameComparison(ResearcherOperation):
    class Input(Strict):
        name = Text("Its new name.", max_length=MAX_NAME_LENGTH)

    @runs_campaigns(name="rename_comparison", takes=Input, gives={200: Comparison})
    def patch(self, request: Request, comparison_id: int) -> Response:
        """Rename a comparison."""
        found = found_in(comparisons_of(request), request, comparison_id)
        rename(thing=found, user=caller(request), name=self.body["name"])
        return _answer(request, found)


class RemakeComparison(ResearcherOperation):
    @runs_campaigns(name="make_comparison_anew", gives={202: Comparison})
    def post(self, request: Request, comparison_id: int) -> Response:
        """Recompute a comparison in the background, whether or not its sides have changed.
        The old results remain until then; `made_at` is the time of the results."""
        found = found_in(comparisons_of(request), request, comparison_id)
        ask_for_comparison(comparison=found, user=caller(request))
        return _answer(request, found, status=202)


class DeleteComparison(ResearcherOperation):
    @runs_campaigns(name="delete_comparison", scopes=(Scope.DELETE,), gives={204: None})
    def post(self, request: Request, comparison_id: int) -> Response:
        """Delete a comparison; it can be restored for a day. If it is deleted, nothing happens."""
        found = found_in(_with_deleted(request), request, comparison_id)
        delete_comparison(comparison=found, user=caller(request))
        return Response(status=204)


class RestoreComparison(ResearcherOperation):
    @runs_campaigns(name="restore_comparison", scopes=(Scope.DELETE,), gives={200: Comparison})
    def post(self, request: Request, comparison_id: int) -> Response:
        """Restore a deleted comparison."""
        found = found_in(_with_deleted(request), request, comparison_id)
        return _answer(request, restore_comparison(comparison=found, user=caller(request)))


def _source(request: Request, role: str, body: dict[str, Any]) -> Source:
    [(kind, number)] = body[role].items()
    rows: dict[str, QuerySet[Campaign] | QuerySet[AnnotationSet]] = {
        "campaign": campaigns_of(request),
        "set": sets_of(request).in_use().filter(dataset__deleted_at=None),
    }
    found = rows[kind].filter(pk=number).first()
    if found is None:
        raise Invalid(f"There is no such {kind}, or it is not one of yours.", field=role)
    return found


def _with_deleted(request: Request) -> QuerySet[ComparisonModel]:
    return ComparisonModel.objects.filter(project__in=projects_of(request))


def _answer(request: Request, made: ComparisonModel, status: int = 200) -> Response:
    found = comparisons_of(request).get(pk=made.pk)
    return Response(Comparison(described(found)).data, status=status)
