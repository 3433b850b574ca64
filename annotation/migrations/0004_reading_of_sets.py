"""How an import reads a table, and what was noted about a set when it was read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0003_setimport_control")]

    operations = [
        migrations.AddField(
            model_name="setimport",
            name="reading",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="annotationset",
            name="notes",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
    ]
