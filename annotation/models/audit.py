"""The audit log: who did what and when. Rows are only added; an event that counts others grows."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.people.worker import Worker
from annotation.models.project import Project

# The first few refusals are stored one by one, later ones are only counted: see
# annotation.services.people.refusals.
REFUSED_ANSWER = ("judgment.refused", "judgment.refused_more")
REFUSED_ACCESS = ("access.refused", "access.refused_more")


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
        indexes = (
            models.Index(
                fields=("object_id",),
                condition=Q(verb__in=REFUSED_ANSWER),
                name="audit_refused_answers",
            ),
            models.Index(
                fields=("user", "at"),
                condition=Q(verb__in=REFUSED_ACCESS),
                name="audit_refused_to_user",
            ),
            models.Index(
                fields=("worker", "at"),
                condition=Q(verb__in=REFUSED_ACCESS),
                name="audit_refused_to_worker",
            ),
        )
