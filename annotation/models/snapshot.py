"""Snapshots: what a campaign held at one moment, frozen as files that never change."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.job import Job, JobQuerySet
from annotation.models.people.user import User


class SnapshotQuerySet(JobQuerySet["Snapshot"]):
    def visible_to(self, user: User) -> Self:
        return super().visible_to(user).filter(campaign__deleted_at=None)


class Snapshot(Job):
    """A snapshot of a campaign, made by a job. Its steps are rows that are written.

    `wanted` names the files that are made beside those of every snapshot. `filter` is what an
    address would ask of items: the snapshot holds those alone that it finds. `results` is the
    manifest, which the file manifest.json holds as it was written. One that is ready and has a
    `problem` has lost its other files. A snapshot that is discarded goes a day later."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="snapshots")
    note = models.CharField(max_length=200, blank=True)
    wanted = models.JSONField(default=list)
    filter = models.JSONField(default=dict, db_default={})

    objects = SnapshotQuerySet.as_manager()

    @property
    def is_public(self) -> bool:
        return Publication.objects.filter(snapshot=self, withdrawn_at=None).exists()

    @property
    def told_of(self) -> Campaign:
        return self.campaign

    def __str__(self) -> str:
        return f"Snapshot {self.pk} of {self.campaign}"


class SnapshotFile(models.Model):
    """A file of a snapshot, written by one run of its job. It is whole once it has a digest, its
    SHA-256; `lines` counts them, where it has such. `checksum` is its CRC-32, as zip files want
    it."""

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
            models.UniqueConstraint(
                fields=("snapshot", "run", "name"), name="one_file_of_a_name_per_run_of_a_snapshot"
            ),
            models.CheckConstraint(
                condition=Q(digest="") | Q(digest__regex=r"^[0-9a-f]{64}$"),
                name="a_whole_file_has_its_digest",
            ),
        )

    def __str__(self) -> str:
        return self.name


class SnapshotPart(models.Model):
    """A piece of a file: all pieces but the last are equally long."""

    file = models.ForeignKey(SnapshotFile, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("file", "number"), name="one_part_of_a_number_per_file"
            ),
        )

    def __str__(self) -> str:
        return f"{self.file_id}: {self.number}"


class Publication(models.Model):
    """A snapshot that everybody may read, at an address that stays.

    `code` is in the address. Once `withdrawn_at` is set, nothing is to be read there, and the
    address says so as long as there is the snapshot."""

    snapshot = models.OneToOneField(Snapshot, models.CASCADE, related_name="publication")
    code = models.CharField(max_length=16, unique=True)
    authors = models.CharField(max_length=300)
    licence = models.CharField(max_length=100, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(db_default=Now(), editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~Q(authors=""), name="what_is_published_names_its_authors"
            ),
        )

    def __str__(self) -> str:
        return self.code


class SigningKey(models.Model):
    """A key of this installation, with which it signs snapshots (Ed25519).

    `public` is in base64, as everybody may read it; `sealed` opens with the server's secret key
    only. One that is retired signs nothing more, and what it signed stays signed."""

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

    def __str__(self) -> str:
        return self.public
