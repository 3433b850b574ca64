"""Operations of a worker who has joined: claim, then submit, return or skip, again and again."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Boolean, Choice, DateTime, Float, Integer, Object, String
from annotation.api.fields import Form, Identifier, Strict, Text, Whole, YesOrNo
from annotation.api.operations import WorkerOperation, operation
from annotation.models import Assignment, Enrolment, Item, Skip
from annotation.schemes import scheme_of
from annotation.services.errors import Busy, NotFound, NothingLeft, NotServing, TooMany
from annotation.services.people.rate_limit import limit_claims
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from annotation.services.work.skip import MAX_WORDS_LENGTH, skip_hit
from annotation.services.work.submit import item_of, room_for, submit_judgment
from annotation.services.work.time_spent import read_time_spent
from annotation.web.client_address import client_address


class HIT(Form):
    """A HIT leased to the worker."""

    assignment = Integer("The id for submit and return.")
    item = Object("What the scheme shows of the item: its words, or both texts and the question.")
    suggestion = Object("A model's suggested answer, shown as such; null: none.", allow_null=True)
    expires_at = DateTime("When the lease ends.")
    seconds_left = Float("The time of the database.")


class Stopped(Form):
    """The reason why there is no next HIT."""

    code = String(
        "One of nothing_left, enough, not_serving, step_missing, stopped, too_many_requests or "
        "busy."
    )
    detail = String("The reason as text.")
    retry_after = Integer("Seconds until the next claim; null: unknown.", allow_null=True)


class Feedback(Form):
    """The feedback on an answer to a gold HIT."""

    right = Boolean("Whether it was the gold answer.")
    answer = String("The gold answer.")
    why = String("The explanation, if any.", allow_blank=True)


class Training(Form):
    """The worker's progress in the training."""

    done = Integer("The number of training HITs answered.")
    of = Integer("The total number.")


class ClaimHIT(WorkerOperation):
    @operation(name="claim", gives={200: HIT}, refuses=(401, 409, 429))
    def post(self, request: Request, code: str) -> object:
        """Claim the next HIT, or get the one already open."""
        enrolment = enrolment_of(request, code)
        limit_claims(enrolment.campaign, client_address(request))
        assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
        return shown_hit(assignment, enrolment)


class SubmitJudgment(WorkerOperation):
    class Input(Strict):
        submission_id = Identifier(
            "A UUID per answer, chosen by the client; repeated requests store it once."
        )
        payload = Object(
            'The answer: {"boundaries": [0, 1]} or {"answer": "plain | form"}; of a pair '
            '{"answer": 0, "keywords": {"left": ["cookies"], "right": ["files"]}, "marked": false}.'
        )
        active_ms = Whole(
            "The active time in milliseconds, capped at the time since the claim.",
            required=False,
            allow_null=True,
            min_value=0,
        )
        first_action_ms = Whole(
            "The time until the first action in milliseconds, capped in the same way.",
            required=False,
            allow_null=True,
            min_value=0,
        )
        next = YesOrNo("Whether to claim the next HIT in the same request.", default=True)

    item: Item | None = None

    class Output(Form):
        judgment = Integer("The number of the stored judgment.", source="judgment_id")
        assignment = Integer("Its lease.", source="assignment_id")
        submission_id = serializers.UUIDField(help_text="As the client sent it.")
        submitted_at = DateTime("When it was stored.")
        late = Boolean("It came after the time limit.")
        counts = Boolean("It counts towards the HIT and is paid.")
        feedback = Feedback(allow_null=True, help_text="For gold answers.")
        training = Training(allow_null=True, help_text="While the training lasts; null otherwise.")
        next = HIT(allow_null=True, help_text="The next HIT; null: none.")
        stopped = Stopped(allow_null=True, help_text="Why there is no next HIT.")

    def most_bytes(self) -> int:
        """Return the maximum size of an answer to this item, in bytes. The item is cached for the
        submission."""
        enrolment = enrolment_of(self.request, self.kwargs["code"])
        self.item = item_of(enrolment, self.kwargs["assignment_id"])
        return room_for(enrolment.campaign, self.item)

    @operation(
        name="submit", takes=Input, gives={201: Output, 200: Output}, refuses=(401, 409, 429)
    )
    def post(self, request: Request, code: str, assignment_id: int) -> Response:
        """Submit an answer and get the next HIT.

        201 if it was stored now, 200 if the same submission was stored before."""
        enrolment = enrolment_of(request, code)
        receipt = submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment_id,
            submission_id=self.body["submission_id"],
            payload=self.body["payload"],
            item=self.item,
            spent=read_time_spent(self.body),
        )
        following = (
            _next(request, enrolment) if self.body["next"] else {"next": None, "stopped": None}
        )
        body = self.Output(vars(receipt) | following).data
        return Response(body, 201 if receipt.created else 200)


class ReturnHIT(WorkerOperation):
    @operation(name="return", gives={204: None}, refuses=(401, 409))
    def post(self, request: Request, code: str, assignment_id: int) -> None:
        """Return a HIT so that another worker can have it."""
        return_hit(enrolment=enrolment_of(request, code), assignment_id=assignment_id)


class SkipHIT(WorkerOperation):
    class Input(Strict):
        later = YesOrNo(
            "Whether to offer it to the same worker again later; otherwise they do not see it "
            "again."
        )
        reason = Choice(
            "Why it is skipped.",
            [choice for choice in Skip.Reason.choices if choice[0]],
            required=False,
        )
        words = Text(
            "A comment in the worker's own words for the researchers.",
            required=False,
            allow_blank=True,
            max_length=MAX_WORDS_LENGTH,
        )

    @operation(name="skip", takes=Input, gives={204: None}, refuses=(401, 409))
    def post(self, request: Request, code: str, assignment_id: int) -> None:
        """Skip a HIT, for later or for good, with a reason."""
        skip_hit(enrolment=enrolment_of(request, code), assignment_id=assignment_id, **self.body)


def enrolment_of(request: Request, code: str) -> Enrolment:
    enrolment = request.auth
    if not isinstance(enrolment, Enrolment) or enrolment.campaign.code != code:
        raise NotFound("There is no work with this code, or this token is for other work.")
    return enrolment


def shown_hit(assignment: Assignment, enrolment: Enrolment) -> dict[str, object]:
    campaign = enrolment.campaign
    return {
        "assignment": assignment.pk,
        "item": scheme_of(campaign).shown(assignment.hit.item, campaign.settings),
        "suggestion": assignment.hit.suggestion.payload if assignment.suggested else None,
        "expires_at": assignment.expires_at,
        "seconds_left": assignment.seconds_left,
    }


def _next(request: Request, enrolment: Enrolment) -> dict[str, object]:
    """Return the next HIT, or why there is none. The answer is already stored, so an error here
    must not look like an error of the submission."""
    try:
        limit_claims(enrolment.campaign, client_address(request))
        assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
    except (Busy, NothingLeft, NotServing, TooMany) as reason:
        wait = reason.details.get("retry_after")
        stopped = {"code": reason.code, "detail": reason.message, "retry_after": wait}
        return {"next": None, "stopped": stopped}
    return {"next": shown_hit(assignment, enrolment), "stopped": None}
