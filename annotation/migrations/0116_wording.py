from decimal import Decimal

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0115_dataset_imports"),
    ]

    operations = [
        migrations.AlterField(
            model_name="campaign",
            name="adjudicators",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                editable=False,
                help_text="Adjudicators per HIT; two decide independently.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="approve_after_days",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Days after which unreviewed judgments are accepted automatically.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(90),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="approved_until",
            field=models.DateTimeField(
                editable=False,
                help_text="Judgments up to this time were accepted automatically.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="asked_beyond",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Judgments requested for single HITs, beyond the redundancy.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="budget",
            field=models.DecimalField(
                blank=True,
                decimal_places=2,
                help_text="The maximum that may be owed and paid, including the platform's fee.",
                max_digits=14,
                null=True,
                validators=[django.core.validators.MinValueValidator(0)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="claims_per_minute",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The maximum number of HITs per minute and worker; null: no limit.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(600),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="closes_at",
            field=models.DateTimeField(
                blank=True, help_text="When HITs are no longer handed out; null: no end.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="completion_code",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Shown to workers who completed their submission.",
                max_length=40,
                validators=[
                    django.core.validators.RegexValidator(
                        "^[A-Za-z0-9_-]+\\Z", "Use letters, digits, - and _ only."
                    )
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="consent",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="What workers agree to before they begin, in Markdown; empty: none.",
                max_length=20000,
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="consent_version",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="The current version of the consent text; 0: none.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="fee_percent",
            field=models.DecimalField(
                db_default=0,
                decimal_places=2,
                default=Decimal(0),
                help_text="The platform's fee on each reward, in percent.",
                max_digits=5,
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="hourly_wage",
            field=models.DecimalField(
                blank=True,
                decimal_places=2,
                help_text="The hourly pay that sets the reward; null: it was set directly.",
                max_digits=6,
                null=True,
                validators=[django.core.validators.MinValueValidator(Decimal("0.01"))],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="instructions_markdown",
            field=models.BooleanField(
                db_default=True, default=True, help_text="If false, they are plain text."
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="joins_per_address",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The maximum number of joins per hour from one address; null: no limit.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(10000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="known_agreement",
            field=models.DecimalField(
                blank=True,
                decimal_places=3,
                help_text="Minimum agreement with the gold answer; null: the same answer.",
                max_digits=4,
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(Decimal("0.001")),
                    django.core.validators.MaxValueValidator(1),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="known_count",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Gold HITs, not among the others; in a draft, items that will be.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="known_every",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="One in this many HITs of a worker is a gold HIT.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="left_out",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Items of the dataset that do not fit its scheme.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="link_trust",
            field=models.CharField(
                choices=[
                    ("code", "any link; returning workers show a return code"),
                    ("signed", "only links that Midpath signed"),
                    ("platform", "only links that Prolific signed"),
                ],
                db_default="code",
                default="code",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_at_once",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The maximum number of open HITs per worker in the project.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_beyond",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="The same, beyond the maximum per HIT.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_hits_per_worker",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The maximum number of HITs per worker, after training.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_judgments",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Maximum judgments until a majority agrees; null: the redundancy.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_project_hits",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The maximum number of HITs per worker in the project.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="most_workers",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The maximum number of workers; required with training or gold answers.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(100000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="no_consent_code",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Shown to workers who do not consent.",
                max_length=40,
                validators=[
                    django.core.validators.RegexValidator(
                        "^[A-Za-z0-9_-]+\\Z", "Use letters, digits, - and _ only."
                    )
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="opens_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When the first HITs are handed out; null: at launch.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="pass_share",
            field=models.DecimalField(
                blank=True,
                decimal_places=3,
                help_text="The pass score for gold answers; null: no worker is stopped.",
                max_digits=4,
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(Decimal("0.001")),
                    django.core.validators.MaxValueValidator(1),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="practice",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="The number of practice items before the first task.",
                validators=[django.core.validators.MaxValueValidator(50)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="practice_pass",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many of them must be answered correctly; null: no pass score.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(50),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="quiz",
            field=models.JSONField(
                blank=True,
                db_default=models.Value([], output_field=models.JSONField()),
                default=list,
                help_text="Questions about the instructions, before the first task.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="quiz_pass",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="How many of them must be answered correctly; null: all.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(20),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="reopenings",
            field=models.BigIntegerField(
                default=0,
                editable=False,
                help_text="How many slots were reopened; each reopened HIT has its number.",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="repeat_after",
            field=models.PositiveSmallIntegerField(
                db_default=10,
                default=10,
                help_text="The minimum number of other HITs between a HIT and its repeat.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="repeat_every",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="One in this many HITs of a worker repeats an earlier one.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(2),
                    django.core.validators.MaxValueValidator(1000),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="screen_out_code",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Shown to workers who are not admitted or fail the training.",
                max_length=40,
                validators=[
                    django.core.validators.RegexValidator(
                        "^[A-Za-z0-9_-]+\\Z", "Use letters, digits, - and _ only."
                    )
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="seconds_expected",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The expected seconds per judgment, for estimates of time and pay.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(604800),
                ],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="walk",
            field=models.CharField(
                choices=[
                    ("together", "all from the first task"),
                    ("own", "each from a different place"),
                ],
                db_default="together",
                default="together",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="warm_up",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="HITs after which workers see how their answers compare; 0: never.",
                validators=[django.core.validators.MaxValueValidator(1000)],
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="worker_count",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="The number of workers who have joined.",
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="how",
            field=models.CharField(
                choices=[("accepted", "accepted"), ("edited", "edited"), ("written", "new answer")],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="ending",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "open"),
                    ("accepted", "accepted"),
                    ("declined", "declined"),
                    ("withdrawn", "withdrawn"),
                ],
                default="",
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="knownanswer",
            name="use",
            field=models.CharField(
                choices=[
                    ("known", "gold answer"),
                    ("practice", "practice"),
                    ("example", "worked example"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="prolificstep",
            name="action",
            field=models.CharField(
                choices=[
                    ("PUBLISH", "publish"),
                    ("PAUSE", "pause"),
                    ("START", "start again"),
                    ("STOP", "stop"),
                    ("PLACES", "add submissions"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="prolificstep",
            name="places",
            field=models.PositiveIntegerField(
                help_text="The total number of submissions after the step.", null=True
            ),
        ),
    ]
