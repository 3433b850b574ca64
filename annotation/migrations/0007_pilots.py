"""Campaigns with a pilot: their first items, and when it ended."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0006_dataset_licence")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="pilot_ended_at",
            field=models.DateTimeField(
                editable=False, help_text="When its pilot ended; null: it has not.", null=True
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="pilot_instructions",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The instructions of its pilot, if they were changed after it.",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="pilot_items",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="Items, first in the order, that are a pilot; 0: none.",
                validators=[django.core.validators.MaxValueValidator(1000000)],
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="pilot_pauses",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AlterField(
            model_name="campaignreport",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bias", "biases"),
                    ("intervals", "intervals"),
                    ("planning", "planning"),
                    ("crowd", "crowd"),
                    ("evidence", "evidence"),
                    ("collection", "collection"),
                    ("signals", "signals"),
                    ("decisions", "decisions"),
                    ("arms", "arms"),
                    ("pilot", "pilot"),
                    ("tried", "tried"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(("pilot_items", 0), ("walk", "together"), _connector="OR"),
                name="a_pilot_is_walked_together",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pilot_ended_at", None), ("pilot_items__gt", 0), _connector="OR"
                ),
                name="only_a_pilot_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pilot_instructions", ""), ("pilot_ended_at__isnull", False), _connector="OR"
                ),
                name="only_after_a_pilot_are_instructions_changed",
            ),
        ),
    ]
