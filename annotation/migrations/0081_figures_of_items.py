"""Figures of items by which their pages filter and sort, beside those that folds kept.

What folds write from now on is written here for the summaries that stand. The two generated columns
write the table of items anew."""

import math
from collections.abc import Mapping
from itertools import islice
from typing import Any

import django.db.models.fields.json
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.db.models.lookups
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, connections, migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1000
LAST_JUDGED = """
UPDATE annotation_itemsummary summary SET judged_at = last.at
FROM (SELECT hit_id, max(submitted_at) AS at FROM annotation_judgment WHERE folded GROUP BY hit_id)
    last
WHERE last.hit_id = summary.hit_id
"""
WRITE = """
UPDATE annotation_itemsummary summary
SET entropy = figures.entropy, tied = figures.tied, undecided = figures.undecided
FROM unnest(%s::bigint[], %s::double precision[], %s::boolean[], %s::boolean[])
    AS figures (hit_id, entropy, tied, undecided)
WHERE figures.hit_id = summary.hit_id
"""
# Summaries that change twice in one transaction leave checks for its end, and no index can be
# created before these.
CHECK_NOW = "SET CONSTRAINTS ALL IMMEDIATE"


def write_figures(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Write batches by arrays, since bulk_update takes a millisecond per row."""
    alias = schema_editor.connection.alias if schema_editor else DEFAULT_DB_ALIAS
    summaries = apps.get_model("annotation", "ItemSummary").objects.using(alias)
    columns = ("hit_id", "summary", "disagreement", "campaign__scheme")
    rows = summaries.values_list(*columns).iterator(AT_ONCE)
    with connections[alias].cursor() as cursor:
        while batch := list(islice(rows, AT_ONCE)):
            figures = [_figures(*row) for row in batch]
            cursor.execute(WRITE, [list(column) for column in zip(*figures)])


def _figures(
    hit_id: int, summary: Mapping[str, Any], disagreement: float | None, scheme: str
) -> tuple[int, float | None, bool, bool]:
    times = [] if disagreement is None else _times(summary)
    tied = len(times) > 1 and times[0] == times[1]
    return hit_id, _entropy(times) if times else None, tied, _undecided(scheme, summary)


def _times(summary: Mapping[str, Any]) -> list[int]:
    return sorted((count for _, count in summary.get("annotations", ())), reverse=True)


def _entropy(times: list[int]) -> float:
    n = sum(times)
    return max(0.0, math.log2(n) - math.fsum(c * math.log2(c) for c in sorted(times)) / n)


def _undecided(scheme: str, summary: Mapping[str, Any]) -> bool:
    """Return what the kernel of the scheme says, as it was when this was written."""
    if scheme in {"flat", "nested"}:
        ties = summary.get("mode_ties") or summary.get("majority_ties")
        return bool(ties) or summary.get("majority") is None
    if scheme == "label" and "chosen" in summary:
        return not summary["absolute"]
    if scheme in {"label", "pair"}:
        return summary.get("winner") is None
    if scheme == "evidence":
        return summary.get("majority") is None
    if scheme == "spans":
        return bool(summary.get("half"))
    return scheme == "document" and not summary.get("settled")


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0080_snapshots_signed'),
    ]

    operations = [
        migrations.AddField(
            model_name='item',
            name='length',
            field=models.GeneratedField(db_persist=True, expression=models.Case(models.When(django.db.models.lookups.Exact(models.Func(models.F('content__tokens'), function='jsonb_typeof', output_field=models.TextField()), models.Value('array')), then=models.Func(models.F('content__tokens'), function='jsonb_array_length')), models.When(content__has_key='left', then=models.Func(models.Func(django.db.models.functions.text.Trim(django.db.models.functions.text.Concat(django.db.models.fields.json.KeyTextTransform('text', 'content__left'), models.Value(' ', output_field=models.TextField()), django.db.models.fields.json.KeyTextTransform('text', 'content__right'))), models.Value('\\s+'), function='regexp_split_to_array'), models.Value(1), function='array_length')), default=models.Func(models.Func(django.db.models.functions.text.Trim(django.db.models.functions.comparison.Coalesce(django.db.models.fields.json.KeyTextTransform('question', 'content'), django.db.models.fields.json.KeyTextTransform('description', 'content'), models.F('text'), output_field=models.TextField())), models.Value('\\s+'), function='regexp_split_to_array'), models.Value(1), function='array_length'), output_field=models.IntegerField()), output_field=models.IntegerField(null=True)),
        ),
        migrations.AddField(
            model_name='item',
            name='stratum',
            field=models.GeneratedField(db_persist=True, expression=django.db.models.fields.json.KeyTextTransform('stratum', 'content'), output_field=models.TextField(null=True)),
        ),
        migrations.AddField(
            model_name='itemsummary',
            name='entropy',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='itemsummary',
            name='judged_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='itemsummary',
            name='tied',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='itemsummary',
            name='undecided',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(write_figures, migrations.RunPython.noop),
        migrations.RunSQL(LAST_JUDGED, migrations.RunSQL.noop),
        migrations.RunSQL(CHECK_NOW, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name='item',
            index=models.Index(fields=['dataset', '-length', 'position'], name='item_by_length'),
        ),
        migrations.AddIndex(
            model_name='item',
            index=models.Index(condition=models.Q(('stratum__isnull', False)), fields=['dataset', 'stratum', 'position'], name='item_by_stratum'),
        ),
        migrations.AddIndex(
            model_name='itemsummary',
            index=models.Index(fields=['campaign', '-entropy', 'hit'], name='summary_by_entropy'),
        ),
        migrations.AddIndex(
            model_name='itemsummary',
            index=models.Index(fields=['campaign', '-judged_at', 'hit'], name='summary_by_last_judgment'),
        ),
        migrations.AddIndex(
            model_name='itemsummary',
            index=models.Index(condition=models.Q(('tied', True)), fields=['campaign', 'hit'], name='summary_that_is_tied'),
        ),
        migrations.AddIndex(
            model_name='itemsummary',
            index=models.Index(condition=models.Q(('undecided', True)), fields=['campaign', 'hit'], name='summary_that_is_undecided'),
        ),
    ]
