"""Operations on comparisons of a crowd with gold: stored results with the versions behind them."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now
from rest_framework.request import Request
from rest_framework.response import Response

from addons.comparisons.models import ROLES
from addons.comparisons.models import Comparison as ComparisonModel
from annotation.api.basic_fields import Boolean, Choice, DateTime, Float, Integer, Object, String
from annotation.api.fields import Form, WholeInText
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import projects_of, refuse
from annotation.api.visibility import as_seen, sight_of


class ComparisonSide(Form):
    """One side of a comparison: a campaign or a set of annotations."""

    role = Choice(
        "The crowd or gold; trees are nested segmentations for the flat ones.",
        [(role, role) for role in ROLES],
    )
    scheme = String("The scheme of its answers.")
    campaign = Integer("The campaign's number; null for a set.", allow_null=True)
    set = Integer("The set's number; null for a campaign.", allow_null=True)
    version = Integer(
        "The campaign's current version; null for a set, which never changes.", allow_null=True
    )
    made_from = Integer("The version from which the results were computed.", allow_null=True)


class Comparison(Form):
    """A comparison of a crowd with gold."""

    id = Integer("The comparison's number.")
    project = Integer("The project that it belongs to.", source="project_id")
    name = String("Its name within the project.")
    sides = ComparisonSide(many=True, help_text="What is compared: two to four sides.")
    created_at = DateTime("When it was made.")
    made_at = DateTime("When its sides were read; null before the first time.", allow_null=True)
    age_seconds = Float(
        "Seconds since then, by the database clock; null before the first time.", allow_null=True
    )
    has_moved = Boolean("A side has changed since the results were computed.")


class ListComparisons(ResearcherOperation):
    class Filters(Paging):
        project = WholeInText("Only comparisons of this project.", required=False)

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
        results = Object(
            "For segmentations as `compare --json` prints them; empty before the first computation."
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
