"""A kind of report: figures by length and by column."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0007_pilots")]

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
                    ("tried", "tried"),
                ],
                max_length=10,
            ),
        ),
    ]
