"""Operations for bulk reviews of judgments, with a preview before and undo after."""

from decimal import Decimal

from rest_framework.request import Request

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text, Values, Whole
from annotation.api.operations import ResearcherOperation, reviews_work, sees_workers
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import Judgment, ReviewAct
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.services.work.choosing import UNREVIEWED, Chosen, foresee_review
from annotation.services.work.review import MAX_REASON_LENGTH
from annotation.services.work.reviews import review_judgments, undo_review

NONE = "none"
REVIEWS = [(review or NONE, label) for review, label in Judgment.Review.choices]
MAX_NAMED = 1000


class Review(Form):
    """A bulk review of judgments."""

    id = Integer("The review's number, for undoing it.")
    review = Choice("The review given.", REVIEWS)
    reason = String("The reason, shown to the workers.")
    status = Choice(
        "A large review continues in the background until it is `done` or `undone`.",
        ReviewAct.Status.choices,
    )
    judgments = Integer("The number of judgments changed.")
    asked_again = Integer("The number of replacement judgments requested.")
    kept = Integer(
        "The number that an undo left unchanged, because they were since reviewed or sent for "
        "payment."
    )
    at = DateTime("When it began.")
    undone_at = DateTime("When it was undone; null: it was not.", allow_null=True)


class ForeseenReview(Form):
    """The effect of a review now."""

    judgments = Integer("The number of judgments changed.")
    leaving = Integer("The number removed from the figures.")
    coming = Integer("The number returned to the figures.")
    asked_again = Integer(
        "The number of replacement judgments; the maximum for HITs that are judged until workers "
        "agree."
    )
    cost = String("Their rewards, a decimal string.")
    paid = String(
        "The change in workers' earned rewards, a decimal string; negative for a rejection."
    )


class _Choice(Strict):
    """A review, with the filter for the judgments that get it."""

    review = Choice(
        "`accepted`: approved for payment. `set_aside`: approved, but not in the figures. "
        "`rejected`: unpaid and not in the figures. `none`: not reviewed.",
        REVIEWS,
    )
    reviews = Array(
        "Only judgments with one of these reviews now; left out: those without any.",
        child=Text(pattern="none|accepted|rejected|set_aside"),
        required=False,
        allow_empty=False,
        max_length=len(REVIEWS),
    )
    worker = Whole("Only judgments of this worker.", required=False, min_value=1)
    hit = Whole("Only judgments of this HIT.", required=False, min_value=1)
    since = DateTime("Only those submitted since then.", required=False)
    until = DateTime("Only those submitted before then.", required=False)
    known_below = Text(
        "Only those of workers whose share of correct gold answers is below this, a decimal "
        "string.",
        required=False,
        pattern=r"0\.[0-9]{1,3}|1(\.0{1,3})?",
    )
    judgments = Array(
        f"Only these, by their numbers, at most {MAX_NAMED:,}.",
        child=Whole(min_value=1),
        required=False,
        allow_empty=False,
        max_length=MAX_NAMED,
    )

    def validate_known_below(self, value: str) -> Decimal:
        return Decimal(value)


class ForeseeReview(ResearcherOperation):
    class Input(_Choice):
        pass

    @reviews_work(name="foresee_review", takes=Input, gives={200: ForeseenReview}, refuses=())
    def post(self, request: Request, campaign_id: int) -> object:
        """Preview a bulk review. Nothing is changed."""
        campaign = campaign_for(request, campaign_id)
        foreseen = foresee_review(campaign, _chosen(self.body), _review(self.body["review"]))
        cost = foreseen.cost(campaign)
        return vars(foreseen) | {"cost": cost}


class ReviewJudgments(ResearcherOperation):
    class Input(_Choice):
        reason = Text(
            "The reason, shown to the workers; required for `rejected` and `set_aside`. "
            "The reason for rejecting work from Prolific must have at least "
            f"{MIN_REASON_LENGTH} characters.",
            required=False,
            allow_blank=True,
            max_length=MAX_REASON_LENGTH,
        )

    @reviews_work(name="review_judgments", takes=Input, gives={200: Review})
    def post(self, request: Request, campaign_id: int) -> object:
        """Review all judgments that match a filter at once.
        Judgments already sent for payment or paid cannot be rejected and do not change. Judgments
        that came too late for a slot are never included."""
        act = review_judgments(
            campaign=campaign_for(request, campaign_id),
            user=caller(request),
            review=_review(self.body["review"]),
            chosen=_chosen(self.body),
            reason=self.body.get("reason", ""),
        )
        return _shown(act)


class ReadReview(ResearcherOperation):
    @sees_workers(name="read_review", gives={200: Review})
    def get(self, request: Request, campaign_id: int, act_id: int) -> object:
        """Read the progress of a bulk review."""
        return _shown(_act_for(request, campaign_id, act_id))


class UndoReview(ResearcherOperation):
    @reviews_work(name="undo_review", gives={200: Review})
    def post(self, request: Request, campaign_id: int, act_id: int) -> object:
        """Undo a bulk review: restore each judgment's earlier review."""
        act = undo_review(act=_act_for(request, campaign_id, act_id), user=caller(request))
        return _shown(act)


def _act_for(request: Request, campaign_id: int, act_id: int) -> ReviewAct:
    campaign = campaign_for(request, campaign_id)
    return first_of(
        ReviewAct.objects.filter(campaign=campaign, pk=act_id),
        "This campaign has no review with this number.",
    )


def _chosen(body: Values) -> Chosen:
    given = {name: body[name] for name in _CHOSEN if name in body}
    reviews = tuple(_review(review) for review in body.get("reviews", ()))
    return Chosen(
        reviews=reviews or UNREVIEWED, judgments=tuple(body.get("judgments", ())), **given
    )


_CHOSEN = ("worker", "hit", "since", "until", "known_below")


def _review(given: str) -> str:
    return "" if given == NONE else given


def _shown(act: ReviewAct) -> dict[str, object]:
    return vars(act) | {"review": act.review or NONE}
