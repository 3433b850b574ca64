"""The tables of alignments and samples of pairs. Databases from before they were an add-on have them
already."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Now

STATUSES = [
    (status, status) for status in ("waiting", "running", "ready", "kept", "discarded", "failed")
]
# The order in which they refer to each other.
NAMES = ("Alignment", "PairDraw")


def create_missing_tables(apps: Any, schema_editor: Any) -> None:
    known = schema_editor.connection.introspection.table_names()
    for model in (apps.get_model("alignment", name) for name in NAMES):
        if model._meta.db_table not in known:
            schema_editor.create_model(model)


def delete_tables(apps: Any, schema_editor: Any) -> None:
    for name in reversed(NAMES):
        schema_editor.delete_model(apps.get_model("alignment", name))


def columns_of_jobs() -> list[tuple[str, Any]]:
    return [
        (
            "id",
            models.BigAutoField(
                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
            ),
        ),
        ("status", models.CharField(choices=STATUSES, default="waiting", max_length=10)),
        ("run", models.PositiveIntegerField(default=0)),
        ("done", models.BigIntegerField(default=0)),
        ("total", models.BigIntegerField(default=0)),
        ("problem", models.CharField(blank=True, max_length=500)),
        ("results", models.JSONField(default=dict)),
        ("asked_at", models.DateTimeField(db_default=Now(), editable=False)),
        ("beat_at", models.DateTimeField(db_default=Now())),
        ("name", models.CharField(max_length=120)),
        ("options", models.JSONField()),
        (
            "dataset",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, to="annotation.dataset"
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
    ]


def index_of_jobs(kind: str) -> models.Index:
    return models.Index(
        condition=Q(("status__in", ("waiting", "running"))),
        fields=["beat_at"],
        name=f"{kind}_unfinished",
    )


def constraints_of_jobs(kind: str) -> list[models.CheckConstraint]:
    return [
        models.CheckConstraint(
            condition=Q(("done__lte", F("total"))),
            name=f"{kind}_does_no_more_than_there_is",
        ),
        models.CheckConstraint(
            condition=Q(
                Q(("status__in", ("ready", "kept")), _negated=True),
                Q(("results", {}), _negated=True),
                _connector="OR",
            ),
            name=f"{kind}_that_is_ready_has_results",
        ),
    ]


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("annotation", "0122_alignments_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Alignment",
                    fields=[
                        *columns_of_jobs(),
                        ("grouping", models.JSONField(default=dict)),
                    ],
                    options={
                        "db_table": "annotation_alignment",
                        "ordering": ("-pk",),
                        "abstract": False,
                        "indexes": [index_of_jobs("alignment")],
                        "constraints": [
                            *constraints_of_jobs("alignment"),
                            models.CheckConstraint(
                                condition=Q(
                                    ("options__curves__lte", 50),
                                    ("options__groups__gte", 1),
                                    ("options__groups__lte", 50),
                                ),
                                name="an_alignment_has_1_to_50_groups",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("options__runs__gte", 1), ("options__runs__lte", 20)
                                ),
                                name="an_alignment_has_1_to_20_runs",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PairDraw",
                    fields=[
                        *columns_of_jobs(),
                        ("pairs", models.JSONField(default=list)),
                        (
                            "alignment",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="draws",
                                to="alignment.alignment",
                            ),
                        ),
                        (
                            "made",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="drawn_by",
                                to="annotation.dataset",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_pairdraw",
                        "ordering": ("-pk",),
                        "abstract": False,
                        "indexes": [index_of_jobs("pairdraw")],
                        "constraints": [
                            *constraints_of_jobs("pairdraw"),
                            models.CheckConstraint(
                                condition=Q(
                                    ("alignment", None),
                                    Q(
                                        ("options__edge__gte", 0),
                                        ("options__edge__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="a_draw_beside_an_alignment_has_an_edge",
                            ),
                        ],
                    },
                ),
            ],
        ),
        migrations.RunPython(create_missing_tables, delete_tables),
    ]
