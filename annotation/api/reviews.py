"""Operations that review judgments: many in one act, foreseen before and undone after."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import ResearcherOperation, operation
from annotation.api.scope import caller, campaign_for
from annotation.capabilities import Capability
from annotation.models import Judgment, ReviewAct
from annotation.models.people.prolific import SHORTEST_REASON
from annotation.services.errors import NotFound
from annotation.services.work.choosing import UNREVIEWED, Chosen, Foreseen, foresee_review
from annotation.services.work.review import LONGEST_REASON
from annotation.services.work.reviews import review_judgments, undo_review

NONE = "none"
REVIEWS = [(review or NONE, label) for review, label in Judgment.Review.choices]
MOST_NAMED = 1000


class Review(Form):
    """A review of many judgments in one act."""

    id = serializers.IntegerField(help_text="The act's number, by which it is undone.")
    review = serializers.ChoiceField(REVIEWS, help_text="What the judgments were given.")
    reason = serializers.CharField(help_text="Why; the workers read it.")
    status = serializers.ChoiceField(
        ReviewAct.Status.choices,
        help_text="A large one goes on in the background until it is `done` or `undone`.",
    )
    judgments = serializers.IntegerField(help_text="How many judgments it has changed.")
    asked_again = serializers.IntegerField(
        help_text="How many judgments are asked of others for it."
    )
    kept = serializers.IntegerField(
        help_text="How many an undo left as they were, because they were reviewed or sent for "
        "payment since."
    )
    at = serializers.DateTimeField(help_text="When it began.")
    undone_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was undone; null while it stands."
    )


class ForeseenReview(Form):
    """The effect that a review would have now."""

    judgments = serializers.IntegerField(help_text="How many judgments it would change.")
    leaving = serializers.IntegerField(help_text="How many would leave the figures.")
    coming = serializers.IntegerField(help_text="How many would come back into them.")
    asked_again = serializers.IntegerField(
        help_text="How many judgments would be asked of others; where a HIT is asked until its "
        "workers agree, the most."
    )
    cost = serializers.CharField(help_text="Their rewards, a decimal string.")
    paid = serializers.CharField(
        help_text=(
            "By how much the rewards that workers earned would change, a decimal string; "
            "negative for a rejection."
        )
    )


class _Choice(Strict):
    """A review, and what the judgments that get it have in common."""

    review = serializers.ChoiceField(
        REVIEWS,
        help_text="`accepted`: approved for payment. `set_aside`: approved, in no figure. "
        "`rejected`: earns nothing, in no figure. `none`: not reviewed.",
    )
    reviews = serializers.ListField(
        child=Text(pattern="none|accepted|rejected|set_aside"),
        required=False,
        allow_empty=False,
        max_length=len(REVIEWS),
        help_text="Only judgments with one of these reviews now; left out: those without any.",
    )
    worker = Whole(required=False, min_value=1, help_text="Only judgments of this worker.")
    hit = Whole(required=False, min_value=1, help_text="Only judgments of this HIT.")
    since = serializers.DateTimeField(required=False, help_text="Only those submitted since then.")
    until = serializers.DateTimeField(required=False, help_text="Only those submitted before then.")
    known_below = Text(
        required=False,
        pattern=r"0\.[0-9]{1,3}|1(\.0{1,3})?",
        help_text=(
            "Only those of workers who gave less than this share of the known answers, a "
            "decimal string."
        ),
    )
    judgments = serializers.ListField(
        child=Whole(min_value=1),
        required=False,
        allow_empty=False,
        max_length=MOST_NAMED,
        help_text=f"Only these, by their numbers, at most {MOST_NAMED:,}.",
    )

    def validate_known_below(self, value: str) -> Decimal:
        return Decimal(value)


class ForeseeReview(ResearcherOperation):
    class Input(_Choice):
        pass

    @operation(
        name="foresee_review",
        needs=Capability.REVIEW_WORK,
        takes=Input,
        gives={200: ForeseenReview},
        refuses=(401, 403, 404),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Tell what a review of many judgments would change. Nothing is changed."""
        campaign = campaign_for(request, campaign_id)
        foreseen = foresee_review(campaign, _chosen(self.body), _review(self.body["review"]))
        cost = foreseen.cost(campaign)
        return Response(ForeseenReview(_foreseen(foreseen) | {"cost": str(cost)}).data)


class ReviewJudgments(ResearcherOperation):
    class Input(_Choice):
        reason = Text(
            required=False,
            allow_blank=True,
            max_length=LONGEST_REASON,
            help_text="Why; needed for `rejected` and `set_aside`, and read by the workers. The "
            f"reason for rejecting work from Prolific has at least {SHORTEST_REASON} characters.",
        )

    @operation(
        name="review_judgments",
        needs=Capability.REVIEW_WORK,
        takes=Input,
        gives={200: Review},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Give all judgments that have something in common a review, in one act.

        Those that are sent or paid already cannot be rejected and stay as they are. Judgments that
        came too late for a slot are never among them."""
        act = review_judgments(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            review=_review(self.body["review"]),
            chosen=_chosen(self.body),
            reason=self.body.get("reason", ""),
        )
        return Response(Review(_shown(act)).data)


class ReadReview(ResearcherOperation):
    @operation(
        name="read_review", needs=Capability.SEE_WORKERS, gives={200: Review}, refuses=(401, 404)
    )
    def get(self, request: Request, campaign_id: int, act_id: int) -> Response:
        """Read how far a review of many judgments has come."""
        return Response(Review(_shown(_act_for(request, campaign_id, act_id))).data)


class UndoReview(ResearcherOperation):
    @operation(
        name="undo_review",
        needs=Capability.REVIEW_WORK,
        gives={200: Review},
        refuses=(401, 403, 404, 409),
    )
    def post(self, request: Request, campaign_id: int, act_id: int) -> Response:
        """Give each judgment of a review the review again that it had before."""
        act = undo_review(act=_act_for(request, campaign_id, act_id), user=caller(request))
        return Response(Review(_shown(act)).data)


def _act_for(request: Request, campaign_id: int, act_id: int) -> ReviewAct:
    campaign = campaign_for(request, campaign_id)
    found = ReviewAct.objects.filter(campaign=campaign, pk=act_id).first()
    if found is None:
        raise NotFound("There is no review of that number in this campaign.")
    return found


def _chosen(body: dict[str, Any]) -> Chosen:
    given = {name: body[name] for name in _CHOSEN if name in body}
    reviews = tuple(_review(review) for review in body.get("reviews", ()))
    return Chosen(
        reviews=reviews or UNREVIEWED, judgments=tuple(body.get("judgments", ())), **given
    )


_CHOSEN = ("worker", "hit", "since", "until", "known_below")


def _review(given: str) -> str:
    return "" if given == NONE else given


def _foreseen(foreseen: Foreseen) -> dict[str, Any]:
    return {
        "judgments": foreseen.judgments,
        "leaving": foreseen.leaving,
        "coming": foreseen.coming,
        "asked_again": foreseen.asked_again,
        "paid": str(foreseen.paid),
    }


def _shown(act: ReviewAct) -> dict[str, Any]:
    return {
        "id": act.pk,
        "review": act.review or NONE,
        "reason": act.reason,
        "status": act.status,
        "judgments": act.judgments,
        "asked_again": act.asked_again,
        "kept": act.kept,
        "at": act.at,
        "undone_at": act.undone_at,
    }
