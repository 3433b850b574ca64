"""What spellings of one chosen name have in common, and those that look alike. Where two workers
of a project are there already under such names, they stay apart: the older keeps the key, and the
younger is found by the very name only."""

import unicodedata
from collections.abc import Iterator
from itertools import islice

from django.db import migrations, models

from annotation.text.display_names import MAX_KEY, folded, looks_of

# Between a key and the number that sets it apart; no name holds it.
APART = "\x1f"


def keys_of(source: str, name: str) -> tuple[str, str]:
    if source == "name":
        return folded(name), looks_of(name)
    exact = unicodedata.normalize("NFC", name)
    return exact, exact


def keyed(workers) -> Iterator:
    """The oldest first."""
    taken = set()
    for worker in workers:
        for field, key in zip(("folded", "looks"), keys_of(worker.source, worker.external_id)):
            key = key[:MAX_KEY]
            if (worker.project_id, worker.source, field, key) in taken:
                key += f"{APART}{worker.pk}"
            taken.add((worker.project_id, worker.source, field, key))
            setattr(worker, field, key)
        yield worker


def fill(apps, editor) -> None:
    rows = apps.get_model("annotation", "Worker").objects.using(editor.connection.alias)
    workers = keyed(rows.order_by("pk").iterator())
    while some := list(islice(workers, 1000)):
        rows.bulk_update(some, ["folded", "looks"])


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0033_excluded_workers"),
    ]

    operations = [
        migrations.AddField(
            model_name="worker",
            name="folded",
            field=models.CharField(default="", editable=False, max_length=140),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="worker",
            name="looks",
            field=models.CharField(default="", editable=False, max_length=140),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=False),
        migrations.AddConstraint(
            model_name="worker",
            constraint=models.UniqueConstraint(
                fields=("project", "source", "folded"),
                name="one_worker_per_spelling_of_a_name_in_a_project",
            ),
        ),
        migrations.AddConstraint(
            model_name="worker",
            constraint=models.UniqueConstraint(
                fields=("project", "source", "looks"),
                name="no_two_workers_of_a_project_look_alike",
            ),
        ),
    ]
