"""The tables of comparisons. Databases from before they were an add-on have them already."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Now

NAMES = ("Side", "Comparison", "ComparedItem")
PRIMARY_KEY = models.BigAutoField(
    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
)


def create_missing_tables(apps: Any, schema_editor: Any) -> None:
    existing = schema_editor.connection.introspection.table_names()
    for name in NAMES:
        model = apps.get_model("comparisons", name)
        if model._meta.db_table not in existing:
            schema_editor.create_model(model)


def delete_tables(apps: Any, schema_editor: Any) -> None:
    for name in reversed(NAMES):
        schema_editor.delete_model(apps.get_model("comparisons", name))


def side(**kwargs: Any) -> models.ForeignKey:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to="comparisons.side",
        **kwargs,
    )


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("annotation", "0121_comparisons_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Side",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        (
                            "campaign",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="side",
                                to="annotation.campaign",
                            ),
                        ),
                        (
                            "set",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="side",
                                to="annotation.annotationset",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_side",
                        "constraints": [
                            models.CheckConstraint(
                                condition=Q(
                                    Q(("campaign__isnull", False), ("set", None)),
                                    Q(("campaign", None), ("set__isnull", False)),
                                    _connector="OR",
                                ),
                                name="a_side_is_a_campaign_or_a_set",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Comparison",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        ("name", models.CharField(max_length=120)),
                        ("basis", models.JSONField(null=True)),
                        ("results", models.JSONField(default=dict)),
                        ("made_at", models.DateTimeField(null=True)),
                        ("rests_until", models.DateTimeField(db_default=Now())),
                        ("asked_at", models.DateTimeField(null=True)),
                        ("created_at", models.DateTimeField(db_default=Now(), editable=False)),
                        ("deleted_at", models.DateTimeField(null=True)),
                        (
                            "created_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("crowd", side()),
                        ("crowd_trees", side(blank=True, null=True)),
                        ("gold", side()),
                        ("gold_trees", side(blank=True, null=True)),
                        (
                            "project",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="comparisons",
                                to="annotation.project",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_comparison",
                        "ordering": ("-created_at", "-pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=Q(("deleted_at", None)),
                                fields=("project", "name"),
                                name="one_comparison_of_a_name_per_project",
                            ),
                            models.CheckConstraint(
                                condition=Q(("crowd", F("gold")), _negated=True),
                                name="nothing_is_compared_with_itself",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("crowd_trees", None),
                                    ("gold_trees", None),
                                    Q(("crowd_trees", F("gold_trees")), _negated=True),
                                    _connector="OR",
                                ),
                                name="the_trees_of_crowd_and_gold_differ",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    Q(("basis__isnull", True), ("made_at__isnull", True)),
                                    Q(("basis__isnull", False), ("made_at__isnull", False)),
                                    _connector="OR",
                                ),
                                name="a_comparison_that_was_made_says_of_what",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ComparedItem",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        ("position", models.PositiveIntegerField()),
                        ("rank", models.PositiveIntegerField()),
                        ("alike", models.FloatField()),
                        ("same", models.BooleanField(null=True)),
                        (
                            "comparison",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="items",
                                to="comparisons.comparison",
                            ),
                        ),
                        (
                            "gold_item",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="compared_as_gold",
                                to="annotation.item",
                            ),
                        ),
                        (
                            "item",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="compared",
                                to="annotation.item",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_compareditem",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("comparison", "position"),
                                name="one_compared_item_per_position",
                            ),
                            models.UniqueConstraint(
                                fields=("comparison", "rank"), name="one_compared_item_per_rank"
                            ),
                            models.CheckConstraint(
                                condition=Q(("alike__gte", 0), ("alike__lte", 1)),
                                name="likeness_is_from_0_to_1",
                            ),
                        ],
                    },
                ),
            ],
        ),
        migrations.RunPython(create_missing_tables, delete_tables),
    ]
