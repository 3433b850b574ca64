from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0016_reports_that_were_tried"),
    ]

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
                    ("tried", "tried"),
                ],
                max_length=10,
            ),
        ),
    ]
