"""Workers, and the progress of each in each campaign."""

import secrets

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.project import Project
from annotation.models.rules import rule, rule_if_set, unique
from annotation.models.terms.reading_terms import MAX_FURTHER_WORDINGS

# Leaves out letters and digits that are easily confused when typed from paper.
RETURN_CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
MAX_PAY_TO_LENGTH = 120


def new_return_code() -> str:
    return "".join(secrets.choice(RETURN_CODE_ALPHABET) for _ in range(10))


class Worker(models.Model):
    """A worker of one project, identified by a chosen name or by the id from their platform.

    Sources never mix: the same id on two platforms is two workers. On another device the return
    code identifies the worker. Researchers see only `number`, which counts workers in the order in
    which they joined the project; owners also see platform ids (`SENT`). Spellings of one chosen
    name have the same `folded`; names that look the same have the same `looks`. Workers not paid by
    a platform (`PAID_BY_HAND`) may enter a payment address, which owners see."""

    class Source(models.TextChoices):
        NAME = "name", "chosen name"
        LINK = "link", "id in the link"
        PROLIFIC = "prolific", "Prolific"
        CONNECT = "connect", "CloudResearch Connect"
        SONA = "sona", "SONA"
        API = "api", "program"
        REPLAY = "replay", "recorded annotator"
        SIMULATED = "simulated", "simulated"
        MODEL = "model", "model"

    project = models.ForeignKey(Project, models.PROTECT, related_name="workers")
    number = models.PositiveIntegerField(editable=False)
    source = models.CharField(max_length=10, choices=Source)
    external_id = models.CharField(max_length=120)
    folded = models.CharField(max_length=140, editable=False)
    looks = models.CharField(max_length=140, editable=False)
    return_code = models.CharField(max_length=16, default=new_return_code, editable=False)
    pay_to = models.CharField(
        max_length=MAX_PAY_TO_LENGTH,
        blank=True,
        default="",
        db_default="",
        help_text="Where they are paid, as they wrote it: an e-mail address, an IBAN.",
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            unique("one_worker_per_id_and_source_in_a_project", "project", "source", "external_id"),
            unique("one_worker_per_spelling_of_a_name_in_a_project", "project", "source", "folded"),
            unique("no_two_workers_of_a_project_look_alike", "project", "source", "looks"),
            unique("one_number_per_worker_of_a_project", "project", "number"),
            rule(
                "no_platform_pays_whoever_says_where_to",
                Q(pay_to="") | Q(source__in=("name", "link", "sona", "api")),
            ),
            rule("nobody_knows_where_whoever_is_erased_is_paid", Q(pay_to="") | Q(erased_at=None)),
        )

    def __str__(self) -> str:
        return self.external_id


# A recording, a simulation or a model works under these sources: no consent, no pay.
PROGRAMS = (Worker.Source.REPLAY, Worker.Source.SIMULATED, Worker.Source.MODEL)

# Workers from these sources have an id given by someone else.
SENT = (
    Worker.Source.LINK,
    Worker.Source.PROLIFIC,
    Worker.Source.CONNECT,
    Worker.Source.SONA,
    Worker.Source.API,
)

# These platforms pay workers for each completed place, and for more by bonuses.
PAYS_PLACES = (Worker.Source.PROLIFIC, Worker.Source.CONNECT)

# Workers from these sources are people who are not paid by a platform.
PAID_BY_HAND = (Worker.Source.NAME, Worker.Source.LINK, Worker.Source.SONA, Worker.Source.API)


class Enrolment(models.Model):
    """A worker in a campaign.

    Every HIT up to `position_reached`, and every reopening up to `reopening_reached`, was full or
    was this worker's already when they passed it, so a claim starts there. If `nothing_left_at`
    equals the campaign's reopenings, there is nothing to search.

    `training_done` and `training_right` count the answers to gold HITs in training, `known_done`
    and `known_right` those after it. `training_missed` and `known_missed` count the gold HITs that
    were returned or expired. `returned` counts all returned HITs, `repeated` the timely answers to
    repeated HITs.

    A worker gets tasks only after `cleared_at`, when they have done everything that the campaign
    requires before the first task. `read_at` is when they confirmed that they read the
    instructions, `practised_at` when they completed the practice, `quizzed_at` when they passed the
    quiz. `agreed_to` is the last version of the consent text that they agreed to, 0 for none; null
    for workers who need not consent: recorded and simulated workers, and workers registered by a
    researcher.

    `wording` never changes; programs have none.

    `warmed_up_at` is when they continued after seeing how their first answers compare, if the
    campaign begins with a warm-up.

    Screening campaigns admit them at `approved_at` and refuse them at `turned_away_at`.

    `of_program` says that a recording, a simulation or a model works here (`PROGRAMS`). Their work
    is not owed: `owing` is the number of judgments to be paid, and every sum of money is computed
    from it.

    After `restored_at` gold answers no longer stop this worker. After `excluded_at` the figures
    include none of their judgments, whatever the campaign's terms. The same holds after
    `withdrawn_at`: they withdrew their work, and the database refuses to undo it. After `erased_at`
    nothing identifies them any more."""

    in_figures: int

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="enrolments")
    worker = models.ForeignKey(Worker, models.PROTECT, related_name="enrolments")
    wording = models.PositiveSmallIntegerField(
        null=True,
        editable=False,
        help_text="Which wording of the instructions they read, from 1; null: there is only one.",
    )
    position_reached = models.BigIntegerField(default=0)
    reopening_reached = models.BigIntegerField(default=0)
    nothing_left_at = models.BigIntegerField(null=True)
    submitted = models.PositiveIntegerField(default=0)
    earning = models.PositiveIntegerField(
        default=0,
        help_text="How many of the submitted judgments took a slot and are not rejected.",
    )
    active_ms = models.PositiveBigIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="The active time of all that they submitted, as far as it is known.",
    )
    of_program = models.BooleanField(default=False, db_default=False, editable=False)
    owing = models.GeneratedField(
        expression=Case(
            When(of_program=True, then=Value(0)),
            default=F("earning"),
            output_field=models.PositiveIntegerField(),
        ),
        output_field=models.PositiveIntegerField(),
        db_persist=True,
    )
    paced_at = models.DateTimeField(
        null=True, help_text="When they have had no more HITs than the campaign's pace allows."
    )
    returned = models.PositiveIntegerField(default=0, db_default=0)
    training_done = models.PositiveIntegerField(default=0, db_default=0)
    training_right = models.PositiveIntegerField(default=0, db_default=0)
    training_missed = models.PositiveIntegerField(default=0, db_default=0)
    known_done = models.PositiveIntegerField(default=0, db_default=0)
    known_right = models.PositiveIntegerField(default=0, db_default=0)
    known_missed = models.PositiveIntegerField(default=0, db_default=0)
    repeated = models.PositiveIntegerField(default=0, db_default=0)
    agreed_to = models.PositiveIntegerField(null=True, default=0, db_default=0)
    read_at = models.DateTimeField(null=True)
    practised_at = models.DateTimeField(null=True)
    quizzed_at = models.DateTimeField(null=True)
    cleared_at = models.DateTimeField(null=True)
    trained_at = models.DateTimeField(null=True)
    warmed_up_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    approved_at = models.DateTimeField(null=True, help_text="When a researcher let them in.")
    turned_away_at = models.DateTimeField(null=True)
    restored_at = models.DateTimeField(null=True)
    excluded_at = models.DateTimeField(null=True)
    exclusion_reason = models.CharField(max_length=500, blank=True, default="", db_default="")
    withdrawn_at = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)
    joined_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = (
            unique("one_enrolment_per_worker_and_campaign", "campaign", "worker"),
            rule_if_set("a_wording_has_a_number", "wording", gte=1, lte=1 + MAX_FURTHER_WORDINGS),
            rule(
                "nobody_is_both_let_in_and_turned_away",
                Q(approved_at__isnull=True) | Q(turned_away_at__isnull=True),
            ),
            rule("no_more_right_than_done", Q(known_right__lte=F("known_done"))),
            rule("no_more_right_in_training_than_done", Q(training_right__lte=F("training_done"))),
            rule("no_more_paid_than_submitted", Q(earning__lte=F("submitted"))),
            rule("no_more_repeated_than_submitted", Q(repeated__lte=F("submitted"))),
            rule(
                "whoever_has_warmed_up_has_done_something",
                Q(warmed_up_at__isnull=True) | Q(submitted__gt=F("training_done")),
            ),
            rule(
                "whoever_is_excluded_is_so_for_a_reason",
                Q(excluded_at__isnull=True, exclusion_reason="")
                | (Q(excluded_at__isnull=False) & ~Q(exclusion_reason="")),
            ),
        )
        indexes = (
            models.Index(fields=("campaign", "joined_at"), name="enrolment_by_arrival"),
            models.Index(
                fields=("campaign",),
                condition=Q(withdrawn_at__isnull=False),
                name="enrolment_withdrawn",
            ),
            models.Index(
                fields=("campaign",),
                condition=Q(erased_at__isnull=False),
                name="enrolment_erased",
            ),
        )

    @property
    def has_ended(self) -> bool:
        """Return whether this worker gets nothing new, and so has no open lease."""
        ends = (self.stopped_at, self.excluded_at, self.withdrawn_at, self.erased_at)
        return any(at is not None for at in ends)
