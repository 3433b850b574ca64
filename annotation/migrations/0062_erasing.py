"""Erasing workers: digests of their ids, and a ledger that lets a reason be taken out."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

# A decision stays whole but for its reason, which may be about a person.
FUNCTION = """
CREATE OR REPLACE FUNCTION annotation_ledger_is_append_only() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    {forget}IF TG_OP = 'DELETE' AND EXISTS (
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
FORGET = """IF TG_OP = 'UPDATE' THEN
        IF NEW.reason = '(erased)' AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN
            RETURN NEW;
        END IF;
    END IF;
    """
MAY_FORGET, FORGETS_NOTHING = FUNCTION.format(forget=FORGET), FUNCTION.format(forget="")


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0061_questions_of_workers"),
    ]

    operations = [
        migrations.AddField(
            model_name="worker",
            name="erased_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="enrolment",
            index=models.Index(
                condition=models.Q(("erased_at__isnull", False)),
                fields=["campaign"],
                name="enrolment_erased",
            ),
        ),
        migrations.CreateModel(
            name="ErasedId",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="annotation.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("project", "digest"), name="an_id_is_erased_once_in_a_project"
                    )
                ],
            },
        ),
        migrations.RunSQL(MAY_FORGET, FORGETS_NOTHING),
    ]
