"""One number for each worker of a project: in the order in which they first joined a campaign."""

from django.db import migrations, models

NUMBER = """
WITH first AS (
    SELECT worker.id, worker.project_id, min(enrolment.id) AS joined
    FROM annotation_worker worker
    LEFT JOIN annotation_enrolment enrolment ON enrolment.worker_id = worker.id
    GROUP BY worker.id
), numbered AS (
    SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY joined, id) AS number
    FROM first
)
UPDATE annotation_worker worker SET number = numbered.number
FROM numbered WHERE numbered.id = worker.id
"""

COUNT = """
UPDATE annotation_project project SET workers_numbered = counted.highest
FROM (SELECT project_id, max(number) AS highest FROM annotation_worker GROUP BY 1) counted
WHERE counted.project_id = project.id
"""

# Questions that were elicited name who asked them by the number in the campaign.
RENUMBER_ELICITED = """
WITH place AS (
    SELECT enrolment.campaign_id, worker.number,
           row_number() OVER (PARTITION BY enrolment.campaign_id ORDER BY enrolment.id) AS was
    FROM annotation_enrolment enrolment
    JOIN annotation_worker worker ON worker.id = enrolment.worker_id
), made AS (
    SELECT object_id AS dataset_id, (details ->> 'elicited_by')::bigint AS campaign_id
    FROM annotation_auditevent
    WHERE verb = 'dataset.created' AND details ? 'elicited_by'
)
UPDATE annotation_item item
SET content = jsonb_set(item.content, '{by}', to_jsonb(place.number))
FROM made JOIN place USING (campaign_id)
WHERE item.dataset_id = made.dataset_id AND item.content -> 'by' = to_jsonb(place.was)
"""


class Migration(migrations.Migration):
    dependencies = (("annotation", "0024_vote_without_trivial_flats"),)

    operations = (
        migrations.AddField(
            model_name="project",
            name="workers_numbered",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="The highest number that any of its workers was ever given.",
            ),
        ),
        migrations.AddField(
            model_name="worker",
            name="number",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.RunSQL(NUMBER, migrations.RunSQL.noop),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
        migrations.RunSQL(RENUMBER_ELICITED, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="worker",
            name="number",
            field=models.PositiveIntegerField(editable=False),
        ),
        migrations.AddConstraint(
            model_name="worker",
            constraint=models.UniqueConstraint(
                fields=("project", "number"), name="one_number_per_worker_of_a_project"
            ),
        ),
    )
