"""Operations that read workers' judgments, by the worker's number, never by name."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, WholeInText, YesOrNoInText
from annotation.api.operations import ResearcherOperation, sees_workers
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import campaign_for
from annotation.models import Campaign
from annotation.models import Judgment as JudgmentModel
from annotation.schemes import scheme_of

REVIEWS = [(review or "none", label) for review, label in JudgmentModel.Review.choices]


class Judgment(Form):
    """One worker's judgment of one HIT; the answer never changes."""

    id = serializers.IntegerField(help_text="The judgment's number.")
    hit = serializers.IntegerField(source="hit_id", help_text="The HIT that was judged.")
    item = serializers.IntegerField(help_text="The item of that HIT.")
    assignment = serializers.IntegerField(
        source="assignment_id", help_text="The worker's lease on the HIT."
    )
    worker = serializers.IntegerField(help_text="The worker's number in the project.")
    submission_id = serializers.UUIDField(help_text="A UUID per answer, chosen by the client.")
    claimed_at = serializers.DateTimeField(help_text="When the worker took the HIT.")
    submitted_at = serializers.DateTimeField(help_text="When the answer was stored.")
    payload = serializers.DictField(help_text="What was sent.")
    vector = serializers.ListField(
        child=serializers.IntegerField(), help_text="The answer as a list of numbers."
    )
    form = serializers.CharField(help_text="The same answer in its plain form.")
    late = serializers.BooleanField(help_text="It came after the time limit.")
    review = serializers.ChoiceField(REVIEWS, help_text="Its review.")
    counts = serializers.BooleanField(
        help_text=(
            "It counts: it took a slot, was neither rejected nor set aside, and its worker is "
            "not excluded."
        )
    )
    folded = serializers.BooleanField(help_text="It is in the figures.")
    active_ms = serializers.IntegerField(
        allow_null=True,
        help_text=(
            "The active time in milliseconds, as reported by the browser; null: not reported."
        ),
    )
    first_action_ms = serializers.IntegerField(
        allow_null=True,
        help_text="The time until the first action in milliseconds; null: not reported.",
    )
    suggested = serializers.BooleanField(
        allow_null=True,
        help_text="The worker started from a suggestion; null: none was available.",
    )
    as_suggested = serializers.BooleanField(
        allow_null=True,
        help_text="The answer equals the suggestion, shown or not; null: none was available.",
    )


class ListJudgments(ResearcherOperation):
    class Filters(Paging):
        hit = WholeInText(required=False, help_text="Only judgments of this HIT.")
        item = WholeInText(required=False, help_text="Only judgments of this item.")
        worker = WholeInText(required=False, help_text="Only judgments of this worker.")
        review = serializers.ChoiceField(
            REVIEWS, required=False, help_text="Only judgments with this review."
        )
        counts = YesOrNoInText(required=False, help_text="Only those that count, or do not.")
        late = YesOrNoInText(required=False, help_text="Only those that came late, or in time.")

    class Output(Page):
        results = Judgment(many=True, help_text="The judgments of this page.")

    @sees_workers(name="list_judgments", asks=Filters, gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> Response:
        """List a campaign's judgments in the order in which they came; `after` is an id."""
        campaign = campaign_for(request, campaign_id)
        lookups = {"item": "hit__item", "worker": "assignment__enrolment__worker__number"}
        filters = self.filters("hit", "review", "counts", "late", **lookups)
        if filters.get("review") == "none":
            filters["review"] = JudgmentModel.Review.NONE
        judgments = JudgmentModel.objects.filter(campaign=campaign, **filters).select_related(
            "assignment__enrolment__worker", "hit__item"
        )
        rows, following = page_of(judgments, request, self.query)
        shown = [shown_judgment(row, campaign) for row in rows]
        return Response(self.Output({"results": shown, "next": following}).data)


def shown_judgment(judgment: JudgmentModel, campaign: Campaign) -> dict[str, object]:
    item = judgment.hit.item
    return {
        **vars(judgment),
        "item": item.pk,
        "worker": judgment.assignment.enrolment.worker.number,
        "claimed_at": judgment.assignment.claimed_at,
        "form": scheme_of(campaign).written(judgment.vector, item, campaign.settings),
        "review": judgment.review or "none",
    }
