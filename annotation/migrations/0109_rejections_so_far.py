"""Give each rejection so far its row: of a person's judgment, with the reason that the audit or the
act of a review has."""

from django.db import migrations

ENTER = """
WITH said AS (
    SELECT DISTINCT ON (judgment) judgment, reason, at, act
    FROM (
        SELECT object_id AS judgment, details ->> 'reason' AS reason, at, NULL::bigint AS act
        FROM annotation_auditevent WHERE verb = 'judgment.rejected'
        UNION ALL
        SELECT chosen, act.reason, act.at, act.id
        FROM annotation_reviewchunk chunk
        JOIN annotation_reviewact act ON act.id = chunk.act_id AND act.review = 'rejected'
        CROSS JOIN LATERAL unnest(chunk.judgments) chosen
        WHERE NOT chunk.undone
    ) both_ways
    ORDER BY judgment, at DESC
)
INSERT INTO annotation_rejection (judgment_id, enrolment_id, entry_id, reason, at)
SELECT judgment.id, worker.id, entry.id,
       CASE WHEN worker.erased_at IS NOT NULL AND said.reason <> '' THEN '(erased)'
            ELSE coalesce(said.reason, '') END,
       coalesce(entry.at, said.at, judgment.submitted_at)
FROM annotation_judgment judgment
JOIN annotation_assignment assignment ON assignment.id = judgment.assignment_id
JOIN annotation_enrolment worker ON worker.id = assignment.enrolment_id AND NOT worker.of_program
LEFT JOIN said ON said.judgment = judgment.id
LEFT JOIN LATERAL (
    SELECT id, at FROM annotation_ledgerentry
    WHERE enrolment_id = worker.id AND kind = 'rejected' AND judgments > 0
      AND (act_id = said.act OR (said.act IS NULL AND act_id IS NULL AND at <= said.at))
    ORDER BY id DESC LIMIT 1
) entry ON true
WHERE judgment.review = 'rejected'
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0108_rejections")]
    operations = [migrations.RunSQL(ENTER, migrations.RunSQL.noop)]
