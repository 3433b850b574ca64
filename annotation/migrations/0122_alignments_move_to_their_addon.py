"""The models of alignments and samples of pairs move to addons.alignment; their tables stay as they
are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0121_comparisons_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="PairDraw"),
                migrations.DeleteModel(name="Alignment"),
            ],
        ),
    ]
