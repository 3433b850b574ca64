"""Operations of a worker: join, then claim, submit or return, again and again."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.addresses import client_address
from annotation.api.authentication import (
    WORKER_TOKEN_SECONDS,
    issue_worker_token,
)
from annotation.api.fields import Form, Identifier, Strict, Text, Whole, YesOrNo
from annotation.api.operations import PublicOperation, WorkerOperation, operation
from annotation.api.terms import HELP
from annotation.models import APIToken, Assignment, Campaign, Enrolment, Item, Skip, User, Worker
from annotation.models.people.platform import LONGEST_ID
from annotation.models.people.worker import SENT
from annotation.models.people_terms import LONGEST_CODE
from annotation.names import MAX_NAME
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import most_hits_after_training
from annotation.services.errors import (
    Busy,
    Forbidden,
    Invalid,
    NotFound,
    NothingLeft,
    NotServing,
    TooMany,
)
from annotation.services.people.arrivals import let_in
from annotation.services.people.entry import next_step
from annotation.services.people.identity import Identity
from annotation.services.people.tempo import mind_claims
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from annotation.services.work.skip import LONGEST_WORDS, skip_hit
from annotation.services.work.submit import item_of, room_for, submit_judgment
from annotation.services.work.time_spent import time_told

SOURCES = [(source.value, source.label) for source in (*SENT, Worker.Source.MODEL)]


class HIT(Form):
    """A HIT that the worker holds."""

    assignment = serializers.IntegerField(help_text="What submit and return name.")
    item = serializers.DictField(
        help_text="What the scheme shows of the item: its words, or both texts and the question."
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


class JoinCampaign(PublicOperation):
    class Input(Strict):
        name = Text(required=False, max_length=MAX_NAME, help_text="A name of the worker's choice.")
        external_id = Text(
            required=False,
            max_length=MAX_NAME,
            help_text="Or their id, as a platform gives it. With a token of the project a "
            "researcher vouches for it, and no return code is asked for.",
        )
        sent_by = serializers.ChoiceField(
            SOURCES,
            required=False,
            default=Worker.Source.API,
            help_text="Whose id it is; the same id from two sources is two workers. `model` needs "
            "a token of the project.",
        )
        study = Text(
            required=False, max_length=LONGEST_ID, help_text="The platform's id of its study."
        )
        session = Text(
            required=False, max_length=LONGEST_ID, help_text="The platform's id of this visit."
        )
        return_code = Text(
            required=False,
            max_length=16,
            help_text="Proves that a name or an id is theirs when they come back without a token.",
        )
        access_code = Text(
            required=False,
            max_length=LONGEST_CODE,
            help_text="What the campaign asks of whoever joins for the first time, if it does.",
        )

    class Output(Form):
        token = serializers.CharField(help_text="Send it as Authorization: Bearer TOKEN.")
        expires_at = serializers.DateTimeField(help_text="The token is valid until then.")
        return_code = serializers.CharField(
            help_text="Show this to the worker: it lets them in again on any device."
        )
        campaign = serializers.CharField(help_text="The campaign's name.")
        scheme = serializers.CharField(help_text="What workers do with each item.")
        instructions = serializers.CharField(help_text="What to read before the first HIT.")
        reward = serializers.CharField(help_text=HELP["reward"])
        currency = serializers.CharField(help_text=HELP["currency"])
        seconds_allotted = serializers.IntegerField(help_text=HELP["seconds_allotted"])
        hits = serializers.IntegerField(help_text="How many items the campaign has.")
        most_hits = serializers.IntegerField(
            help_text="How many HITs can come to a worker after training, known ones among them."
        )
        training_hits = serializers.IntegerField(help_text=HELP["training_hits"])
        pass_share = serializers.CharField(allow_null=True, help_text=HELP["pass_share"])
        pass_after = serializers.IntegerField(help_text=HELP["pass_after"])
        submitted = serializers.IntegerField(help_text="How many the worker has submitted.")
        step = serializers.CharField(
            allow_null=True,
            help_text="What the worker has to do on the campaign's pages before the first HIT; "
            "null where nothing is missing.",
        )

    @operation(name="join", takes=Input, gives={200: Output}, refuses=(401, 403, 404, 409, 429))
    def post(self, request: Request, code: str) -> Response:
        """Join a campaign, or come back to it, by a chosen name or by an external id.

        A name or an id that is in use already needs its return code, the worker's own token in the
        Authorization header or, for an external id, a researcher's token of the project."""
        campaign = Campaign.objects.select_related("dataset").filter(code=code).first()
        if campaign is None:
            raise NotFound("There is no work under this code. Check the link.")
        who = self._identity()
        vouched_by = None if who.source == Worker.Source.NAME else voucher(request, campaign)
        if who.source == Worker.Source.MODEL and vouched_by is None:
            raise Forbidden("Only a researcher's token of the project joins a model.")
        enrolment = let_in(
            campaign=campaign,
            who=who,
            address=client_address(request),
            return_code=self.body.get("return_code", ""),
            access_code=self.body.get("access_code", ""),
            known=known_by(request),
            vouched_by=vouched_by,
        )
        return Response(self.Output(_welcome(enrolment, campaign)).data)

    def _identity(self) -> Identity:
        given = {name for name in ("name", "external_id") if name in self.body}
        if len(given) != 1:
            raise Invalid("Send either name or external_id.", field="name")
        if "name" in given:
            return Identity.named(self.body["name"])
        ids = {name: self.body.get(name, "") for name in ("study", "session")}
        return Identity(self.body["sent_by"], self.body["external_id"], **ids)


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


def known_by(request: Request) -> list[int]:
    """Return the worker whose own token came with the request, in a list; empty if there is
    none."""
    return [request.auth.worker_id] if isinstance(request.auth, Enrolment) else []


def voucher(request: Request, campaign: Campaign) -> User | None:
    """Return the researcher whose token for this campaign's project came with the request; else
    None."""
    token = request.auth
    if isinstance(token, APIToken) and token.project_id == campaign.dataset.project_id:
        return token.user
    return None


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


def _welcome(enrolment: Enrolment, campaign: Campaign) -> dict[str, Any]:
    step = next_step(enrolment)
    return {
        "token": issue_worker_token(enrolment),
        "expires_at": timezone.now() + timedelta(seconds=WORKER_TOKEN_SECONDS),
        "return_code": enrolment.worker.return_code,
        "campaign": campaign.name,
        "scheme": campaign.scheme,
        "instructions": campaign.instructions
        or scheme_of(campaign).instructions_of(campaign.settings),
        "reward": str(campaign.reward),
        "currency": campaign.currency,
        "seconds_allotted": campaign.seconds_allotted,
        "hits": campaign.hit_count,
        "most_hits": most_hits_after_training(campaign, campaign.training_hits),
        "training_hits": campaign.training_hits,
        "pass_share": None if campaign.pass_share is None else str(campaign.pass_share),
        "pass_after": campaign.pass_after,
        "submitted": enrolment.submitted,
        "step": step.name if step else None,
    }
