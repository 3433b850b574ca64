"""Most workers, most HITs per worker, and training counted apart from later known answers.

What was counted in training until now stands in the audit: the passing of it, or the stop that was
undone. A launched campaign keeps no bound that nobody set; its pages say so."""

import django.core.validators
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

# A row that is written twice here would leave a check for later, and no constraint could be added.
COUNT = """
SET CONSTRAINTS ALL IMMEDIATE;

UPDATE annotation_campaign campaign SET
    known_count = CASE WHEN campaign.status <> 'draft' THEN (
        SELECT count(*) FROM annotation_hit hit
        WHERE hit.campaign_id = campaign.id AND hit.known
    ) WHEN campaign.known_every IS NULL AND campaign.training_hits = 0 THEN 0 ELSE (
        SELECT count(*) FROM annotation_item item
        WHERE item.dataset_id = campaign.dataset_id AND item.content->>'gold' IS NOT NULL
    ) END,
    worker_count = (SELECT count(*) FROM annotation_enrolment enrolment
                    WHERE enrolment.campaign_id = campaign.id);

UPDATE annotation_enrolment enrolment SET returned = (
    SELECT count(*) FROM annotation_assignment assignment
    WHERE assignment.enrolment_id = enrolment.id AND assignment.status = 'returned'
);

UPDATE annotation_enrolment enrolment
SET training_done = known_done, training_right = known_right, known_done = 0, known_right = 0
FROM annotation_campaign campaign
WHERE campaign.id = enrolment.campaign_id AND campaign.training_hits > 0
    AND enrolment.trained_at IS NULL AND enrolment.restored_at IS NULL;

UPDATE annotation_enrolment enrolment
SET training_done = (trained.details->>'done')::integer,
    training_right = (trained.details->>'right')::integer
FROM annotation_auditevent trained
WHERE enrolment.trained_at IS NOT NULL AND trained.verb = 'worker.trained'
    AND trained.object_id = enrolment.id;

UPDATE annotation_enrolment enrolment
SET training_done = stopped.done, training_right = stopped.correct,
    known_done = enrolment.known_done - stopped.done,
    known_right = enrolment.known_right - stopped.correct
FROM annotation_campaign campaign, (
    SELECT DISTINCT ON (object_id) object_id, (details->>'done')::integer AS done,
        (details->>'right')::integer AS correct
    FROM annotation_auditevent
    WHERE verb IN ('worker.stopped', 'worker.stopped_by_hand')
    ORDER BY object_id, id
) stopped
WHERE campaign.id = enrolment.campaign_id AND campaign.training_hits > 0
    AND stopped.object_id = enrolment.id
    AND enrolment.trained_at IS NULL AND enrolment.restored_at IS NOT NULL
    AND stopped.done <= enrolment.known_done AND stopped.correct <= enrolment.known_right
    AND stopped.done - stopped.correct <= enrolment.known_done - enrolment.known_right;
"""


def counted(help_text: str = "") -> models.PositiveIntegerField:
    return models.PositiveIntegerField(default=0, db_default=0, help_text=help_text)


def kept(help_text: str) -> models.PositiveIntegerField:
    return models.PositiveIntegerField(default=0, db_default=0, editable=False, help_text=help_text)


def most(most: int, help_text: str) -> models.PositiveIntegerField:
    return models.PositiveIntegerField(
        blank=True,
        null=True,
        help_text=help_text,
        validators=[
            django.core.validators.MinValueValidator(1),
            django.core.validators.MaxValueValidator(most),
        ],
    )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0031_refusals_are_bounded")]

    operations = [
        migrations.AddField(
            "campaign",
            "known_count",
            kept("HITs with a known answer, beside those; of a draft the items that will be."),
        ),
        migrations.AddField("campaign", "worker_count", kept("How many have joined.")),
        migrations.AddField(
            "campaign",
            "most_hits_per_worker",
            most(1_000_000, "So many HITs may one worker do after their training."),
        ),
        migrations.AddField(
            "campaign",
            "most_workers",
            most(
                100_000,
                "So many may join; needed where each is paid for training or known answers.",
            ),
        ),
        migrations.AddField("enrolment", "returned", counted()),
        migrations.AddField("enrolment", "training_done", counted()),
        migrations.AddField("enrolment", "training_right", counted()),
        migrations.AddField("enrolment", "training_missed", counted()),
        migrations.AddField("enrolment", "known_missed", counted()),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "campaign",
            models.CheckConstraint(
                condition=Q(most_workers__isnull=True) | Q(worker_count__lte=F("most_workers")),
                name="no_more_workers_than_the_most",
            ),
        ),
        migrations.AddConstraint(
            "campaign",
            models.CheckConstraint(
                condition=Q(most_workers__isnull=True)
                | Q(most_workers__gte=Coalesce("most_judgments", "redundancy")),
                name="most_workers_can_fill_every_hit",
            ),
        ),
        migrations.AddConstraint(
            "campaign",
            models.CheckConstraint(
                condition=Q(most_hits_per_worker__isnull=True) | Q(most_hits_per_worker__gte=1),
                name="most_hits_per_worker_are_positive",
            ),
        ),
        migrations.AddConstraint(
            "enrolment",
            models.CheckConstraint(
                condition=Q(training_right__lte=F("training_done")),
                name="no_more_right_in_training_than_done",
            ),
        ),
        migrations.AddConstraint(
            "enrolment",
            models.CheckConstraint(
                condition=Q(earning__lte=F("submitted")), name="no_more_paid_than_submitted"
            ),
        ),
    ]
