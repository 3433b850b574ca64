"""Snapshots: a campaign at one moment, frozen as files that never change."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.dataset import Dataset
from annotation.models.job import Job, JobQuerySet
from annotation.models.people.user import User
from annotation.models.rules import rule, unique


class SnapshotQuerySet(JobQuerySet["Snapshot"]):
    def visible_to(self, user: User) -> Self:
        return super().visible_to(user).filter(campaign__deleted_at=None)


class Snapshot(Job):
    """A snapshot of a campaign, made by a job. Its steps are the rows written.

    `wanted` names the optional files. `filter` is an item filter as in a URL: the snapshot contains
    only matching items. `results` is the manifest; the file manifest.json contains it as written.
    If a ready snapshot has a `problem`, its other files are lost. A discarded snapshot is removed a
    day later."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="snapshots")
    note = models.CharField(max_length=200, blank=True)
    wanted = models.JSONField(default=list)
    filter = models.JSONField(default=dict, db_default={})

    objects = SnapshotQuerySet.as_manager()

    @property
    def name(self) -> str:
        return f"Snapshot {self.pk}"

    @property
    def home(self) -> Dataset:
        return self.campaign.dataset

    @property
    def is_public(self) -> bool:
        return Publication.objects.filter(snapshot=self, withdrawn_at=None).exists()

    @property
    def audit_campaign(self) -> Campaign:
        return self.campaign


class SnapshotFile(models.Model):
    """A file of a snapshot, written by one run of its job. It is complete once it has a digest, its
    SHA-256; `lines` is its number of lines, if it has lines. `checksum` is the CRC-32 for zip
    files."""

    snapshot = models.ForeignKey(Snapshot, models.CASCADE, related_name="files")
    run = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    content_type = models.CharField(max_length=60)
    size = models.BigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    checksum = models.BigIntegerField(default=0, db_default=0)
    lines = models.BigIntegerField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            unique("one_file_of_a_name_per_run_of_a_snapshot", "snapshot", "run", "name"),
            rule("a_whole_file_has_its_digest", Q(digest="") | Q(digest__regex=r"^[0-9a-f]{64}$")),
        )

    def __str__(self) -> str:
        return self.name


class SnapshotPart(models.Model):
    """A part of a file: all parts but the last have the same length."""

    file = models.ForeignKey(SnapshotFile, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        constraints = (unique("one_part_of_a_number_per_file", "file", "number"),)


class Publication(models.Model):
    """A published snapshot, at a permanent public address.

    `code` is in the address. After `withdrawn_at` the address answers that the snapshot was
    withdrawn, as long as the snapshot exists."""

    snapshot = models.OneToOneField(Snapshot, models.CASCADE, related_name="publication")
    code = models.CharField(max_length=16, unique=True)
    authors = models.CharField(max_length=300)
    licence = models.CharField(max_length=100, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(db_default=Now(), editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = (rule("what_is_published_names_its_authors", ~Q(authors="")),)


class SigningKey(models.Model):
    """A key of this installation that signs snapshots (Ed25519).

    `public` is public, in base64; `sealed` can be opened only with the server's secret key. A
    retired key signs nothing more; its signatures remain valid."""

    public = models.CharField(max_length=44, unique=True)
    sealed = models.TextField()
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    retired_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                models.Value(1), condition=Q(retired_at=None), name="one_key_signs_at_a_time"
            ),
        )
