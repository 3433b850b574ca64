from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0008_keep_intervals_with_their_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="dataset",
            name="details",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name="dataset",
            name="kind",
            field=models.CharField(
                choices=[("texts", "texts"), ("documents", "documents"), ("pairs", "pairs")],
                default="texts",
                max_length=20,
            ),
        ),
    ]
