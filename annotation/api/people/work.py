"""Operations of a worker who has joined: claim, then submit, return or skip, again and again."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.addresses import client_address
from annotation.api.fields import Form, Identifier, Strict, Text, Whole, YesOrNo
from annotation.api.operations import WorkerOperation, operation
from annotation.models import Assignment, Enrolment, Item, Skip
from annotation.schemes import scheme_of
from annotation.services.errors import (
    Busy,
    NotFound,
    NothingLeft,
    NotServing,
    TooMany,
)
from annotation.services.people.tempo import mind_claims
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from annotation.services.work.skip import LONGEST_WORDS, skip_hit
from annotation.services.work.submit import item_of, room_for, submit_judgment
from annotation.services.work.time_spent import time_told


class HIT(Form):
    """A HIT that the worker holds."""

    assignment = serializers.IntegerField(help_text="What submit and return name.")
    item = serializers.DictField(
        help_text="What the scheme shows of the item: its words, or both texts and the question."
    )
    suggestion = serializers.DictField(
        allow_null=True,
        help_text="A model's answer to start from, told as such to who judges; null without one.",
    )
    expires_at = serializers.DateTimeField(help_text="Until then the HIT is the worker's.")
    seconds_left = serializers.FloatField(help_text="By the database's clock.")


class Stopped(Form):
    """The reason why there is no next HIT."""

    code = serializers.CharField(
        help_text="One of nothing_left, enough, not_serving, step_missing, stopped, "
        "too_many_requests or busy."
    )
    detail = serializers.CharField(help_text="The same for people.")
    retry_after = serializers.IntegerField(
        allow_null=True, help_text="After how many seconds to claim; null where it is not known."
    )


class Feedback(Form):
    """The feedback on an answer to a known HIT."""

    right = serializers.BooleanField(help_text="Whether it was the known answer.")
    answer = serializers.CharField(help_text="The known one.")
    why = serializers.CharField(allow_blank=True, help_text="Why it is right, where that is told.")


class Training(Form):
    """The worker's progress in the training."""

    done = serializers.IntegerField(help_text="How many training HITs are answered.")
    of = serializers.IntegerField(help_text="How many there are.")


class ClaimHIT(WorkerOperation):
    @operation(name="claim", gives={200: HIT}, refuses=(401, 404, 409, 429))
    def post(self, request: Request, code: str) -> Response:
        """Take the next HIT, or get the one that is open already."""
        enrolment = enrolment_of(request, code)
        mind_claims(enrolment.campaign, client_address(request))
        assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
        return Response(HIT(shown_hit(assignment, enrolment)).data)


class SubmitJudgment(WorkerOperation):
    class Input(Strict):
        submission_id = Identifier(
            help_text="Made by the client, one for each answer; the same again is stored once."
        )
        payload = serializers.DictField(
            help_text='The answer: {"boundaries": [0, 1]} or {"answer": "plain | form"}; of a pair '
            '{"answer": 0, "keywords": {"left": ["cookies"], "right": ["files"]}, "marked": false}.'
        )
        active_ms = Whole(
            required=False,
            allow_null=True,
            min_value=0,
            help_text="How long the worker was at it, in milliseconds; what is longer than the "
            "time since the claim is cut to that.",
        )
        first_action_ms = Whole(
            required=False,
            allow_null=True,
            min_value=0,
            help_text="How long it took them to begin to answer, in milliseconds; cut likewise.",
        )
        next = YesOrNo(default=True, help_text="Whether to claim the next HIT with it.")

    item: Item | None = None

    class Output(Form):
        judgment = serializers.IntegerField(help_text="The number of what was stored.")
        assignment = serializers.IntegerField(help_text="The lease that it came under.")
        submission_id = serializers.UUIDField(help_text="As the client sent it.")
        submitted_at = serializers.DateTimeField(help_text="When it was stored.")
        late = serializers.BooleanField(help_text="It came after the time allotted.")
        counts = serializers.BooleanField(help_text="It counts towards the HIT and is paid.")
        feedback = Feedback(allow_null=True, help_text="On an answer that is known.")
        training = Training(allow_null=True, help_text="While the training lasts; null otherwise.")
        next = HIT(allow_null=True, help_text="The next HIT; null where there is none.")
        stopped = Stopped(allow_null=True, help_text="Why there is no next HIT.")

    def most_bytes(self) -> int:
        """Return the most bytes that an answer to this item may have. The item is kept for the
        submission."""
        enrolment = enrolment_of(self.request, self.kwargs["code"])
        self.item = item_of(enrolment, self.kwargs["assignment_id"])
        return room_for(enrolment.campaign, self.item)

    @operation(
        name="submit", takes=Input, gives={201: Output, 200: Output}, refuses=(401, 404, 409, 429)
    )
    def post(self, request: Request, code: str, assignment_id: int) -> Response:
        """Submit an answer and get the next HIT.

        201 when it was stored now, 200 when this very submission had been stored before."""
        enrolment = enrolment_of(request, code)
        receipt = submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment_id,
            submission_id=self.body["submission_id"],
            payload=self.body["payload"],
            item=self.item,
            spent=time_told(self.body),
        )
        following = (
            _next(request, enrolment) if self.body["next"] else {"next": None, "stopped": None}
        )
        body = {
            "judgment": receipt.judgment_id,
            "assignment": receipt.assignment_id,
            "submission_id": receipt.submission_id,
            "submitted_at": receipt.submitted_at,
            "late": receipt.late,
            "counts": receipt.counts,
            "feedback": receipt.feedback,
            "training": receipt.training,
            **following,
        }
        return Response(self.Output(body).data, 201 if receipt.created else 200)


class ReturnHIT(WorkerOperation):
    @operation(name="return", gives={204: None}, refuses=(401, 404, 409))
    def post(self, request: Request, code: str, assignment_id: int) -> Response:
        """Give a HIT back, so that somebody else can have it."""
        return_hit(enrolment=enrolment_of(request, code), assignment_id=assignment_id)
        return Response(status=204)


class SkipHIT(WorkerOperation):
    class Input(Strict):
        later = YesOrNo(
            help_text="Whether to offer it to the same worker again after the others; else they do "
            "not see it again."
        )
        reason = serializers.ChoiceField(
            [choice for choice in Skip.Reason.choices if choice[0]],
            required=False,
            help_text="Why it is skipped.",
        )
        words = Text(
            required=False,
            allow_blank=True,
            max_length=LONGEST_WORDS,
            help_text="The same in the worker's own words; researchers read them.",
        )

    @operation(name="skip", takes=Input, gives={204: None}, refuses=(401, 404, 409))
    def post(self, request: Request, code: str, assignment_id: int) -> Response:
        """Give a HIT back, until later or for good, and say why."""
        skip_hit(enrolment=enrolment_of(request, code), assignment_id=assignment_id, **self.body)
        return Response(status=204)


def enrolment_of(request: Request, code: str) -> Enrolment:
    enrolment = request.auth
    if not isinstance(enrolment, Enrolment) or enrolment.campaign.code != code:
        raise NotFound("There is no work under this code, or this token is for other work.")
    return enrolment


def shown_hit(assignment: Assignment, enrolment: Enrolment) -> dict[str, Any]:
    campaign = enrolment.campaign
    return {
        "assignment": assignment.pk,
        "item": scheme_of(campaign).shown(assignment.hit.item, campaign.settings),
        "suggestion": assignment.hit.suggestion.payload if assignment.suggested else None,
        "expires_at": assignment.expires_at,
        "seconds_left": assignment.seconds_left,
    }


def _next(request: Request, enrolment: Enrolment) -> dict[str, Any]:
    """Return the next HIT, or why there is none. The answer is stored by now, so nothing that
    happens here may be raised as an error of the submission."""
    try:
        mind_claims(enrolment.campaign, client_address(request))
        assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
    except (Busy, NothingLeft, NotServing, TooMany) as reason:
        wait = reason.details.get("retry_after")
        stopped = {"code": reason.code, "detail": reason.message, "retry_after": wait}
        return {"next": None, "stopped": stopped}
    return {"next": shown_hit(assignment, enrolment), "stopped": None}
