"""Sum the active times of each worker's judgments, some workers at a time."""

from django.db import migrations, transaction

# A submit locks its worker's row: once these are locked, the next statement sees all their
# judgments.
LOCK = """
SELECT id FROM annotation_enrolment WHERE id > %s AND submitted > 0
ORDER BY id LIMIT 1000 FOR NO KEY UPDATE
"""
SUM = """
UPDATE annotation_enrolment enrolment SET active_ms = coalesce((
    SELECT sum(judgment.active_ms) FROM annotation_assignment assignment
    JOIN annotation_judgment judgment ON judgment.assignment_id = assignment.id
    WHERE assignment.enrolment_id = enrolment.id), 0)
WHERE id = ANY(%s)
"""


def sum_times(apps, schema_editor):
    connection, last = schema_editor.connection, 0
    while last is not None:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute(LOCK, (last,))
            found = [pk for (pk,) in cursor.fetchall()]
            cursor.execute(SUM, (found,))
        last = found[-1] if found else None


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("annotation", "0103_active_time_of_workers")]
    operations = [migrations.RunPython(sum_times, migrations.RunPython.noop)]
