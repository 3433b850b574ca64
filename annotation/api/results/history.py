"""The operation that reads a campaign's history: its figures over time, and when judgments came."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.scope import campaign_for
from annotation.services.campaigns.figure_history import (
    MAX_BUCKETS,
    MAX_POINTS,
    agreement_points,
    figures_over_time,
    throughput,
)


class FigureOverTime(Form):
    """A figure with a history."""

    name = serializers.CharField(source="label", help_text="What it is called.")
    path = serializers.ListField(
        child=serializers.CharField(), help_text="Its path in a campaign's figures."
    )


class PointReading(Form):
    """A figure at one point; null: undefined, or unknown for that version."""

    value = serializers.FloatField(allow_null=True, help_text="The figure.")
    low = serializers.FloatField(allow_null=True, help_text="The low end of its interval.")
    high = serializers.FloatField(allow_null=True, help_text="The high end.")


class FigurePoint(Form):
    """The figures at one time."""

    version = serializers.IntegerField(help_text="The version of the figures.")
    at = serializers.DateTimeField(help_text="When it was folded.")
    judgments = serializers.IntegerField(help_text="The number of judgments in the figures.")
    readings = PointReading(many=True, help_text="One for each of `figures`, in their order.")


class JudgmentBucket(Form):
    """The judgments of one period."""

    at = serializers.DateTimeField(help_text="When it begins.")
    judgments = serializers.IntegerField(help_text="The number of judgments in it.")
    so_far = serializers.IntegerField(help_text="The number of judgments up to its end.")


class ReadHistory(ResearcherOperation):
    class Output(Form):
        figures = FigureOverTime(many=True, help_text="Whose history this is.")
        points = FigurePoint(
            many=True,
            help_text=f"The past, the oldest first: about {MAX_POINTS} points, evenly thinned, "
            "and each that has intervals.",
        )
        seconds = serializers.IntegerField(
            allow_null=True, help_text="How long each of `buckets` is; null: there is none."
        )
        buckets = JudgmentBucket(
            many=True,
            help_text=f"When judgments came, in at most {MAX_BUCKETS} equal spans of time.",
        )

    @sees_figures(name="read_history", gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> Response:
        """Read the history of a campaign's figures, and when its judgments came."""
        campaign = campaign_for(request, campaign_id)
        buckets = throughput(campaign)
        shown: dict[str, object] = {
            "figures": figures_over_time(campaign),
            "points": agreement_points(campaign),
            "seconds": buckets[0].seconds if buckets else None,
            "buckets": buckets,
        }
        return Response(self.Output(shown).data)
