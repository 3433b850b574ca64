"""A comparison holds two sides against each other, each a campaign or a set of annotations.

What was computed is computed anew: it counted texts of one side alone in what both say together."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

# Rows that are written here would leave checks for later, and no column could be dropped.
MOVE = """
SET CONSTRAINTS ALL IMMEDIATE;

INSERT INTO annotation_side (campaign_id)
SELECT crowd_flat_id FROM annotation_comparison
UNION SELECT gold_flat_id FROM annotation_comparison
UNION SELECT crowd_nested_id FROM annotation_comparison WHERE crowd_nested_id IS NOT NULL
UNION SELECT gold_nested_id FROM annotation_comparison WHERE gold_nested_id IS NOT NULL;

UPDATE annotation_comparison comparison SET
    crowd_id = (SELECT id FROM annotation_side WHERE campaign_id = comparison.crowd_flat_id),
    gold_id = (SELECT id FROM annotation_side WHERE campaign_id = comparison.gold_flat_id),
    crowd_trees_id = (SELECT id FROM annotation_side WHERE campaign_id = crowd_nested_id),
    gold_trees_id = (SELECT id FROM annotation_side WHERE campaign_id = gold_nested_id),
    asked_at = CASE WHEN made_at IS NULL THEN asked_at ELSE STATEMENT_TIMESTAMP() END,
    results = '{}', basis = NULL, made_at = NULL;
"""
BEFORE = ("crowd_flat", "gold_flat", "crowd_nested", "gold_nested")
NOW = ("crowd", "gold", "crowd_trees", "gold_trees")


def one_to_one(to: str) -> "models.OneToOneField[models.Model | None]":
    return models.OneToOneField(
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="side",
        to=f"annotation.{to}",
    )


def reference(*, blank: bool) -> "models.ForeignKey[models.Model | None]":
    return models.ForeignKey(
        blank=blank,
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to="annotation.side",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0078_invitations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("campaign", one_to_one("campaign")),
                ("set", one_to_one("annotationset")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(campaign__isnull=False, set=None)
                        | Q(campaign=None, set__isnull=False),
                        name="a_side_is_a_campaign_or_a_set",
                    )
                ],
            },
        ),
        migrations.RemoveConstraint("comparison", "the_flats_of_crowd_and_gold_differ"),
        migrations.RemoveConstraint("comparison", "the_trees_of_crowd_and_gold_differ"),
        *(
            migrations.AddField("comparison", role, reference(blank=role.endswith("_trees")))
            for role in NOW
        ),
        migrations.RunSQL(MOVE),
        *(migrations.RemoveField("comparison", role) for role in BEFORE),
        *(
            migrations.AlterField(
                "comparison",
                role,
                models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="+",
                    to="annotation.side",
                ),
            )
            for role in ("crowd", "gold")
        ),
        migrations.AddConstraint(
            "comparison",
            models.CheckConstraint(
                condition=Q(("crowd", F("gold")), _negated=True),
                name="nothing_is_compared_with_itself",
            ),
        ),
        migrations.AddConstraint(
            "comparison",
            models.CheckConstraint(
                condition=Q(
                    ("crowd_trees", None),
                    ("gold_trees", None),
                    Q(("crowd_trees", F("gold_trees")), _negated=True),
                    _connector="OR",
                ),
                name="the_trees_of_crowd_and_gold_differ",
            ),
        ),
    ]
