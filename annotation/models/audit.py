"""Who did what and when: appended to, never changed."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.project import Project
from annotation.models.user import User
from annotation.models.worker import Worker


class AuditEvent(models.Model):
    at = models.DateTimeField(db_default=Now(), editable=False)
    verb = models.CharField(max_length=40)
    project = models.ForeignKey(Project, models.SET_NULL, null=True, related_name="+")
    campaign = models.ForeignKey(Campaign, models.SET_NULL, null=True, related_name="audit")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", db_index=False)
    worker = models.ForeignKey(Worker, models.SET_NULL, null=True, related_name="+", db_index=False)
    object_id = models.BigIntegerField(null=True)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.verb} {self.object_id or ''}".strip()
