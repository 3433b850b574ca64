"""What there is to judge: a dataset of items, and files on their way to becoming one."""

from typing import cast

from django.db import models
from django.db.models.functions import MD5, Now

from annotation.models.project import Project
from annotation.models.user import User


class Dataset(models.Model):
    """`kind` says what its items hold; a scheme names the kinds that it can be asked about.
    `details` is where they came from, and what was counted in them on the way."""

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

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("project", "name"), name="one_dataset_of_a_name_per_project"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Item(models.Model):
    """`text` names the item to people and in files; `content` is what its scheme works on.
    `document` is the item of a dataset of documents that a question is about."""

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
    """A file between its preview and its import; nothing of it is an item yet."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(User, models.CASCADE)
    name = models.CharField(max_length=120)
    filename = models.CharField(max_length=255)
    body = models.BinaryField()
    uploaded_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.filename
