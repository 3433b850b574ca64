"""The model of typologies moves to addons.typology; its table stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0117_webhooks_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Typology")],
        ),
    ]
