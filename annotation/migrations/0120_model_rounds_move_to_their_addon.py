"""The models of model rounds move to addons.model_annotators; their tables stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0119_prolific_moves_to_its_addon"),
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
