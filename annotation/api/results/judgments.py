"""Operations that read workers' judgments, by the worker's number, never by name."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, WholeInText, YesOrNoInText
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.pagination import Page, Paging, page_of
from annotation.api.scope import campaign_for
from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.models import Judgment as JudgmentModel
from annotation.schemes import scheme_of

REVIEWS = [(review or "none", label) for review, label in JudgmentModel.Review.choices]


class Judgment(Form):
    """One worker's judgment of one HIT; the answer never changes."""

    id = serializers.IntegerField(help_text="The judgment's number.")
    hit = serializers.IntegerField(help_text="The HIT that was judged.")
    item = serializers.IntegerField(help_text="The item of that HIT.")
    assignment = serializers.IntegerField(help_text="The worker's lease on the HIT.")
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

    LOOKUPS = {
        "hit": "hit",
        "item": "hit__item",
        "worker": "assignment__enrolment__worker__number",
        "review": "review",
        "counts": "counts",
        "late": "late",
    }

    @operation(
        name="list_judgments", needs=Capability.SEE_WORKERS, asks=Filters, gives={200: Output}
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """List a campaign's judgments in the order in which they came; `after` is an id."""
        campaign = campaign_for(request, campaign_id)
        filters = {
            lookup: self.query[name] for name, lookup in self.LOOKUPS.items() if name in self.query
        }
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
        "id": judgment.pk,
        "hit": judgment.hit_id,
        "item": item.pk,
        "assignment": judgment.assignment_id,
        "worker": judgment.assignment.enrolment.worker.number,
        "submission_id": judgment.submission_id,
        "claimed_at": judgment.assignment.claimed_at,
        "submitted_at": judgment.submitted_at,
        "payload": judgment.payload,
        "vector": judgment.vector,
        "form": scheme_of(campaign).written(judgment.vector, item, campaign.settings),
        "late": judgment.late,
        "review": judgment.review or "none",
        "counts": judgment.counts,
        "folded": judgment.folded,
        "active_ms": judgment.active_ms,
        "first_action_ms": judgment.first_action_ms,
        "suggested": judgment.suggested,
        "as_suggested": judgment.as_suggested,
    }
