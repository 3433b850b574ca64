"""Campaigns that settle HITs by posterior, and how often their workers are right."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("annotation", "0004_reading_of_sets")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="settle_by",
            field=models.CharField(
                choices=[
                    ("majority", "majority: more than half agree"),
                    ("posterior", "posterior: one answer is probable enough"),
                ],
                db_default="majority",
                default="majority",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="min_posterior",
            field=models.DecimalField(
                db_default=Decimal("0.9"),
                decimal_places=3,
                default=Decimal("0.9"),
                help_text="The posterior of the best answer that settles a HIT.",
                max_digits=4,
                validators=[
                    MinValueValidator(Decimal("0.51")),
                    MaxValueValidator(Decimal("0.999")),
                ],
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="mean_accuracy",
            field=models.PositiveSmallIntegerField(
                editable=False,
                help_text="How often its workers are right, in thousandths; null: not estimated "
                "yet.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="workersignals",
            name="accuracy",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_judgments",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Maximum judgments until a HIT is settled; null: the redundancy.",
                null=True,
                validators=[MinValueValidator(1), MaxValueValidator(1000)],
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=~Q(settle_by="posterior")
                | Q(majority_of="answers", most_judgments__isnull=False),
                name="a_posterior_is_of_single_answers_up_to_a_maximum",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=Q(min_posterior__gt=Decimal("0.5"), min_posterior__lt=1),
                name="a_posterior_can_be_reached",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=Q(mean_accuracy__isnull=True)
                | Q(mean_accuracy__gte=1, mean_accuracy__lte=999),
                name="workers_are_sometimes_right",
            ),
        ),
        migrations.AddConstraint(
            model_name="workersignals",
            constraint=models.CheckConstraint(
                condition=Q(accuracy__isnull=True) | Q(accuracy__gte=1, accuracy__lte=999),
                name="nobody_is_always_right",
            ),
        ),
    ]
