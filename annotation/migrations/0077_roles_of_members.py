"""Five roles instead of two. Whoever was a member becomes a manager, who may do just the same."""

from django.db import migrations, models

ROLES = ("owner", "manager", "adjudicator", "viewer", "auditor")
TO_MANAGERS = "UPDATE annotation_membership SET role = 'manager' WHERE role = 'member'"
# Of the three new roles none may do as much as a member could, so nobody gains by going back.
BACK = """
DELETE FROM annotation_membership WHERE role IN ('adjudicator', 'viewer', 'auditor');
UPDATE annotation_membership SET role = 'member' WHERE role = 'manager'
"""


class Migration(migrations.Migration):
    dependencies = (("annotation", "0076_models_asked"),)
    operations = (
        migrations.AlterField(
            "membership",
            "role",
            models.CharField(
                max_length=12, choices=[(role, role) for role in ROLES], default="viewer"
            ),
        ),
        migrations.AddField(
            "membership",
            "blind",
            models.BooleanField(
                default=False,
                db_default=False,
                help_text="Does not see which worker answered what.",
            ),
        ),
        migrations.RunSQL(TO_MANAGERS, BACK),
        migrations.AddConstraint(
            "membership",
            models.CheckConstraint(
                condition=models.Q(role__in=ROLES), name="a_member_has_a_role_of_the_table"
            ),
        ),
        migrations.AddConstraint(
            "membership",
            models.CheckConstraint(
                condition=models.Q(blind=False) | models.Q(role__in=("adjudicator", "viewer")),
                name="only_adjudicators_and_viewers_are_blind",
            ),
        ),
    )
