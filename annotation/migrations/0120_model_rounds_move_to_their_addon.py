"""The models of model rounds move to addons.model_annotators; their tables stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0118_typologies_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="ModelAnswer"),
                migrations.DeleteModel(name="ModelRun"),
                migrations.DeleteModel(name="ModelEndpoint"),
            ],
        ),
    ]
