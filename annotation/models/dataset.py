"""Datasets of items to judge, and uploaded files that are to become datasets."""

from typing import cast

from django.db import models
from django.db.models import Q
from django.db.models.functions import MD5, Now

from annotation.models.keeping import PutAway, PutAwayQuerySet
from annotation.models.people.user import User
from annotation.models.project import Project


class DatasetQuerySet(PutAwayQuerySet["Dataset"]):
    """Datasets, deleted ones too."""


_Datasets = models.Manager.from_queryset(DatasetQuerySet)


class StandingDatasets(_Datasets["Dataset"]):
    def get_queryset(self) -> DatasetQuerySet:
        return DatasetQuerySet(self.model, using=self._db).standing()


class Dataset(PutAway):
    """A set of items of one kind.

    A scheme names the kinds that it can be asked about. `details` says where the items came from
    and what was counted in them on import."""

    class Kind(models.TextChoices):
        TEXTS = "texts", "texts"
        DOCUMENTS = "documents", "documents"
        PAIRS = "pairs", "pairs"
        QUESTIONS = "questions", "questions"
        APPS = "apps", "apps"
        SITES = "sites", "sites"

    project = models.ForeignKey(Project, models.PROTECT, related_name="datasets")
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.TEXTS)
    details = models.JSONField(default=dict, blank=True)
    item_count = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = StandingDatasets()
    everything = DatasetQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("project", "name"),
                condition=Q(deleted_at=None),
                name="one_dataset_of_a_name_per_project",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Item(models.Model):
    """A thing to judge.

    `text` names the item on pages and in files; its scheme works on `content`. `document` is the
    document that a question is about, an item of another dataset."""

    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    text = models.TextField()
    content = models.JSONField()
    document = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="questions"
    )

    class Meta:
        ordering = ("dataset_id", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("dataset", "position"), name="one_item_per_position_of_a_dataset"
            ),
            models.UniqueConstraint("dataset", MD5("text"), name="one_item_per_text_of_a_dataset"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> list[str]:
        return cast("list[str]", self.content["tokens"])


class DatasetUpload(models.Model):
    """An uploaded file between its preview and its import. No items are made of it yet.

    `choices` says how it is to be read, where that is not left to a guess. Of a spreadsheet `cells`
    holds one sheet as CSV, and `sheets` its name and those of all."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(User, models.CASCADE)
    name = models.CharField(max_length=120)
    filename = models.CharField(max_length=255)
    body = models.BinaryField()
    choices = models.JSONField(default=dict, blank=True)
    cells = models.BinaryField(null=True, blank=True)
    sheets = models.JSONField(default=dict, blank=True)
    uploaded_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.filename
