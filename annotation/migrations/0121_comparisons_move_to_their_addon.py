"""The models of comparisons move to addons.comparisons; their tables stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0120_model_rounds_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="ComparedItem"),
                migrations.DeleteModel(name="Comparison"),
                migrations.DeleteModel(name="Side"),
            ],
        ),
    ]
