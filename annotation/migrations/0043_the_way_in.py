"""Steps before the first task. Whoever has joined already was asked none, and goes on."""

from django.db import migrations, models

CLEAR_ALL = "UPDATE annotation_enrolment SET cleared_at = joined_at"


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0042_settings_name_their_topic"),
    ]

    operations = [
        migrations.AddField(
            model_name="enrolment",
            name="read_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="enrolment",
            name="cleared_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunSQL(CLEAR_ALL, migrations.RunSQL.noop),
    ]
