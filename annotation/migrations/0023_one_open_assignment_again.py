"""Bring back the unique index that refuses a worker's second open assignment of a campaign.

0001 created it and 0003 lost it without a word: an AlterField that takes `db_index` from a column
drops every index on that column alone which is not in `Meta.indexes`, and Django does not look
whether a constraint stands behind it. The state of the models has the constraint all the time, so
it is made by SQL here; tests/test_catalogue.py compares the whole catalogue with the models.

Where a worker has several open assignments of a campaign, the newest is what their page shows. The
older ones expire, as if their time had run out: each is audited, its slot is offered anew, and what
is still submitted for it is kept and counts where the slot is free."""

from django.db import migrations

END_OLDER = """
LOCK TABLE annotation_assignment IN SHARE ROW EXCLUSIVE MODE;
WITH expired AS (
    UPDATE annotation_assignment older
    SET status = 'expired', ended_at = statement_timestamp()
    WHERE older.status = 'open'
      AND EXISTS (SELECT 1 FROM annotation_assignment newer
                  WHERE newer.enrolment_id = older.enrolment_id AND newer.status = 'open'
                    AND newer.id > older.id)
    RETURNING older.id, older.hit_id
), freed AS (
    SELECT hit.id, hit.campaign_id, count(*) AS slots, campaign.reopenings + row_number() OVER (
               PARTITION BY hit.campaign_id ORDER BY hit.position) AS reopening
    FROM expired
    JOIN annotation_hit hit ON hit.id = expired.hit_id AND NOT hit.known
    JOIN annotation_campaign campaign ON campaign.id = hit.campaign_id
    GROUP BY hit.id, campaign.id
), reopened AS (
    UPDATE annotation_hit hit SET taken = hit.taken - freed.slots, reopened = freed.reopening
    FROM freed WHERE hit.id = freed.id
), numbered AS (
    UPDATE annotation_campaign campaign SET reopenings = of_campaign.last
    FROM (SELECT campaign_id, max(reopening) AS last FROM freed GROUP BY campaign_id) of_campaign
    WHERE campaign.id = of_campaign.campaign_id
)
INSERT INTO annotation_auditevent (at, verb, campaign_id, object_id, details)
SELECT statement_timestamp(), 'hit.expired', hit.campaign_id, expired.id,
       '{"reason": "another assignment of this worker was open in this campaign"}'
FROM expired JOIN annotation_hit hit ON hit.id = expired.hit_id;
"""

REFUSE_A_SECOND = """
CREATE UNIQUE INDEX IF NOT EXISTS one_open_assignment_per_worker_and_campaign
ON annotation_assignment (enrolment_id) WHERE status = 'open';
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0022_draws_beside_alignments")]
    operations = [
        migrations.RunSQL(END_OLDER, migrations.RunSQL.noop),
        migrations.RunSQL(REFUSE_A_SECOND, migrations.RunSQL.noop),
    ]
