"""Annotation sets from other sources: gold, a model's output, another crowd's annotations."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.dataset import Dataset, Item
from annotation.models.lifecycle import PutAway, PutAwayQuerySet
from annotation.models.people.user import User
from annotation.models.rules import rule, unique


class AnnotationSetQuerySet(PutAwayQuerySet["AnnotationSet"]):
    def visible_to(self, user: User) -> Self:
        return self.filter(
            dataset__deleted_at=None,
            dataset__project__deleted_at=None,
            dataset__project__memberships__user=user,
        )


_Sets = models.Manager.from_queryset(AnnotationSetQuerySet)


class ActiveSets(_Sets["AnnotationSet"]):
    def get_queryset(self) -> AnnotationSetQuerySet:
        return AnnotationSetQuerySet(self.model, using=self._db).not_deleted()


class AnnotationSet(PutAway):
    """A set of annotations of a dataset's items, with a scheme and settings like a campaign's.

    It never changes: another version is another set. `named` says whether a number means the same
    annotator for all items. `facts` describe how a model was made. `digest` is the SHA-256 of the
    file; `left_out` counts, by reason, the annotations that were left out."""

    class MadeBy(models.TextChoices):
        PEOPLE = "people", "people"
        MODEL = "model", "a model"
        UNKNOWN = "unknown", "not known"

    dataset = models.ForeignKey(Dataset, models.PROTECT, related_name="sets")
    name = models.CharField(max_length=120)
    scheme = models.CharField(max_length=20)
    settings = models.JSONField(default=dict, blank=True)
    made_by = models.CharField(max_length=10, choices=MadeBy)
    source = models.CharField(max_length=500, blank=True)
    licence = models.CharField(max_length=120, blank=True)
    version = models.CharField(max_length=60, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    named = models.BooleanField()
    filename = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    annotation_count = models.PositiveIntegerField(default=0)
    annotator_count = models.PositiveIntegerField(default=0)
    item_count = models.PositiveIntegerField(default=0)
    left_out = models.JSONField(default=dict, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = ActiveSets()
    everything = AnnotationSetQuerySet.as_manager()

    class Meta:
        verbose_name = "set"
        ordering = ("-created_at", "-pk")
        constraints = (
            unique(
                "one_set_of_a_name_per_dataset", "dataset", "name", condition=Q(deleted_at=None)
            ),
            rule("only_a_model_has_facts_of_models", Q(made_by="model") | Q(facts={})),
            rule("a_set_knows_its_file", Q(digest__regex=r"^[0-9a-f]{64}$")),
        )

    def __str__(self) -> str:
        return self.name


class Annotation(models.Model):
    """An annotator's answer to one item, in a set.

    `annotator` is a number within the set; no name is stored. `payload` is the answer as a worker
    would send it, `vector` its canonical form."""

    set = models.ForeignKey(AnnotationSet, models.CASCADE, related_name="annotations")
    item = models.ForeignKey(Item, models.CASCADE, related_name="+")
    annotator = models.PositiveIntegerField()
    payload = models.JSONField()
    vector = ArrayField(models.IntegerField())

    class Meta:
        constraints = (
            unique("one_annotation_per_annotator_and_item", "set", "item", "annotator"),
            rule("annotators_of_a_set_count_from_one", Q(annotator__gte=1)),
        )
