"""Workers who withdraw, and workers who are erased. Neither is ever undone."""

from django.db import migrations, models

FOR_GOOD = """
CREATE FUNCTION annotation_leaving_is_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a worker who withdrew or was erased stays so'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'leaving_is_for_good';
END $$;
CREATE TRIGGER leaving_is_for_good BEFORE UPDATE OF withdrawn_at, erased_at
    ON annotation_enrolment FOR EACH ROW
    WHEN ((OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at)
        OR (OLD.erased_at IS NOT NULL AND NEW.erased_at IS DISTINCT FROM OLD.erased_at))
    EXECUTE FUNCTION annotation_leaving_is_for_good();
"""
NOT_FOR_GOOD = """
DROP TRIGGER leaving_is_for_good ON annotation_enrolment;
DROP FUNCTION annotation_leaving_is_for_good();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0057_offers_and_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="enrolment",
            name="withdrawn_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="enrolment",
            name="erased_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="enrolment",
            index=models.Index(
                condition=models.Q(("withdrawn_at__isnull", False)),
                fields=["campaign"],
                name="enrolment_withdrawn",
            ),
        ),
        migrations.RunSQL(FOR_GOOD, NOT_FOR_GOOD),
    ]
