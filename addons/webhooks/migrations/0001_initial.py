"""The tables of webhooks. Databases from before they were an add-on have them already."""

import uuid
from typing import Any

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Now

NAMES = ("Webhook", "Delivery")
EVENTS = [
    ("campaign.finished", "A campaign is finished"),
    ("items.agreed", "Workers agree on items"),
    ("budget.near", "A budget is nearly used up"),
    ("export.ready", "A snapshot is ready"),
    ("job.failed", "A job failed"),
    ("worker.flagged", "A worker’s answers need a look"),
]
STATUSES = [("waiting", "waiting"), ("delivered", "delivered"), ("dead", "given up")]
PRIMARY_KEY = models.BigAutoField(
    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
)


def create_missing_tables(apps: Any, schema_editor: Any) -> None:
    existing = schema_editor.connection.introspection.table_names()
    for name in NAMES:
        model = apps.get_model("webhooks", name)
        if model._meta.db_table not in existing:
            schema_editor.create_model(model)


def delete_tables(apps: Any, schema_editor: Any) -> None:
    for name in reversed(NAMES):
        schema_editor.delete_model(apps.get_model("webhooks", name))


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("annotation", "0117_webhooks_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Webhook",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        ("address", models.CharField(max_length=300)),
                        (
                            "events",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.CharField(choices=EVENTS, max_length=30),
                                size=None,
                            ),
                        ),
                        ("sealed", models.TextField()),
                        ("sealed_before", models.TextField(blank=True, default="")),
                        ("before_until", models.DateTimeField(null=True)),
                        ("is_on", models.BooleanField(default=True)),
                        ("off_because", models.CharField(blank=True, default="", max_length=200)),
                        ("dead_in_row", models.PositiveIntegerField(default=0)),
                        ("created_at", models.DateTimeField(db_default=Now(), editable=False)),
                        (
                            "project",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="webhooks",
                                to="annotation.project",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_webhook",
                        "ordering": ("pk",),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("project", "address"),
                                name="one_webhook_of_an_address_per_project",
                            ),
                            models.CheckConstraint(
                                condition=Q(("events__len__gt", 0)),
                                name="a_webhook_is_told_some_event",
                            ),
                            models.CheckConstraint(
                                condition=Q(("is_on", False), ("off_because", ""), _connector="OR"),
                                name="a_webhook_that_is_on_has_no_reason_to_be_off",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    Q(("before_until", None), ("sealed_before", "")),
                                    Q(
                                        Q(("sealed_before", ""), _negated=True),
                                        ("before_until__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="an_earlier_secret_ends",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Delivery",
                    fields=[
                        ("id", PRIMARY_KEY.clone()),
                        ("message", models.UUIDField(default=uuid.uuid4, editable=False)),
                        ("event", models.CharField(max_length=30)),
                        ("about", models.CharField(blank=True, max_length=120)),
                        ("body", models.TextField()),
                        (
                            "status",
                            models.CharField(choices=STATUSES, default="waiting", max_length=10),
                        ),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        ("due_at", models.DateTimeField(db_default=Now())),
                        ("code", models.PositiveSmallIntegerField(null=True)),
                        ("answer", models.CharField(blank=True, max_length=200)),
                        ("created_at", models.DateTimeField(db_default=Now(), editable=False)),
                        ("tried_at", models.DateTimeField(null=True)),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "webhook",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="deliveries",
                                to="webhooks.webhook",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "annotation_delivery",
                        "ordering": ("-pk",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=Q(("about", ""), _negated=True),
                                fields=("webhook", "event", "about"),
                                name="a_webhook_is_told_of_a_thing_once",
                            ),
                            models.CheckConstraint(
                                condition=Q(
                                    Q(("ended_at", None), ("status", "waiting")),
                                    Q(
                                        Q(("status", "waiting"), _negated=True),
                                        ("ended_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="a_delivery_that_waits_has_not_ended",
                            ),
                        ],
                        "indexes": [
                            models.Index(
                                condition=Q(("status", "waiting")),
                                fields=["due_at"],
                                name="deliveries_waiting",
                            ),
                            models.Index(
                                fields=["webhook", "-id"], name="deliveries_newest_first"
                            ),
                            models.Index(fields=["created_at"], name="deliveries_by_age"),
                        ],
                    },
                ),
            ],
        ),
        migrations.RunPython(create_missing_tables, delete_tables),
    ]
