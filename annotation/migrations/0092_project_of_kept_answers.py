"""Say which project a kept answer tells of. Those of before were kept for a day at most; a client
that asks again after an update is told that it is done by what it finds."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0091_tokens_of_accounts")]

    operations = [
        migrations.RunSQL("DELETE FROM annotation_keptanswer", migrations.RunSQL.noop),
        migrations.AddField(
            "keptanswer",
            "project",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="annotation.project",
            ),
            preserve_default=False,
        ),
    ]
