from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0102_places_by_terms")]
    operations = [
        migrations.AddField(
            model_name="enrolment",
            name="active_ms",
            field=models.PositiveBigIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="The active time of all that they submitted, as far as it is known.",
            ),
        ),
    ]
