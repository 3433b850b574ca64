"""The licence of a dataset."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0005_settle_by_posterior")]

    operations = [
        migrations.AddField(
            model_name="dataset",
            name="licence",
            field=models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
    ]
