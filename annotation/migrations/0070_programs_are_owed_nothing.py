from django.db import migrations, models
from django.db.models import Case, F, Value, When

PROGRAMS = "('replay', 'simulated', 'model')"

# What a program holds and was promised gives its share of the budgets back. Rewards and fees are
# reckoned as `COMMITTED` in services/pay/budgets.py reckons those of people.
TELL_APART = f"""
UPDATE annotation_enrolment enrolment SET of_program = true
FROM annotation_worker worker
WHERE worker.id = enrolment.worker_id AND worker.source IN {PROGRAMS};

CREATE TEMPORARY TABLE reserved_for_programs ON COMMIT DROP AS
SELECT campaign.id AS campaign_id, dataset.project_id,
       sum((1 + campaign.fee_percent / 100) * (
           campaign.reward * (enrolment.earning
               + (SELECT count(*) FROM annotation_assignment held
                  WHERE held.enrolment_id = enrolment.id AND held.status = 'open'))
           + coalesce((SELECT sum(amount) FROM annotation_ledgerentry entry
                       WHERE entry.enrolment_id = enrolment.id
                         AND kind IN ('bonus', 'adjusted')), 0))) AS amount
FROM annotation_enrolment enrolment
JOIN annotation_campaign campaign ON campaign.id = enrolment.campaign_id
JOIN annotation_dataset dataset ON dataset.id = campaign.dataset_id
WHERE enrolment.of_program
GROUP BY campaign.id, dataset.project_id;

UPDATE annotation_purse purse SET remaining = remaining + freed.amount
FROM (SELECT campaign_id, sum(amount) AS amount FROM reserved_for_programs GROUP BY campaign_id) freed
WHERE purse.campaign_id = freed.campaign_id AND purse.number = 0;

UPDATE annotation_purse purse SET remaining = remaining + freed.amount
FROM (SELECT project_id, sum(amount) AS amount FROM reserved_for_programs GROUP BY project_id) freed
WHERE purse.project_id = freed.project_id AND purse.number = 0;
"""
GUARD = """
CREATE FUNCTION annotation_programs_are_owed_nothing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM annotation_enrolment WHERE id = NEW.enrolment_id AND of_program) THEN
        RAISE EXCEPTION 'a program is owed nothing, so nothing is decided about its pay'
            USING ERRCODE = 'integrity_constraint_violation',
                  CONSTRAINT = 'programs_are_owed_nothing';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER programs_are_owed_nothing BEFORE INSERT ON annotation_ledgerentry
    FOR EACH ROW EXECUTE FUNCTION annotation_programs_are_owed_nothing();
"""
NO_GUARD = """
DROP TRIGGER programs_are_owed_nothing ON annotation_ledgerentry;
DROP FUNCTION annotation_programs_are_owed_nothing();
"""


class Migration(migrations.Migration):
    dependencies = [
        ('annotation', '0069_annotation_sets'),
    ]

    operations = [
        migrations.AddField(
            model_name='enrolment',
            name='of_program',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='enrolment',
            name='earning',
            field=models.PositiveIntegerField(default=0, help_text='How many of the submitted judgments took a slot and are not rejected.'),
        ),
        migrations.RunSQL(TELL_APART, migrations.RunSQL.noop),
        migrations.AddField(
            model_name='enrolment',
            name='owing',
            field=models.GeneratedField(
                db_persist=True,
                expression=Case(
                    When(of_program=True, then=Value(0)),
                    default=F('earning'),
                    output_field=models.PositiveIntegerField(),
                ),
                output_field=models.PositiveIntegerField(),
            ),
        ),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
