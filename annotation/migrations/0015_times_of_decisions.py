"""Indexes that find the last decision and the last withdrawal in a campaign."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("annotation", "0014_counts_of_campaigns")]

    operations = [
        AddIndexConcurrently(
            model_name="decision",
            index=models.Index(fields=["campaign", "decided_at"], name="decision_by_time"),
        ),
        AddIndexConcurrently(
            model_name="decision",
            index=models.Index(
                condition=models.Q(("withdrawn_at__isnull", False)),
                fields=["campaign", "withdrawn_at"],
                name="withdrawn_decision",
            ),
        ),
    ]
