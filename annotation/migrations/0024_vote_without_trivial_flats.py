"""Iterative Voting takes trivial flats out first now: what was settled with them is made anew.

Stored choices of single texts are mended by the next reconciliation, which each campaign that
shares its texts with one of the other scheme is due for at once; comparisons that voted are asked
for again."""

from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now


def ask_anew(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    alias = schema_editor.connection.alias if schema_editor else DEFAULT_DB_ALIAS
    EntailmentState = apps.get_model("annotation", "EntailmentState")
    AgreementState = apps.get_model("annotation", "AgreementState")
    Comparison = apps.get_model("annotation", "Comparison")
    beside = EntailmentState.objects.using(alias).filter(
        Q(flat=OuterRef("campaign")) | Q(nested=OuterRef("campaign"))
    )
    AgreementState.objects.using(alias).filter(Exists(beside)).update(
        reconciled_at=None, reconciled_version=None
    )
    voted = Comparison.objects.using(alias).filter(crowd_nested__isnull=False)
    voted.filter(made_at__isnull=False).update(asked_at=Now())


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0023_one_open_assignment_again"),
    ]

    operations = [
        migrations.RunPython(ask_anew, migrations.RunPython.noop),
    ]
