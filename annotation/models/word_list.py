"""The prepositions of a language, as listed by the members of a project."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from annotation.models.project import Project
from annotation.models.rules import unique


class WordList(models.Model):
    """A project's list for a language. Without one, Midpath's built-in list is used."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="word_lists")
    language = models.CharField(max_length=20)
    words = ArrayField(models.CharField(max_length=60))
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("project_id", "language")
        constraints = (unique("one_word_list_per_language_of_a_project", "project", "language"),)
