"""Operations that read workers' judgments, by the worker's number, never by name."""

from rest_framework import serializers
from rest_framework.request import Request

from annotation.api.basic_fields import Array, Boolean, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, WholeInText, YesOrNoInText
from annotation.api.operations import ResearcherOperation, sees_workers
from annotation.api.pagination import PageOf, Paging, page_of
from annotation.api.scope import campaign_for
from annotation.models import Campaign
from annotation.models import Judgment as JudgmentModel
from annotation.schemes import scheme_of

REVIEWS = [(review or "none", label) for review, label in JudgmentModel.Review.choices]


class Judgment(Form):
    """One worker's judgment of one HIT; the answer never changes."""

    id = Integer("The judgment's number.")
    hit = Integer("The HIT that was judged.", source="hit_id")
    item = Integer("The item of that HIT.")
    assignment = Integer("The worker's lease on the HIT.", source="assignment_id")
    worker = Integer("The worker's number in the project.")
    submission_id = serializers.UUIDField(help_text="A UUID per answer, chosen by the client.")
    claimed_at = DateTime("When the worker took the HIT.")
    submitted_at = DateTime("When the answer was stored.")
    payload = Object("What was sent.")
    vector = Array("The answer as a list of numbers.", child=Integer())
    form = String("The same answer in its plain form.")
    late = Boolean("It came after the time limit.")
    review = Choice("Its review.", REVIEWS)
    counts = Boolean(
        "It counts: it took a slot, was neither rejected nor set aside, and its worker is not "
        "excluded."
    )
    folded = Boolean("It is in the figures.")
    active_ms = Integer(
        "The active time in milliseconds, as reported by the browser; null: not reported.",
        allow_null=True,
    )
    first_action_ms = Integer(
        "The time until the first action in milliseconds; null: not reported.", allow_null=True
    )
    suggested = Boolean(
        "The worker started from a suggestion; null: none was available.", allow_null=True
    )
    as_suggested = Boolean(
        "The answer equals the suggestion, shown or not; null: none was available.", allow_null=True
    )


class ListJudgments(ResearcherOperation):
    class Filters(Paging):
        hit = WholeInText("Only judgments of this HIT.", required=False)
        item = WholeInText("Only judgments of this item.", required=False)
        worker = WholeInText("Only judgments of this worker.", required=False)
        review = Choice("Only judgments with this review.", REVIEWS, required=False)
        counts = YesOrNoInText("Only those that count, or do not.", required=False)
        late = YesOrNoInText("Only those that came late, or in time.", required=False)

    @sees_workers(name="list_judgments", asks=Filters, gives=PageOf(Judgment, "judgments"))
    def get(self, request: Request, campaign_id: int) -> object:
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
        return {"results": shown, "next": following}


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
