"""Consent, kept as it was given, and pictures in instructions.

Instructions that were written as plain text stay so. An answer and its text are never changed."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

WHAT_WAS_WRITTEN = "UPDATE annotation_campaign SET instructions_markdown = false"
ASK_NOBODY = """
UPDATE annotation_enrolment SET agreed_to = NULL FROM annotation_worker worker
WHERE worker.id = worker_id AND worker.source IN ('replay', 'simulated', 'model')
"""
KEEP = """
CREATE FUNCTION consent_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'consent_is_never_changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER consent_text_is_never_changed BEFORE UPDATE ON annotation_consenttext
    FOR EACH ROW EXECUTE FUNCTION consent_is_never_changed();
CREATE TRIGGER consent_answer_is_never_changed BEFORE UPDATE ON annotation_consentanswer
    FOR EACH ROW EXECUTE FUNCTION consent_is_never_changed();
"""
FORGET = """
DROP TRIGGER consent_text_is_never_changed ON annotation_consenttext;
DROP TRIGGER consent_answer_is_never_changed ON annotation_consentanswer;
DROP FUNCTION consent_is_never_changed();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0046_reviews_of_many"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="consent",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="What workers agree to before they begin, in Markdown; empty: nothing.",
                max_length=20000,
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="consent_version",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="The version that is asked now; 0 where none is.",
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="instructions_markdown",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Else they are plain text."
            ),
        ),
        migrations.AddField(
            model_name="enrolment",
            name="agreed_to",
            field=models.PositiveIntegerField(db_default=0, default=0, null=True),
        ),
        migrations.CreateModel(
            name="ConsentText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("text", models.TextField()),
                (
                    "published_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consent_texts",
                        to="annotation.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ("campaign_id", "version"),
            },
        ),
        migrations.CreateModel(
            name="ConsentAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("agreed", models.BooleanField()),
                (
                    "answered_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "enrolment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consent_answers",
                        to="annotation.enrolment",
                    ),
                ),
                (
                    "text",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="annotation.consenttext",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="ShownPicture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shown_pictures",
                        to="annotation.campaign",
                    ),
                ),
                (
                    "picture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shown_by",
                        to="annotation.picture",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddConstraint(
            model_name="consenttext",
            constraint=models.UniqueConstraint(
                fields=("campaign", "version"), name="one_consent_text_per_version_of_a_campaign"
            ),
        ),
        migrations.AddConstraint(
            model_name="consenttext",
            constraint=models.CheckConstraint(
                condition=models.Q(("version__gte", 1), models.Q(("text", ""), _negated=True)),
                name="a_consent_text_says_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="consentanswer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed", True)),
                fields=("enrolment", "text"),
                name="a_version_is_agreed_to_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="shownpicture",
            constraint=models.UniqueConstraint(
                fields=("campaign", "name"), name="one_shown_picture_of_a_name_per_campaign"
            ),
        ),
        migrations.RunSQL(WHAT_WAS_WRITTEN, migrations.RunSQL.noop),
        migrations.RunSQL(ASK_NOBODY, migrations.RunSQL.noop),
        migrations.RunSQL(KEEP, FORGET),
    ]
