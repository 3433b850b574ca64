from django.db import migrations, models

# What was done before a session that was kept already: every judgment is one submission, and those
# of the training come first.
DONE_BEFORE = """
UPDATE annotation_platformsession visit
SET done_before = greatest(earlier.done - enrolment.training_done, 0), ms_before = earlier.ms
FROM annotation_enrolment enrolment, (
    SELECT session.id, count(judgment.id) AS done, coalesce(sum(judgment.active_ms), 0) AS ms
    FROM annotation_platformsession session
    LEFT JOIN (annotation_assignment assignment
               JOIN annotation_judgment judgment ON judgment.assignment_id = assignment.id)
        ON assignment.enrolment_id = session.enrolment_id
        AND judgment.submitted_at < session.came_at
    GROUP BY session.id
) earlier
WHERE enrolment.id = visit.enrolment_id AND earlier.id = visit.id
"""


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0096_orders_of_items'),
    ]

    operations = [
        migrations.AddField(
            model_name='platformsession',
            name='done_before',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name='platformsession',
            name='ms_before',
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.RunSQL(DONE_BEFORE, migrations.RunSQL.noop),
    ]
