"""Which question of a file an import reads."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0002_functions_and_triggers")]

    operations = [
        migrations.AddField(
            model_name="setimport",
            name="control",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
    ]
