"""Tasks that failed and have not succeeded since."""

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0012_leases")]

    operations = [
        migrations.CreateModel(
            name="DeadLetter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("task", models.CharField(max_length=100)),
                ("args", models.JSONField()),
                ("times", models.PositiveIntegerField(default=1)),
                ("error", models.CharField(max_length=200)),
                ("message", models.TextField(blank=True)),
                ("traceback", models.TextField(blank=True)),
                ("request_id", models.CharField(blank=True, max_length=64)),
                (
                    "first_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "last_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("task", "args"), name="one_dead_letter_per_message"
                    )
                ],
            },
        ),
    ]
