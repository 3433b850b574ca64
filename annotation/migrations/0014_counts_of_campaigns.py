"""Counts of large campaigns, stored as a kind of report."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0013_dead_letters")]

    operations = [
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
                    ("breakdowns", "breakdowns"),
                    ("pilot", "pilot"),
                    ("counts", "counts"),
                    ("tried", "tried"),
                ],
                max_length=10,
            ),
        ),
    ]
