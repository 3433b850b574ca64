"""Leases on work that only one process at a time does, instead of locks of database sessions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0011_more_languages")]

    operations = [
        migrations.CreateModel(
            name="Lease",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("owner", models.UUIDField()),
                ("ends_at", models.DateTimeField()),
            ],
        ),
    ]
