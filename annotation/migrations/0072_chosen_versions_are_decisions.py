"""The versions of documents that researchers chose become decisions."""

from collections import defaultdict

from django.db import migrations
from django.db.models.functions import Now


def decide_what_was_chosen(apps, schema_editor):
    """Number the researchers of each campaign in the order of their first choice. A version that no
    longer counts did not stand, so its decision is withdrawn."""
    database = schema_editor.connection.alias
    choices = apps.get_model("annotation", "ChosenVersion").objects.using(database)
    decisions = apps.get_model("annotation", "Decision").objects.using(database)
    numbers = defaultdict(dict)
    chosen = choices.select_related("judgment").order_by("chosen_at", "pk")
    for choice in chosen.iterator(chunk_size=100):
        judgment = choice.judgment
        known = numbers[judgment.campaign_id]
        decisions.create(
            campaign_id=judgment.campaign_id,
            hit_id=choice.hit_id,
            user_id=choice.chosen_by_id,
            adjudicator=known.setdefault(choice.chosen_by_id, len(known) + 1),
            how="accepted",
            judgment=judgment,
            payload=judgment.payload,
            vector=judgment.vector,
            decided_at=choice.chosen_at,
            final=judgment.counts,
            withdrawn_at=None if judgment.counts else Now(),
        )


class Migration(migrations.Migration):
    dependencies = [("annotation", "0071_decisions")]

    operations = [
        migrations.RunPython(decide_what_was_chosen, migrations.RunPython.noop),
        migrations.DeleteModel("ChosenVersion"),
    ]
