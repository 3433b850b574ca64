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
from annotation.api.fields import Form, Strict, Text, Whole

DECISIONS = [(value or "none", label) for value, label in ProlificSubmission.Decision.choices]
REWARD = r"[0-9]{1,5}(\.[0-9]{1,3})?"


class KeptToken(Form):
    """A project's Prolific token. The token itself is never returned."""

    last_four = serializers.CharField(help_text="Its last four characters.")
    set_at = serializers.DateTimeField(help_text="When it was set.")


class VisitToProlific(Form):
    """A sync with Prolific, which sends decisions and reads the current state."""

    status = serializers.ChoiceField(ProlificVisit.Status.choices, help_text="Its status.")
    done = serializers.IntegerField(help_text="The number of finished steps.")
    total = serializers.IntegerField(help_text="The number of steps; 0: not known yet.")
    problem = serializers.CharField(help_text="Why it failed and what to do; otherwise empty.")
    asked_at = serializers.DateTimeField(help_text="When it was requested.")


class CompletionCode(Form):
    """A completion code of a study."""

    code = serializers.CharField(help_text="The code.")
    kind = serializers.CharField(source="code_type", help_text="Who gets it.")
    then = serializers.SerializerMethodField(help_text="What Prolific does with a submission.")

    def get_then(self, one: dict[str, Any]) -> str:
        return str(one["actions"][0]["action"])


class DraftForProlific(Form):
    """A draft of a study to create on Prolific."""

    state = serializers.ChoiceField(ProlificDraft.State.choices, help_text="Its status.")
    name = serializers.CharField(source="body.name", help_text="The title.")
    description = serializers.CharField(help_text="What participants read before they start.")
    reward = serializers.CharField(help_text="The reward per submission, a decimal string.")
    places = serializers.IntegerField(
        source="body.total_available_places", help_text="The number of places."
    )
    minutes = serializers.IntegerField(
        source="body.estimated_completion_time", help_text="The minutes per submission."
    )
    devices = serializers.ListField(
        source="body.device_compatibility",
        child=serializers.CharField(),
        help_text="The allowed devices.",
    )
    codes = CompletionCode(
        source="body.completion_codes", many=True, help_text="Its completion codes."
    )
    problem = serializers.CharField(help_text="The error; empty: none.")
    written_at = serializers.DateTimeField(help_text="When it was written.")
    sent_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the request to create it was sent to Prolific; null: not sent.",
    )


class StepOnProlific(Form):
    """A step of a study's recruitment."""

    id = serializers.IntegerField(help_text="Its number.")
    action = serializers.ChoiceField(ProlificStep.Action.choices, help_text="What it does.")
    places = serializers.IntegerField(
        allow_null=True, help_text="The new total of places; null for other steps."
    )
    state = serializers.ChoiceField(ProlificStep.State.choices, help_text="Its status.")
    rewards = serializers.CharField(
        allow_null=True, help_text="The rewards of the places, a decimal string; null: not priced."
    )
    total = serializers.CharField(
        allow_null=True, help_text="The total with Prolific's fees and tax; null: not reported."
    )
    cost = serializers.SerializerMethodField(
        help_text="The value for `confirm_prolific_step`; null: nothing to confirm."
    )
    problem = serializers.CharField(help_text="The error; empty: none.")

    def get_cost(self, step: ProlificStep) -> str | None:
        return step.cost_read if step.state == ProlificStep.State.PRICED else None


class StudyOnProlific(Form):
    """A campaign's study as of the last sync with Prolific."""

    study = serializers.CharField(help_text="Its id on Prolific; empty: not created yet.")
    name = serializers.CharField(help_text="Its title.")
    state = serializers.CharField(help_text="Its status on Prolific.")
    places = serializers.IntegerField(allow_null=True, help_text="The number of places.")
    reward = serializers.IntegerField(
        allow_null=True, help_text="The reward per submission in cents or pence; null: unknown."
    )
    currency = serializers.CharField(help_text="The currency of the reward; empty: unknown.")
    asked_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was last synced with Prolific; null: never."
    )


class CheckForProlific(Form):
    """A check before a study is published."""

    name = serializers.ChoiceField(get_args(Name), help_text="What is checked.")
    ready = serializers.BooleanField(help_text="Whether the check passed.")
    told = serializers.CharField(help_text="The finding or the problem.")
    fix = serializers.CharField(
        help_text="What to change: a term of the campaign by its name, the `study` on Prolific or "
        "its draft, the address of the `server` or the `project_budget`; `dry_run`: go through it "
        "to see how long a place takes. Empty: nothing is to be changed."
    )


class ReadinessForProlific(Form):
    """The checks before a study is published."""

    ready = serializers.BooleanField(help_text="Whether all checks are passed.")
    checks = CheckForProlific(many=True, help_text="Each check, in a fixed order.")


class StandingWithProlific(Form):
    """The stored Prolific status of a campaign; Prolific is not contacted."""

    token = KeptToken(allow_null=True, help_text="The project's token; null: it has none.")
    study = StudyOnProlific(allow_null=True, help_text="Null: none is connected or drafted.")
    draft = DraftForProlific(
        allow_null=True, help_text="The draft of the study, until it is created."
    )
    surely_absent = serializers.BooleanField(
        help_text=(
            "The study was certainly not created, as the account still lacked it long after "
            "the request."
        )
    )
    step = StepOnProlific(allow_null=True, help_text="The last step; null: none.")
    possible = serializers.ListField(
        child=serializers.ChoiceField(ProlificStep.Action.choices, help_text="A step."),
        help_text="The steps that Prolific allows now.",
    )
    visit = VisitToProlific(allow_null=True, help_text="The last sync; null: none.")
    unsent = serializers.IntegerField(help_text="The number of decisions to send.")
    set_aside = serializers.IntegerField(
        help_text="The number of decisions no longer sent after repeated failures."
    )


class SubmissionOnProlific(Form):
    """A submission of a study, with its worker here."""

    id = serializers.IntegerField(source="submission.pk", help_text="Its number here.")
    submission = serializers.CharField(
        source="submission.submission", help_text="Its id on Prolific."
    )
    participant = serializers.CharField(
        source="submission.participant", help_text="The participant's id on Prolific."
    )
    worker = serializers.IntegerField(
        source="number",
        allow_null=True,
        help_text="The worker's number; null: no such worker came.",
    )
    hits = serializers.IntegerField(
        source="done", help_text="The number of HITs that count for the submission."
    )
    status = serializers.CharField(source="submission.status", help_text="Its status on Prolific.")
    code = serializers.CharField(help_text="Which of the campaign's codes was entered.")
    is_open = serializers.BooleanField(help_text="Whether it can be decided.")
    is_sound = serializers.BooleanField(help_text="Whether there is no objection to approving it.")
    decision = serializers.ChoiceField(DECISIONS, source="decided", help_text="The decision here.")
    refusal = serializers.CharField(
        source="submission.refusal",
        help_text="Why Prolific rejected the decision; empty: it did not.",
    )
    trouble = serializers.CharField(
        source="submission.trouble", help_text="The error on sending; otherwise empty."
    )


class MessageByProlific(Form):
    """A message to a participant of a study, or from one."""

    id = serializers.IntegerField(help_text="Its number.")
    participant = serializers.CharField(help_text="The participant's id on Prolific.")
    body = serializers.CharField(help_text="What it says.")
    state = serializers.ChoiceField(ProlificMessage.State.choices, help_text="Its status.")
    problem = serializers.CharField(help_text="The error; empty: none.")
    at = serializers.DateTimeField(help_text="When it was written.")


class DraftInput(Strict):
    name = Text(max_length=MAX_NAME_LENGTH, help_text="The title that participants see.")
    description = Text(
        max_length=MAX_DESCRIPTION_LENGTH,
        help_text="What participants read before they start; an empty line starts a paragraph.",
    )
    reward = Text(
        pattern=REWARD, help_text="The reward per submission, a decimal string; whole cents."
    )
    places = Whole(min_value=1, max_value=MAX_PLACES, help_text="The number of places.")
    minutes = Whole(min_value=1, max_value=MAX_MINUTES, help_text="The minutes per submission.")
    devices = serializers.ListField(
        child=serializers.ChoiceField(tuple(DEVICES), help_text="A kind of device."),
        required=False,
        default=list(DEVICES),
        min_length=1,
        max_length=len(DEVICES),
        help_text="The allowed devices. Default: all.",
    )
    approval = serializers.ChoiceField(
        tuple(APPROVALS),
        required=False,
        default="MANUALLY_REVIEW",
        help_text="What happens to submissions with the completion code.",
    )
    screen_out = serializers.ChoiceField(
        tuple(SCREEN_OUTS),
        required=False,
        default="MANUALLY_REVIEW",
        help_text="What happens to submissions with the screen-out code.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs | {"reward": Decimal(attrs["reward"])}
