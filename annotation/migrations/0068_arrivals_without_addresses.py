"""Keep no addresses of arrivals, only keyed digests of them. Those of the last hour are forgotten,
so the limits of an hour begin anew."""

from typing import Any

from django.db import migrations, models


def forget_all(apps: Any, schema_editor: Any) -> None:
    apps.get_model("annotation", "Arrival").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("annotation", "0067_prolific_making")]

    operations = [
        migrations.RunPython(forget_all, forget_all),
        migrations.RemoveIndex(model_name="arrival", name="arrival_by_address"),
        migrations.RemoveField(model_name="arrival", name="address"),
        migrations.AddField(
            model_name="arrival",
            name="origin",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="arrival",
            index=models.Index(fields=["campaign", "origin", "at"], name="arrival_by_origin"),
        ),
    ]
