import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0114_compensations_taken_back"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DatasetImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("ready", "ready"),
                            ("kept", "kept"),
                            ("discarded", "discarded"),
                            ("failed", "failed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("run", models.PositiveIntegerField(default=0)),
                ("done", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=500)),
                ("results", models.JSONField(default=dict)),
                (
                    "asked_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "beat_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                ("name", models.CharField(max_length=120)),
                ("filename", models.CharField(max_length=255)),
                ("given", models.CharField(blank=True, max_length=4)),
                ("leave_out", models.PositiveIntegerField(default=0)),
                ("keep", models.JSONField(default=dict)),
                (
                    "dataset",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_by",
                        to="annotation.dataset",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dataset_imports",
                        to="annotation.project",
                    ),
                ),
                (
                    "upload",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="imports",
                        to="annotation.datasetupload",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "abstract": False,
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("waiting", "running"))),
                        fields=["beat_at"],
                        name="datasetimport_unfinished",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="datasetimport_does_no_more_than_there_is",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ("ready", "kept")), _negated=True),
                            models.Q(("results", {}), _negated=True),
                            _connector="OR",
                        ),
                        name="datasetimport_that_is_ready_has_results",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("waiting", "running"))),
                        fields=("upload",),
                        name="one_import_of_an_upload_at_a_time",
                    ),
                ],
            },
        ),
    ]
