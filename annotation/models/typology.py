"""Function words of a dataset's language, and the side of its noun on which the language keeps its
adpositions."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotation.models.job import Job, JobQuerySet

FEWEST_LISTED, MOST_LISTED = 10, 1000
MOST_SAMPLES = 100


class Typology(Job):
    """A typology of a dataset's language. Its steps are the items that are read, and the samples.

    `language` names the language whose list of prepositions is proposed. Each list of words has
    `top` words. Each of the `samples` has `sentences` sentences. A difference of correlations
    nearer to zero than `margin` decides nothing. A discarded typology keeps its results until it is
    deleted, so that it can be restored."""

    class By(models.TextChoices):
        ENTROPY = "entropy", "entropies of neighbours"
        COUNTS = "counts", "counts of distinct neighbours"

    language = models.CharField(max_length=20)
    by = models.CharField(max_length=10, choices=By, default=By.ENTROPY)
    top = models.PositiveIntegerField(
        validators=(MinValueValidator(FEWEST_LISTED), MaxValueValidator(MOST_LISTED))
    )
    samples = models.PositiveIntegerField(validators=(MaxValueValidator(MOST_SAMPLES),))
    sentences = models.PositiveIntegerField(validators=(MinValueValidator(1),))
    seed = models.BigIntegerField(validators=(MinValueValidator(0),))
    margin = models.DecimalField(
        max_digits=4,
        decimal_places=3,
        validators=(MinValueValidator(Decimal(0)), MaxValueValidator(Decimal(1))),
    )

    objects = JobQuerySet["Typology"].as_manager()

    class Meta(Job.Meta):
        verbose_name_plural = "typologies"
        constraints = (
            *Job.Meta.constraints,
            models.CheckConstraint(
                condition=Q(top__gte=FEWEST_LISTED, top__lte=MOST_LISTED),
                name="a_typology_lists_10_to_1000_words",
            ),
            models.CheckConstraint(
                condition=Q(samples__lte=MOST_SAMPLES, sentences__gte=1),
                name="a_typology_has_at_most_100_samples_of_a_sentence_or_more",
            ),
            models.CheckConstraint(
                condition=Q(margin__gte=0, margin__lte=1), name="a_margin_lies_between_0_and_1"
            ),
        )

    @property
    def name(self) -> str:
        return self.dataset.name

    def __str__(self) -> str:
        return f"{self.language} of {self.dataset}, {self.status}"
