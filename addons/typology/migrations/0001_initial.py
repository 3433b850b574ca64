"""The table of typologies. Databases from before they were an add-on have it already."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Now

STATUSES = [
    (status, status) for status in ("waiting", "running", "ready", "kept", "discarded", "failed")
]


def create_missing_table(apps: Any, schema_editor: Any) -> None:
    model = apps.get_model("typology", "Typology")
    if model._meta.db_table not in schema_editor.connection.introspection.table_names():
        schema_editor.create_model(model)


def delete_table(apps: Any, schema_editor: Any) -> None:
    schema_editor.delete_model(apps.get_model("typology", "Typology"))


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("annotation", "0118_typologies_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Typology",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "status",
                            models.CharField(choices=STATUSES, default="waiting", max_length=10),
                        ),
                        ("run", models.PositiveIntegerField(default=0)),
                        ("done", models.BigIntegerField(default=0)),
                        ("total", models.BigIntegerField(default=0)),
                        ("problem", models.CharField(blank=True, max_length=500)),
                        ("results", models.JSONField(default=dict)),
                        ("asked_at", models.DateTimeField(db_default=Now(), editable=False)),
                        ("beat_at", models.DateTimeField(db_default=Now())),
                        ("language", models.CharField(max_length=20)),
                        (
                            "title",
                            models.CharField(
                                blank=True,
                                db_default="",
                                default="",
                                help_text="Given by a member.",
                                max_length=120,
                            ),
                        ),
                        ("options", models.JSONField()),
                        (
                            "dataset",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                to="annotation.dataset",
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
                        "verbose_name_plural": "typologies",
                        "db_table": "annotation_typology",
                        "ordering": ("-pk",),
                        "abstract": False,
                        "indexes": [
                            models.Index(
                                condition=Q(("status__in", ("waiting", "running"))),
                                fields=["beat_at"],
                                name="typology_unfinished",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=Q(("done__lte", F("total"))),
                                name="typology_does_no_more_than_there_is",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    Q(("status__in", ("ready", "kept")), _negated=True),
                                    Q(("results", {}), _negated=True),
                                    _connector="OR",
                                ),
                                name="typology_that_is_ready_has_results",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("options__top__gte", 10), ("options__top__lte", 1000)
                                ),
                                name="a_typology_lists_10_to_1000_words",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("options__samples__lte", 100), ("options__sentences__gte", 1)
                                ),
                                name="a_typology_has_at_most_100_samples_of_a_sentence_or_more",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("options__margin__gte", 0), ("options__margin__lte", 1)
                                ),
                                name="a_margin_lies_between_0_and_1",
                            ),
                        ],
                    },
                )
            ],
        ),
        migrations.RunPython(create_missing_table, delete_table),
    ]
