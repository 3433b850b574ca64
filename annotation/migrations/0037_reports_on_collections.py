from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0036_options_in_one_column"),
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
                    ("collection", "collection"),
                    ("tried", "tried"),
                ],
                max_length=10,
            ),
        ),
    ]
