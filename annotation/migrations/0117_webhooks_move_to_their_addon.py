"""The models of webhooks move to addons.webhooks; their tables stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0116_wording"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="Delivery"),
                migrations.DeleteModel(name="Webhook"),
            ],
        ),
    ]
