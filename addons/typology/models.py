"""The function words of a dataset's language, and whether the language has prepositions or
postpositions."""

from django.db import models
from django.db.models import Q

from annotation.models import Job
from annotation.models.job import JobQuerySet
from annotation.models.options_field import OptionsField
from midpath.typology.options import TypologyOptions


class Typology(Job):
    """A typology of a dataset's language. Its steps are the items that are read, and the samples.

    `language` is the language whose list of prepositions is proposed. A discarded typology keeps
    its results until it is deleted, so that it can be restored."""

    language = models.CharField(max_length=20)
    title = models.CharField(
        max_length=120, blank=True, default="", db_default="", help_text="Given by a member."
    )
    options: "models.JSONField[TypologyOptions, TypologyOptions]" = OptionsField(TypologyOptions)

    objects = JobQuerySet["Typology"].as_manager()

    class Meta(Job.Meta):
        db_table = "annotation_typology"
        verbose_name_plural = "typologies"
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(options__top__gte=10, options__top__lte=1000),
                name="a_typology_lists_10_to_1000_words",
            ),
            models.CheckConstraint(
                condition=Q(options__samples__lte=100, options__sentences__gte=1),
                name="a_typology_has_at_most_100_samples_of_a_sentence_or_more",
            ),
            models.CheckConstraint(
                condition=Q(options__resamples__gte=0, options__resamples__lte=1000),
                name="a_typology_has_at_most_1000_resamples",
            ),
            models.CheckConstraint(
                condition=Q(options__margin__gte=0, options__margin__lte=1),
                name="a_margin_lies_between_0_and_1",
            ),
        )

    @property
    def name(self) -> str:
        return self.title or self.dataset.name

    def __str__(self) -> str:
        return f"{self.language} of {self.dataset}, {self.status}"
