"""Campaigns, datasets and projects can be archived, and deleted with a day to undo it.

The ledger of a campaign that was deleted more than a day ago may be deleted with it; nothing else
may be deleted from a ledger."""

from django.db import migrations, models

WITH_ITS_CAMPAIGN = """
CREATE OR REPLACE FUNCTION annotation_ledger_is_append_only() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT FROM annotation_campaign
        WHERE id = OLD.campaign_id AND deleted_at <= statement_timestamp() - interval '1 day'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only: enter the opposite instead'
        USING ERRCODE = 'integrity_constraint_violation',
              CONSTRAINT = 'the_ledger_is_append_only';
END $$;
"""
NEVER = """
CREATE OR REPLACE FUNCTION annotation_ledger_is_append_only() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only: enter the opposite instead'
        USING ERRCODE = 'integrity_constraint_violation',
              CONSTRAINT = 'the_ledger_is_append_only';
END $$;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0059_prolific_bonuses'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='campaign',
            name='one_campaign_of_a_name_per_dataset',
        ),
        migrations.RemoveConstraint(
            model_name='dataset',
            name='one_dataset_of_a_name_per_project',
        ),
        migrations.AddField(
            model_name='campaign',
            name='archived_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='campaign',
            name='deleted_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='dataset',
            name='archived_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='dataset',
            name='deleted_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='project',
            name='archived_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='project',
            name='deleted_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at', None)), fields=('dataset', 'name'), name='one_campaign_of_a_name_per_dataset'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('archived_at', None), models.Q(('status', 'live'), _negated=True), _connector='OR'), name='a_live_campaign_is_not_archived'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('deleted_at', None), models.Q(('status', 'live'), _negated=True), _connector='OR'), name='a_live_campaign_is_not_deleted'),
        ),
        migrations.AddConstraint(
            model_name='dataset',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at', None)), fields=('project', 'name'), name='one_dataset_of_a_name_per_project'),
        ),
        migrations.RunSQL(WITH_ITS_CAMPAIGN, NEVER),
    ]
