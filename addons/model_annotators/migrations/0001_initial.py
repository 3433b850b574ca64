"""The tables of model rounds. Databases from before they were an add-on have them already."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, F, Q
from django.db.models.functions import Now

NAMES = ("ModelEndpoint", "ModelRun", "ModelAnswer")
LIMITS = [(name, name) for name in ("max_tokens", "max_completion_tokens")]
STATUSES = [
    ("waiting", "under way"),
    ("stopped", "stopped"),
    ("spent", "stopped at its budget"),
    ("failed", "failed"),
    ("ready", "ready"),
]
STATES = [
    ("waiting", "not asked yet"),
    ("sent", "being asked"),
    ("sound", "answered"),
    ("unfit", "no answer of the scheme"),
    ("refused", "refused by the model"),
    ("lost", "no answer came"),
]
PRIMARY_KEY = models.BigAutoField(
    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
)
USER = models.ForeignKey(
    null=True, on_delete=SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
)
NOT_SOUND = Q(Q(("state", "sound"), _negated=True), ("payload", None), ("vector", None))


def create_missing_tables(apps: Any, schema_editor: Any) -> None:
    existing = schema_editor.connection.introspection.table_names()
    for name in NAMES:
        model = apps.get_model("model_annotators", name)
        if model._meta.db_table not in existing:
            schema_editor.create_model(model)


def delete_tables(apps: Any, schema_editor: Any) -> None:
    for name in reversed(NAMES):
        schema_editor.delete_model(apps.get_model("model_annotators", name))


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("annotation", "0120_model_rounds_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="ModelEndpoint",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        ("name", models.CharField(max_length=60)),
                        ("address", models.CharField(max_length=300)),
                        ("sealed", models.TextField(blank=True)),
                        ("last_four", models.CharField(blank=True, max_length=4)),
                        ("set_at", models.DateTimeField(db_default=Now())),
                        (
                            "project",
                            models.ForeignKey(
                                on_delete=CASCADE,
                                related_name="endpoints",
                                to="annotation.project",
                            ),
                        ),
                        ("user", USER.clone()),
                    ],
                    options={
                        "db_table": "annotation_modelendpoint",
                        "ordering": ("name", "pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("project", "name"),
                                name="one_endpoint_of_a_name_per_project",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    Q(("last_four", ""), ("sealed", "")),
                                    Q(
                                        Q(("sealed", ""), _negated=True),
                                        Q(("last_four", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="a_sealed_key_is_known_by_its_end",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ModelRun",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        ("name", models.CharField(max_length=120)),
                        ("model", models.CharField(max_length=200)),
                        ("prompt", models.TextField()),
                        ("prompt_version", models.PositiveIntegerField()),
                        (
                            "temperature",
                            models.DecimalField(decimal_places=2, max_digits=4, null=True),
                        ),
                        ("seed", models.BigIntegerField(null=True)),
                        (
                            "limit_name",
                            models.CharField(choices=LIMITS, default="max_tokens", max_length=30),
                        ),
                        ("most_tokens", models.PositiveIntegerField()),
                        ("price_in", models.DecimalField(decimal_places=6, max_digits=12)),
                        ("price_out", models.DecimalField(decimal_places=6, max_digits=12)),
                        ("currency", models.CharField(max_length=3)),
                        ("budget", models.DecimalField(decimal_places=4, max_digits=12)),
                        ("at_once", models.PositiveSmallIntegerField(default=1)),
                        ("most_a_minute", models.PositiveSmallIntegerField(null=True)),
                        (
                            "requests_at",
                            ArrayField(
                                base_field=models.DateTimeField(),
                                db_default=[],
                                default=list,
                                size=None,
                            ),
                        ),
                        (
                            "status",
                            models.CharField(choices=STATUSES, default="waiting", max_length=10),
                        ),
                        ("problem", models.CharField(blank=True, max_length=500)),
                        ("failures", models.PositiveIntegerField(default=0)),
                        ("run", models.PositiveIntegerField(default=0)),
                        ("asked_at", models.DateTimeField(db_default=Now(), editable=False)),
                        ("beat_at", models.DateTimeField(db_default=Now())),
                        ("rests_until", models.DateTimeField(db_default=Now())),
                        (
                            "campaign",
                            models.ForeignKey(
                                on_delete=CASCADE,
                                related_name="model_runs",
                                to="annotation.campaign",
                            ),
                        ),
                        (
                            "endpoint",
                            models.ForeignKey(
                                null=True,
                                on_delete=SET_NULL,
                                related_name="runs",
                                to="model_annotators.modelendpoint",
                            ),
                        ),
                        (
                            "set",
                            models.OneToOneField(
                                null=True,
                                on_delete=SET_NULL,
                                related_name="made_in",
                                to="annotation.annotationset",
                            ),
                        ),
                        ("user", USER.clone()),
                    ],
                    options={
                        "db_table": "annotation_modelrun",
                        "ordering": ("-pk",),
                        "constraints": [
                            models.CheckConstraint(
                                condition=Q(
                                    ("budget__gte", 0), ("price_in__gte", 0), ("price_out__gte", 0)
                                ),
                                name="what_a_model_costs_is_not_negative",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("most_a_minute", None),
                                    ("most_a_minute__gte", 1),
                                    _connector="OR",
                                ),
                                name="a_round_may_ask_at_least_once_a_minute",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    ("most_a_minute", None),
                                    ("requests_at__len__lte", F("most_a_minute")),
                                    _connector="OR",
                                ),
                                name="a_round_asks_no_more_in_a_minute_than_it_may",
                            ),
                            models.UniqueConstraint(
                                condition=Q(("status", "waiting")),
                                fields=("campaign",),
                                name="one_model_at_a_time_is_asked_for_a_campaign",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ModelAnswer",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        (
                            "state",
                            models.CharField(choices=STATES, default="waiting", max_length=10),
                        ),
                        ("digest", models.CharField(blank=True, max_length=64)),
                        ("words", models.TextField(blank=True)),
                        ("problem", models.CharField(blank=True, max_length=300)),
                        ("payload", models.JSONField(null=True)),
                        (
                            "vector",
                            ArrayField(base_field=models.IntegerField(), null=True, size=None),
                        ),
                        ("tokens_in", models.PositiveIntegerField(default=0)),
                        ("tokens_out", models.PositiveIntegerField(default=0)),
                        (
                            "cost",
                            models.DecimalField(
                                decimal_places=12, default=Decimal(0), max_digits=24
                            ),
                        ),
                        ("bought", models.BooleanField(default=False)),
                        ("sent_at", models.DateTimeField(null=True)),
                        (
                            "asked",
                            models.ForeignKey(
                                on_delete=CASCADE,
                                related_name="answers",
                                to="model_annotators.modelrun",
                            ),
                        ),
                        (
                            "item",
                            models.ForeignKey(
                                on_delete=CASCADE, related_name="+", to="annotation.item"
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_modelanswer",
                        "ordering": ("pk",),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("asked", "item"), name="an_item_is_asked_once_a_round"
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    Q(
                                        ("payload__isnull", False),
                                        ("state", "sound"),
                                        ("vector__isnull", False),
                                    ),
                                    NOT_SOUND,
                                    _connector="OR",
                                ),
                                name="a_sound_answer_of_a_model_has_a_vector",
                            ),
                            models.CheckConstraint(
                                condition=Q(("cost__gte", 0)),
                                name="no_answer_of_a_model_is_paid_back",
                            ),
                        ],
                        "indexes": [
                            models.Index(
                                fields=["asked", "state", "id"], name="model_answers_by_state"
                            ),
                            models.Index(
                                condition=Q(
                                    ("bought", True), ("state__in", ("sound", "unfit", "refused"))
                                ),
                                fields=["digest"],
                                name="model_words_bought",
                            ),
                        ],
                    },
                ),
            ],
        ),
        migrations.RunPython(create_missing_tables, delete_tables),
    ]
