"""Codebooks of reasons, and the reasons of decisions. Both tables are new and empty."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

REASON_OF_THE_CAMPAIGN = """
CREATE FUNCTION annotation_reason_of_the_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM annotation_decision decision
        JOIN annotation_decisionreason reason ON reason.campaign_id = decision.campaign_id
        WHERE decision.id = NEW.decision_id AND reason.id = NEW.reason_id
    ) THEN
        RAISE EXCEPTION 'a decision has reasons of its own campaign only'
            USING ERRCODE = 'integrity_constraint_violation',
                  CONSTRAINT = 'a_decision_has_reasons_of_its_own_campaign';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER a_decision_has_reasons_of_its_own_campaign
    BEFORE INSERT OR UPDATE ON annotation_codeddecision
    FOR EACH ROW EXECUTE FUNCTION annotation_reason_of_the_campaign();
"""
NO_REASON_OF_THE_CAMPAIGN = """
DROP TRIGGER a_decision_has_reasons_of_its_own_campaign ON annotation_codeddecision;
DROP FUNCTION annotation_reason_of_the_campaign();
"""


def primary_key() -> "models.BigAutoField[int, int]":
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0008_breakdowns")]

    operations = [
        migrations.CreateModel(
            name="DecisionReason",
            fields=[
                ("id", primary_key()),
                ("name", models.CharField(max_length=60)),
                ("description", models.CharField(blank=True, max_length=500)),
                (
                    "campaign",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decision_reasons",
                        to="annotation.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("campaign", "name"), name="one_reason_of_a_name_per_campaign"
                    ),
                    models.CheckConstraint(condition=~Q(name=""), name="a_reason_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CodedDecision",
            fields=[
                ("id", primary_key()),
                (
                    "decision",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="codes",
                        to="annotation.decision",
                    ),
                ),
                (
                    "reason",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="codes",
                        to="annotation.decisionreason",
                    ),
                ),
            ],
            options={
                "ordering": ("reason_id",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("decision", "reason"), name="a_decision_has_a_reason_once"
                    ),
                ],
            },
        ),
        migrations.RunSQL(REASON_OF_THE_CAMPAIGN, NO_REASON_OF_THE_CAMPAIGN),
    ]
