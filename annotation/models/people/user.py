"""A researcher's account."""

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models

from annotation.models.rules import rule


class User(AbstractUser):
    class Hint(models.TextChoices):
        """First steps, each shown on one page until dismissed."""

        PROJECTS = "projects"
        DATASET = "dataset"
        DASHBOARD = "dashboard"

    dismissed_hints = ArrayField(
        models.CharField(max_length=30), blank=True, default=list, db_default=[]
    )

    class Meta(AbstractUser.Meta):
        constraints = (rule("a_user_puts_away_few_hints", models.Q(dismissed_hints__len__lte=50)),)
