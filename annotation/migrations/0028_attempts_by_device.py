"""Attempts are of a device that the account knows or of a stranger, and always from an address.
They matter for a quarter of an hour, so those from before are forgotten."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0027_released_assignments"),
    ]

    operations = [
        migrations.RunSQL("DELETE FROM annotation_loginattempt", migrations.RunSQL.noop),
        migrations.AddField(
            model_name="loginattempt",
            name="device",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AlterField(
            model_name="loginattempt",
            name="address",
            field=models.GenericIPAddressField(),
        ),
    ]
