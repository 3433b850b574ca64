"""Further wordings of a campaign's instructions, and which of them each worker reads."""

from django.db import migrations, models
from django.db.models import Q

WORDINGS_NEVER_CHANGE = """
CREATE FUNCTION annotation_wordings_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'wordings are fixed, for a campaign at launch and for a worker at joining'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wordings_never_change';
END $$;
CREATE TRIGGER wordings_are_fixed_at_launch BEFORE UPDATE OF wordings ON annotation_campaign
    FOR EACH ROW
    WHEN (old.status <> 'draft' AND old.wordings IS DISTINCT FROM new.wordings)
    EXECUTE FUNCTION annotation_wordings_never_change();
CREATE TRIGGER a_wording_never_changes BEFORE UPDATE OF wording ON annotation_enrolment
    FOR EACH ROW
    WHEN (old.wording IS NOT NULL AND old.wording IS DISTINCT FROM new.wording)
    EXECUTE FUNCTION annotation_wordings_never_change();
CREATE FUNCTION annotation_wording_of_the_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM annotation_campaign campaign WHERE campaign.id = NEW.campaign_id
        AND jsonb_array_length(campaign.wordings) BETWEEN greatest(1, NEW.wording - 1) AND 3
    ) THEN
        RAISE EXCEPTION 'a worker reads a wording of the campaign'
            USING ERRCODE = 'integrity_constraint_violation',
                  CONSTRAINT = 'a_wording_is_of_the_campaign';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_wording_is_of_the_campaign
    BEFORE INSERT OR UPDATE OF wording ON annotation_enrolment
    FOR EACH ROW
    WHEN (new.wording IS NOT NULL)
    EXECUTE FUNCTION annotation_wording_of_the_campaign();
"""
WORDINGS_MAY_CHANGE = """
DROP TRIGGER a_wording_is_of_the_campaign ON annotation_enrolment;
DROP FUNCTION annotation_wording_of_the_campaign();
DROP TRIGGER a_wording_never_changes ON annotation_enrolment;
DROP TRIGGER wordings_are_fixed_at_launch ON annotation_campaign;
DROP FUNCTION annotation_wordings_never_change();
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0009_decision_reasons")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="wordings",
            field=models.JSONField(
                blank=True,
                db_default=models.Value([], output_field=models.JSONField()),
                default=list,
                help_text="Further wordings of the instructions, to which workers are assigned at "
                "random.",
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=Q(("pilot_items", 0), ("wordings", []), _connector="OR"),
                name="a_pilot_has_one_wording",
            ),
        ),
        migrations.AddField(
            model_name="enrolment",
            name="wording",
            field=models.PositiveSmallIntegerField(
                editable=False,
                help_text="Which wording of the instructions they read, from 1; null: there is "
                "only one.",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="enrolment",
            constraint=models.CheckConstraint(
                condition=Q(
                    ("wording__isnull", True),
                    Q(("wording__gte", 1), ("wording__lte", 4)),
                    _connector="OR",
                ),
                name="a_wording_has_a_number",
            ),
        ),
        migrations.RunSQL(WORDINGS_NEVER_CHANGE, WORDINGS_MAY_CHANGE),
    ]
