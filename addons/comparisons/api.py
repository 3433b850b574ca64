"""Operations on comparisons of a crowd with gold: stored results with the versions behind them."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from addons.comparisons.models import ROLES
from addons.comparisons.models import Comparison as ComparisonModel
from annotation.api.fields import Form, WholeInText
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import projects_of, refuse
from annotation.api.visibility import as_seen, sight_of


class ComparisonSide(Form):
    """One side of a comparison: a campaign or a set of annotations."""

    role = serializers.ChoiceField(
        [(role, role) for role in ROLES],
        help_text="The crowd or gold; trees are nested segmentations for the flat ones.",
    )
    scheme = serializers.CharField(help_text="The scheme of its answers.")
    campaign = serializers.IntegerField(
        allow_null=True, help_text="The campaign's number; null for a set."
    )
    set = serializers.IntegerField(
        allow_null=True, help_text="The set's number; null for a campaign."
    )
    version = serializers.IntegerField(
        allow_null=True,
        help_text="The campaign's current version; null for a set, which never changes.",
    )
    made_from = serializers.IntegerField(
        allow_null=True, help_text="The version from which the results were computed."
    )


class Comparison(Form):
    """A comparison of a crowd with gold."""

    id = serializers.IntegerField(help_text="The comparison's number.")
    project = serializers.IntegerField(
        source="project_id", help_text="The project that it belongs to."
    )
    name = serializers.CharField(help_text="Its name within the project.")
    sides = ComparisonSide(many=True, help_text="What is compared: two to four sides.")
    created_at = serializers.DateTimeField(help_text="When it was made.")
    made_at = serializers.DateTimeField(
        allow_null=True, help_text="When its sides were read; null before the first time."
    )
    age_seconds = serializers.FloatField(
        allow_null=True,
        help_text="Seconds since then, by the database clock; null before the first time.",
    )
    has_moved = serializers.BooleanField(
        help_text="A side has changed since the results were computed."
    )


class ListComparisons(ResearcherOperation):
    class Filters(Paging):
        project = WholeInText(required=False, help_text="Only comparisons of this project.")

    class Output(Page):
        results = Comparison(many=True, help_text="The comparisons of this page.")

    @sees_figures(name="list_comparisons", asks=Filters, gives={200: Output})
    def get(self, request: Request) -> Response:
        """List comparisons without their results, the oldest first."""
        comparisons = comparisons_of(request).defer("results")
        comparisons = comparisons.filter(**self.filters("project"))
        rows, following = page_of(comparisons, request, self.query)
        shown = [described(row) for row in rows]
        return Response(self.Output({"results": shown, "next": following}).data)


class ReadComparison(ResearcherOperation):
    class Output(Comparison):
        results = serializers.DictField(
            help_text=(
                "For segmentations as `compare --json` prints them; empty before the first "
                "computation."
            )
        )

    @sees_figures(name="read_comparison", gives={200: Output})
    def get(self, request: Request, comparison_id: int) -> Response:
        """Read the stored results of a comparison."""
        found = found_in(comparisons_of(request), request, comparison_id)
        results = as_seen(found.results, sight_of(request, found.project_id))
        return Response(self.Output(described(found) | {"results": results}).data)


def comparisons_of(request: Request) -> QuerySet[ComparisonModel]:
    comparisons = ComparisonModel.objects.not_deleted().filter(project__in=projects_of(request))
    return comparisons.with_sides().annotate(now=Now())


def found_in(
    rows: QuerySet[ComparisonModel], request: Request, comparison_id: int
) -> ComparisonModel:
    """Return one of these comparisons, or refuse the request."""
    return rows.filter(pk=comparison_id).first() or refuse(request, "comparison", comparison_id)


def described(comparison: Any) -> dict[str, object]:
    made_at, age = comparison.made_at, None
    if made_at is not None:
        passed: timedelta = comparison.now - made_at
        age = max(0.0, round(passed.total_seconds(), 3))
    return {
        **vars(comparison),
        "sides": [
            {
                "role": role,
                "scheme": side.scheme,
                "campaign": side.campaign_id,
                "set": side.set_id,
                "version": side.version,
                "made_from": version,
            }
            for (role, side), version in zip(comparison.sides, comparison.made_from, strict=True)
            if side is not None
        ],
        "age_seconds": age,
        "has_moved": comparison.has_moved,
    }
