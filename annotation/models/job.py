"""Jobs on a dataset: requested by a researcher, done by Celery, with progress and results."""

from typing import ClassVar, Self, TypeVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.dataset import Dataset
from annotation.models.people.user import User
from annotation.models.project import Project
from annotation.models.rules import rule
from midpath.json_types import JsonObject

Work_co = TypeVar("Work_co", bound="Job", covariant=True)


class JobQuerySet(models.QuerySet[Work_co]):
    def visible_to(self, user: User) -> Self:
        here = self.filter(dataset__deleted_at=None)
        return here.filter(dataset__project__memberships__user=user)


class Job(models.Model):
    """A job on a dataset. `done` of `total` steps are done.

    `run` numbers the attempts: only the last one may write, and `beat_at` is the time of its last
    write. Pages show `results`."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        READY = "ready", "ready"
        KEPT = "kept", "kept"
        DISCARDED = "discarded", "discarded"
        FAILED = "failed", "failed"

    dataset = models.ForeignKey(Dataset, models.CASCADE)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    run = models.PositiveIntegerField(default=0)
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)
    results: "models.JSONField[JsonObject, JsonObject]" = models.JSONField(default=dict)
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    beat_at = models.DateTimeField(db_default=Now())

    class Meta:
        abstract = True
        ordering = ("-pk",)
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            rule("%(class)s_does_no_more_than_there_is", Q(done__lte=F("total"))),
            rule(
                "%(class)s_that_is_ready_has_results",
                ~Q(status__in=("ready", "kept")) | ~Q(results={}),
            ),
        )
        indexes = (
            models.Index(
                fields=("beat_at",),
                condition=Q(status__in=("waiting", "running")),
                name="%(class)s_unfinished",
            ),
        )

    @property
    def home(self) -> Dataset | Project:
        """Return what it belongs to: its dataset, or its project where it makes the dataset."""
        return self.dataset

    @property
    def home_project_id(self) -> int:
        home = self.home
        return home.pk if isinstance(home, Project) else home.project_id

    def begin_again(self) -> None:
        """Put a job back to where it waits for its turn. The caller saves it."""
        self.status, self.problem, self.results = self.Status.WAITING, "", {}
        self.done = self.total = self.run = 0

    @property
    def is_public(self) -> bool:
        """Return whether people other than members can read and may rely on it."""
        return False

    @property
    def audit_campaign(self) -> Campaign | None:
        """Return the campaign that the job's audit events are about; None for the project alone."""
        return None

    @property
    def under_way(self) -> bool:
        return self.status in {self.Status.WAITING, self.Status.RUNNING}

    @property
    def is_discarded(self) -> bool:
        return self.status == self.Status.DISCARDED

    @property
    def was_stopped(self) -> bool:
        """Return whether it was discarded before it ended."""
        return self.is_discarded and not self.results and not self.problem
