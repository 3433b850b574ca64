"""The operation that reads a campaign's history: its figures over time, and when judgments came."""

from rest_framework.request import Request

from annotation.api.basic_fields import Array, DateTime, Float, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.scope import campaign_for
from annotation.services.progress.campaign_counts import throughput
from annotation.services.progress.figure_history import (
    MAX_POINTS,
    agreement_points,
    figures_over_time,
)
from annotation.services.progress.throughput import MAX_BUCKETS


class FigureOverTime(Form):
    """A figure with a history."""

    name = String("What it is called.", source="label")
    path = Array("Its path in a campaign's figures.", child=String())


class PointReading(Form):
    """A figure at one point; null: undefined, or unknown for that version."""

    value = Float("The figure.", allow_null=True)
    low = Float("The low end of its interval.", allow_null=True)
    high = Float("The high end.", allow_null=True)


class FigurePoint(Form):
    """The figures at one time."""

    version = Integer("The version of the figures.")
    at = DateTime("When it was folded.")
    judgments = Integer("The number of judgments in the figures.")
    readings = PointReading(many=True, help_text="One for each of `figures`, in their order.")


class JudgmentBucket(Form):
    """The judgments of one period."""

    at = DateTime("When it begins.")
    judgments = Integer("The number of judgments in it.")
    so_far = Integer("The number of judgments up to its end.")


class ReadHistory(ResearcherOperation):
    class Output(Form):
        figures = FigureOverTime(many=True, help_text="Whose history this is.")
        points = FigurePoint(
            many=True,
            help_text=f"The past, the oldest first: about {MAX_POINTS} points, evenly thinned, "
            "and each that has intervals.",
        )
        seconds = Integer("How long each of `buckets` is; null: there is none.", allow_null=True)
        buckets = JudgmentBucket(
            many=True,
            help_text=f"When judgments came, in at most {MAX_BUCKETS} equal spans of time.",
        )

    @sees_figures(name="read_history", gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read the history of a campaign's figures, and when its judgments came."""
        campaign = campaign_for(request, campaign_id)
        buckets = throughput(campaign)
        shown: dict[str, object] = {
            "figures": figures_over_time(campaign),
            "points": agreement_points(campaign),
            "seconds": buckets[0].seconds if buckets else None,
            "buckets": buckets,
        }
        return shown
