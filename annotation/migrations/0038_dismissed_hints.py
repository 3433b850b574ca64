from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0037_reports_on_collections"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="dismissed_hints",
            field=ArrayField(
                base_field=models.CharField(max_length=30),
                blank=True,
                db_default=[],
                default=list,
                size=None,
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("dismissed_hints__len__lte", 50)),
                name="a_user_puts_away_few_hints",
            ),
        ),
    ]
