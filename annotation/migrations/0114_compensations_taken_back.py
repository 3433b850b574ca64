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


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("annotation", "0113_set_imports")]
    operations = [
        ValidateConstraint(
            model_name="ledgerentry", name="a_compensation_is_a_sum_with_a_reason"
        ),
        *map(unique, INDEXES),
    ]
