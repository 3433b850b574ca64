"""Forms of the operations on Prolific studies, for owners, who pay for them."""

from decimal import Decimal
from typing import Any, get_args

from rest_framework import serializers

from addons.prolific.models import (
    ProlificDraft,
    ProlificMessage,
    ProlificStep,
    ProlificSubmission,
    ProlificVisit,
)
from addons.prolific.services.readiness import Name
from addons.prolific.services.study_draft import (
    APPROVALS,
    DEVICES,
    MAX_DESCRIPTION_LENGTH,
    MAX_MINUTES,
    MAX_NAME_LENGTH,
    MAX_PLACES,
    SCREEN_OUTS,
)
from annotation.api.basic_fields import Array, Boolean, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text, Whole

DECISIONS = [(value or "none", label) for value, label in ProlificSubmission.Decision.choices]
REWARD = r"[0-9]{1,5}(\.[0-9]{1,3})?"


class KeptToken(Form):
    """A project's Prolific token. The token itself is never returned."""

    last_four = String("Its last four characters.")
    set_at = DateTime("When it was set.")


class VisitToProlific(Form):
    """A sync with Prolific, which sends decisions and reads the current state."""

    status = Choice("Its status.", ProlificVisit.Status.choices)
    done = Integer("The number of finished steps.")
    total = Integer("The number of steps; 0: not known yet.")
    problem = String("Why it failed and what to do; otherwise empty.")
    asked_at = DateTime("When it was requested.")


class CompletionCode(Form):
    """A completion code of a study."""

    code = String("The code.")
    kind = String("Who gets it.", source="code_type")
    then = serializers.SerializerMethodField(help_text="What Prolific does with a submission.")

    def get_then(self, one: dict[str, Any]) -> str:
        return str(one["actions"][0]["action"])


class DraftForProlific(Form):
    """A draft of a study to create on Prolific."""

    state = Choice("Its status.", ProlificDraft.State.choices)
    name = String("The title.", source="body.name")
    description = String("What participants read before they start.")
    reward = String("The reward per submission, a decimal string.")
    places = Integer("The number of places.", source="body.total_available_places")
    minutes = Integer("The minutes per submission.", source="body.estimated_completion_time")
    devices = Array("The allowed devices.", source="body.device_compatibility", child=String())
    codes = CompletionCode(
        source="body.completion_codes", many=True, help_text="Its completion codes."
    )
    problem = String("The error; empty: none.")
    written_at = DateTime("When it was written.")
    sent_at = DateTime(
        "When the request to create it was sent to Prolific; null: not sent.", allow_null=True
    )


class StepOnProlific(Form):
    """A step of a study's recruitment."""

    id = Integer("Its number.")
    action = Choice("What it does.", ProlificStep.Action.choices)
    places = Integer("The new total of places; null for other steps.", allow_null=True)
    state = Choice("Its status.", ProlificStep.State.choices)
    rewards = String(
        "The rewards of the places, a decimal string; null: not priced.", allow_null=True
    )
    total = String("The total with Prolific's fees and tax; null: not reported.", allow_null=True)
    cost = serializers.SerializerMethodField(
        help_text="The value for `confirm_prolific_step`; null: nothing to confirm."
    )
    problem = String("The error; empty: none.")

    def get_cost(self, step: ProlificStep) -> str | None:
        return step.cost_read if step.state == ProlificStep.State.PRICED else None


class StudyOnProlific(Form):
    """A campaign's study as of the last sync with Prolific."""

    study = String("Its id on Prolific; empty: not created yet.")
    name = String("Its title.")
    state = String("Its status on Prolific.")
    places = Integer("The number of places.", allow_null=True)
    reward = Integer("The reward per submission in cents or pence; null: unknown.", allow_null=True)
    currency = String("The currency of the reward; empty: unknown.")
    asked_at = DateTime("When it was last synced with Prolific; null: never.", allow_null=True)


class CheckForProlific(Form):
    """A check before a study is published."""

    name = Choice("What is checked.", get_args(Name))
    ready = Boolean("Whether the check passed.")
    told = String("The finding or the problem.")
    fix = String(
        "What to change: a term of the campaign by its name, the `study` on Prolific or its draft, "
        "the address of the `server` or the `project_budget`; `dry_run`: go through it to see how "
        "long a place takes. Empty: nothing is to be changed."
    )


class ReadinessForProlific(Form):
    """The checks before a study is published."""

    ready = Boolean("Whether all checks are passed.")
    checks = CheckForProlific(many=True, help_text="Each check, in a fixed order.")


class StandingWithProlific(Form):
    """The stored Prolific status of a campaign; Prolific is not contacted."""

    token = KeptToken(allow_null=True, help_text="The project's token; null: it has none.")
    study = StudyOnProlific(allow_null=True, help_text="Null: none is connected or drafted.")
    draft = DraftForProlific(
        allow_null=True, help_text="The draft of the study, until it is created."
    )
    surely_absent = Boolean(
        "The study was certainly not created, as the account still lacked it long after the "
        "request."
    )
    step = StepOnProlific(allow_null=True, help_text="The last step; null: none.")
    possible = Array(
        "The steps that Prolific allows now.", child=Choice("A step.", ProlificStep.Action.choices)
    )
    visit = VisitToProlific(allow_null=True, help_text="The last sync; null: none.")
    unsent = Integer("The number of decisions to send.")
    set_aside = Integer("The number of decisions no longer sent after repeated failures.")


class SubmissionOnProlific(Form):
    """A submission of a study, with its worker here."""

    id = Integer("Its number here.", source="submission.pk")
    submission = String("Its id on Prolific.", source="submission.submission")
    participant = String("The participant's id on Prolific.", source="submission.participant")
    worker = Integer(
        "The worker's number; null: no such worker came.", source="number", allow_null=True
    )
    hits = Integer("The number of HITs that count for the submission.", source="done")
    status = String("Its status on Prolific.", source="submission.status")
    code = String("Which of the campaign's codes was entered.")
    is_open = Boolean("Whether it can be decided.")
    is_sound = Boolean("Whether there is no objection to approving it.")
    decision = Choice("The decision here.", DECISIONS, source="decided")
    refusal = String(
        "Why Prolific rejected the decision; empty: it did not.", source="submission.refusal"
    )
    trouble = String("The error on sending; otherwise empty.", source="submission.trouble")


class MessageByProlific(Form):
    """A message to a participant of a study, or from one."""

    id = Integer("Its number.")
    participant = String("The participant's id on Prolific.")
    body = String("What it says.")
    state = Choice("Its status.", ProlificMessage.State.choices)
    problem = String("The error; empty: none.")
    at = DateTime("When it was written.")


class DraftInput(Strict):
    name = Text("The title that participants see.", max_length=MAX_NAME_LENGTH)
    description = Text(
        "What participants read before they start; an empty line starts a paragraph.",
        max_length=MAX_DESCRIPTION_LENGTH,
    )
    reward = Text("The reward per submission, a decimal string; whole cents.", pattern=REWARD)
    places = Whole("The number of places.", min_value=1, max_value=MAX_PLACES)
    minutes = Whole("The minutes per submission.", min_value=1, max_value=MAX_MINUTES)
    devices = Array(
        "The allowed devices. Default: all.",
        child=Choice("A kind of device.", tuple(DEVICES)),
        required=False,
        default=list(DEVICES),
        min_length=1,
        max_length=len(DEVICES),
    )
    approval = Choice(
        "What happens to submissions with the completion code.",
        tuple(APPROVALS),
        required=False,
        default="MANUALLY_REVIEW",
    )
    screen_out = Choice(
        "What happens to submissions with the screen-out code.",
        tuple(SCREEN_OUTS),
        required=False,
        default="MANUALLY_REVIEW",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs | {"reward": Decimal(attrs["reward"])}
