"""Forms of what the operations on studies of Prolific take and give."""

from decimal import Decimal
from typing import Any, get_args

from rest_framework import serializers

from annotation.api.fields import Form, Strict, Text, Whole
from annotation.models import (
    ProlificDraft,
    ProlificMessage,
    ProlificStep,
    ProlificSubmission,
    ProlificVisit,
)
from annotation.services.prolific.making import (
    APPROVALS,
    DEVICES,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    MOST_MINUTES,
    MOST_PLACES,
    SCREEN_OUTS,
)
from annotation.services.prolific.readiness import Name

DECISIONS = [(value or "none", label) for value, label in ProlificSubmission.Decision.choices]
REWARD = r"[0-9]{1,5}(\.[0-9]{1,3})?"


class KeptToken(Form):
    """A project's token for Prolific. The token itself is never told again."""

    last_four = serializers.CharField(help_text="Its last four characters.")
    set_at = serializers.DateTimeField(help_text="When it was given.")


class VisitToProlific(Form):
    """A visit to Prolific, which sends what was decided and reads how things are."""

    status = serializers.ChoiceField(ProlificVisit.Status.choices, help_text="Its status.")
    done = serializers.IntegerField(help_text="How many of its steps are done.")
    total = serializers.IntegerField(help_text="How many there are; 0: not known yet.")
    problem = serializers.CharField(help_text="Why it failed, and what to do; else empty.")
    asked_at = serializers.DateTimeField(help_text="When it was asked for.")


class CompletionCode(Form):
    """A completion code of a study."""

    code = serializers.CharField(help_text="The code.")
    kind = serializers.CharField(source="code_type", help_text="Who gets it.")
    then = serializers.SerializerMethodField(help_text="What Prolific does with a submission.")

    def get_then(self, one: dict[str, Any]) -> str:
        return str(one["actions"][0]["action"])


class DraftForProlific(Form):
    """A study that is written here, to be made on Prolific."""

    state = serializers.ChoiceField(ProlificDraft.State.choices, help_text="Its status.")
    name = serializers.CharField(source="body.name", help_text="The title.")
    description = serializers.CharField(help_text="What participants read before they begin.")
    reward = serializers.CharField(help_text="For a place, a decimal string.")
    places = serializers.IntegerField(
        source="body.total_available_places", help_text="How many places it has."
    )
    minutes = serializers.IntegerField(
        source="body.estimated_completion_time", help_text="How long a place takes."
    )
    devices = serializers.ListField(
        source="body.device_compatibility",
        child=serializers.CharField(),
        help_text="On which it can be done.",
    )
    codes = CompletionCode(
        source="body.completion_codes", many=True, help_text="Its completion codes."
    )
    problem = serializers.CharField(help_text="What went wrong with it; empty: nothing.")
    written_at = serializers.DateTimeField(help_text="When it was written.")
    sent_at = serializers.DateTimeField(
        allow_null=True, help_text="When Prolific was asked to make it; null: it was not."
    )


class StepOnProlific(Form):
    """A step by which a study recruits."""

    id = serializers.IntegerField(help_text="Its number.")
    action = serializers.ChoiceField(ProlificStep.Action.choices, help_text="What it does.")
    places = serializers.IntegerField(
        allow_null=True, help_text="All places, once they are raised; null of other steps."
    )
    state = serializers.ChoiceField(ProlificStep.State.choices, help_text="Its status.")
    rewards = serializers.CharField(
        allow_null=True, help_text="What the places pay, a decimal string; null: not priced."
    )
    total = serializers.CharField(
        allow_null=True, help_text="With Prolific's fees and tax; null: it tells none."
    )
    cost = serializers.SerializerMethodField(
        help_text="What `confirm_prolific_step` takes; null: nothing is to be confirmed."
    )
    problem = serializers.CharField(help_text="What went wrong with it; empty: nothing.")

    def get_cost(self, step: ProlificStep) -> str | None:
        return step.cost_read if step.state == ProlificStep.State.PRICED else None


class StudyOnProlific(Form):
    """A campaign's study, as it was when Prolific was last asked."""

    study = serializers.CharField(help_text="Its id on Prolific; empty: it is not made yet.")
    name = serializers.CharField(help_text="Its title.")
    state = serializers.CharField(help_text="Its status, in Prolific's word.")
    places = serializers.IntegerField(allow_null=True, help_text="How many places it has.")
    reward = serializers.IntegerField(
        allow_null=True, help_text="For a place, in cents or pence; null: not known."
    )
    currency = serializers.CharField(help_text="Of the reward; empty: not known.")
    asked_at = serializers.DateTimeField(
        allow_null=True, help_text="When Prolific was last asked; null: never."
    )


class CheckForProlific(Form):
    """A check before a study is published."""

    name = serializers.ChoiceField(get_args(Name), help_text="What is checked.")
    ready = serializers.BooleanField(help_text="Whether it is as it has to be.")
    told = serializers.CharField(help_text="What was found, or what is wrong.")
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
    """The standing of a campaign with Prolific, which is not asked for this."""

    token = KeptToken(allow_null=True, help_text="The project's token; null: it has none.")
    study = StudyOnProlific(allow_null=True, help_text="Null: none is connected or written.")
    draft = DraftForProlific(
        allow_null=True, help_text="The study that is written, until it is made."
    )
    surely_absent = serializers.BooleanField(
        help_text="The account had no such study so long after it was asked to make it that it "
        "was not made."
    )
    step = StepOnProlific(allow_null=True, help_text="The last step; null: none was asked for.")
    possible = serializers.ListField(
        child=serializers.ChoiceField(ProlificStep.Action.choices, help_text="A step."),
        help_text="Which steps Prolific takes now.",
    )
    visit = VisitToProlific(allow_null=True, help_text="The last visit; null: there was none.")
    unsent = serializers.IntegerField(help_text="How many decisions are still to be sent.")
    set_aside = serializers.IntegerField(
        help_text="How many Prolific failed to take so often that they are no longer sent."
    )


class SubmissionOnProlific(Form):
    """A submission of a study, beside the worker here."""

    id = serializers.IntegerField(source="submission.pk", help_text="Its number here.")
    submission = serializers.CharField(
        source="submission.submission", help_text="Its id on Prolific."
    )
    participant = serializers.CharField(
        source="submission.participant", help_text="The participant's id on Prolific."
    )
    worker = serializers.IntegerField(
        source="number", allow_null=True, help_text="The worker's number; null: nobody came."
    )
    hits = serializers.IntegerField(source="done", help_text="How many HITs count for their place.")
    status = serializers.CharField(
        source="submission.status", help_text="Its status on Prolific, in its word."
    )
    code = serializers.CharField(help_text="Which of the campaign's codes was entered.")
    is_open = serializers.BooleanField(help_text="Whether it can be decided on.")
    is_sound = serializers.BooleanField(
        help_text="Whether nothing here speaks against approving it."
    )
    decision = serializers.ChoiceField(
        DECISIONS, source="decided", help_text="What was decided here."
    )
    refusal = serializers.CharField(
        source="submission.refusal", help_text="Why Prolific did not take that; empty: it did."
    )
    trouble = serializers.CharField(
        source="submission.trouble", help_text="What happened when it was sent; else empty."
    )


class MessageByProlific(Form):
    """A message to a participant of a study, or from one."""

    id = serializers.IntegerField(help_text="Its number.")
    participant = serializers.CharField(help_text="The participant's id on Prolific.")
    body = serializers.CharField(help_text="What it says.")
    state = serializers.ChoiceField(ProlificMessage.State.choices, help_text="Its status.")
    problem = serializers.CharField(help_text="What went wrong with it; empty: nothing.")
    at = serializers.DateTimeField(help_text="When it was written.")


class DraftInput(Strict):
    name = Text(max_length=LONGEST_NAME, help_text="The title that participants see.")
    description = Text(
        max_length=LONGEST_DESCRIPTION,
        help_text="What they read before they begin; an empty line begins a paragraph.",
    )
    reward = Text(pattern=REWARD, help_text="For a place, a decimal string; whole cents.")
    places = Whole(min_value=1, max_value=MOST_PLACES, help_text="How many places it has.")
    minutes = Whole(min_value=1, max_value=MOST_MINUTES, help_text="How long a place takes.")
    devices = serializers.ListField(
        child=serializers.ChoiceField(tuple(DEVICES), help_text="A kind of device."),
        required=False,
        default=list(DEVICES),
        min_length=1,
        max_length=len(DEVICES),
        help_text="On which it can be done. Default: on all.",
    )
    approval = serializers.ChoiceField(
        tuple(APPROVALS),
        required=False,
        default="MANUALLY_REVIEW",
        help_text="What becomes of submissions with the completion code.",
    )
    screen_out = serializers.ChoiceField(
        tuple(SCREEN_OUTS),
        required=False,
        default="MANUALLY_REVIEW",
        help_text="What becomes of those with the screen-out code.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs | {"reward": Decimal(attrs["reward"])}
