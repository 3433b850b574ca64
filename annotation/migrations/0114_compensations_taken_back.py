"""Check the compensations of the ledger and index them, while it is read and written.

Each step can be repeated if the one after it fails."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations, models

INDEXES = {
    "one_compensation_per_worker_of_a_campaign": ("amount__gt", ">"),
    "a_compensation_is_taken_back_once": ("amount__lt", "<"),
}


def unique(name: str) -> migrations.SeparateDatabaseAndState:
    """Make a unique constraint as Django does, but concurrently."""
    lookup, sign = INDEXES[name]
    drop = f'DROP INDEX CONCURRENTLY IF EXISTS "{name}"'
    make = (
        f'CREATE UNIQUE INDEX CONCURRENTLY "{name}" ON annotation_ledgerentry (enrolment_id, turn)'
        f" WHERE amount {sign} 0 AND kind = 'compensation'"
    )
    constraint = models.UniqueConstraint(
        fields=("enrolment", "turn"),
        condition=models.Q(**{lookup: 0, "kind": "compensation"}),
        name=name,
    )
    return migrations.SeparateDatabaseAndState(
        [migrations.RunSQL(drop, drop), migrations.RunSQL(make, migrations.RunSQL.noop)],
        [migrations.AddConstraint(model_name="ledgerentry", constraint=constraint)],
    )


# Before 2026-11-28, 0108 made no column and a stricter constraint. Databases that applied it then
# get both here; on others this changes nothing.
AS_0108_IS_NOW = """
ALTER TABLE annotation_ledgerentry
    ADD COLUMN IF NOT EXISTS turn smallint DEFAULT 0 NOT NULL,
    DROP CONSTRAINT IF EXISTS a_compensation_is_a_sum_with_a_reason,
    ADD CONSTRAINT a_compensation_is_a_sum_with_a_reason CHECK (
        NOT (kind = 'compensation') OR (NOT (amount = 0) AND NOT (reason = ''))) NOT VALID
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("annotation", "0113_set_imports")]
    operations = [
        migrations.RunSQL(AS_0108_IS_NOW, migrations.RunSQL.noop),
        ValidateConstraint(
            model_name="ledgerentry", name="a_compensation_is_a_sum_with_a_reason"
        ),
        *map(unique, INDEXES),
    ]
