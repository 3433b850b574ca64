"""Prolific's side of a campaign: the project's token, the study, its submissions, and API
visits."""

from decimal import Decimal

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models import Campaign, Job, Project, User
from annotation.models.people.platform import MIN_REASON_LENGTH
from midpath.text.formatting import written

MAX_REASON_LENGTH = 2_000
# A decision is set aside after this many failed visits.
MAX_TRIES = 3


class ProlificToken(models.Model):
    """A project's token for Prolific's API. It is sealed, so that the database alone does not
    reveal it. `last_four` are its last characters, by which owners recognize it."""

    project = models.OneToOneField(Project, models.CASCADE, related_name="prolific_token")
    sealed = models.TextField()
    last_four = models.CharField(max_length=4)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    set_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "annotation_prolifictoken"

    def __str__(self) -> str:
        return f"token …{self.last_four}"


class ProlificStudy(models.Model):
    """The Prolific study that sends workers to a campaign, as of the last visit. `reward` is in the
    smallest unit of Prolific's currency: cents or pence. `messages` are the messages to and from
    its participants. A study created here has no id until its `draft` exists on Prolific."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="prolific_study")
    study = models.CharField(
        max_length=64, blank=True, validators=[RegexValidator(r"^[A-Za-z0-9]*\Z")]
    )
    name = models.CharField(max_length=200, blank=True, default="")
    state = models.CharField(max_length=40, blank=True, default="")
    places = models.PositiveIntegerField(null=True)
    reward = models.PositiveIntegerField(null=True)
    currency = models.CharField(max_length=3, blank=True, default="")
    connected_at = models.DateTimeField(db_default=Now(), editable=False)
    asked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "annotation_prolificstudy"
        constraints = (
            models.CheckConstraint(
                condition=Q(study__regex=r"^[A-Za-z0-9]*$"),
                name="the_id_of_a_study_has_letters_and_digits_only",
            ),
        )

    def __str__(self) -> str:
        return f"study {self.pk}"

    @property
    def reward_written(self) -> str:
        return "" if self.reward is None else written(Decimal(self.reward) / 100)


class ProlificSubmission(models.Model):
    """A submission of a study as of the last visit, and the decision made about it here. A decision
    waits to be sent, and is sent until the status confirms it or `refusal` says why Prolific
    refuses it. After `MAX_TRIES` failed tries it is set aside, and `trouble` says what
    happened."""

    class Decision(models.TextChoices):
        NONE = "", "not decided here"
        APPROVE = "approve", "approve"
        REJECT = "reject", "reject"

    class Status(models.TextChoices):
        """The statuses that matter here; Prolific may send others."""

        WAITS = "AWAITING REVIEW", "awaiting review"
        APPROVED = "APPROVED", "approved"
        REJECTED = "REJECTED", "rejected"

    class Category(models.TextChoices):
        """Prolific's reasons to reject."""

        LOW_EFFORT = "LOW_EFFORT", "Low effort"
        FAILED_CHECK = "FAILED_CHECK", "Failed attention checks"
        FAILED_INSTRUCTIONS = "FAILED_INSTRUCTIONS", "Did not follow the instructions"
        TOO_QUICKLY = "TOO_QUICKLY", "Too quick"
        TOO_SLOWLY = "TOO_SLOWLY", "Too slow"
        NO_DATA = "NO_DATA", "No data"
        NO_CODE = "NO_CODE", "No completion code"
        BAD_CODE = "BAD_CODE", "Wrong completion code"
        UNSUPP_DEVICE = "UNSUPP_DEVICE", "Unsupported device"
        OTHER = "OTHER", "Another reason"

    study = models.ForeignKey(
        ProlificStudy, models.CASCADE, related_name="submissions", db_index=False
    )
    submission = models.CharField(max_length=64)
    participant = models.CharField(max_length=120)
    status = models.CharField(max_length=40)
    code = models.CharField(max_length=120, blank=True, default="")
    started_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=10, choices=Decision, blank=True, default="")
    category = models.CharField(max_length=40, choices=Category, blank=True, default="")
    reason = models.TextField(max_length=MAX_REASON_LENGTH, blank=True, default="")
    refusal = models.CharField(max_length=300, blank=True, default="")
    tries = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=300, blank=True, default="")
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "annotation_prolificsubmission"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("study", "submission"), name="each_submission_of_a_study_once"
            ),
            models.CheckConstraint(
                condition=~Q(decision="reject")
                | (~Q(category="") & Q(reason__regex=f".{{{MIN_REASON_LENGTH}}}")),
                name="a_rejected_submission_has_a_category_and_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(decision="", decided_at=None)
                | (~Q(decision="") & Q(decided_at__isnull=False)),
                name="a_decision_on_a_submission_has_a_time",
            ),
        )
        indexes = (models.Index(fields=("study", "participant"), name="submission_by_participant"),)

    def __str__(self) -> str:
        return f"submission {self.pk}"


class ProlificVisit(Job):
    """A visit to Prolific's API for one study: send the decisions, then read the study and its
    submissions. Its steps are the decisions and the two reads."""

    study = models.ForeignKey(ProlificStudy, models.CASCADE, related_name="visits")

    class Meta(Job.Meta):
        db_table = "annotation_prolificvisit"

    def __str__(self) -> str:
        return f"visit {self.pk}, {self.status}"
