"""Campaigns in French, German and Portuguese. The table has one row per campaign, so checking the
new constraint is quick."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("annotation", "0010_wordings")]

    operations = [
        migrations.RemoveConstraint(
            model_name="campaign", name="a_campaign_speaks_a_known_language"
        ),
        migrations.AlterField(
            model_name="campaign",
            name="language",
            field=models.CharField(
                blank=True,
                choices=[
                    ("en", "English"),
                    ("es", "Español"),
                    ("fr", "Français"),
                    ("de", "Deutsch"),
                    ("pt", "Português"),
                    ("hi", "हिन्दी"),
                    ("ar", "العربية"),
                ],
                db_default="",
                default="",
                help_text="The language of its instructions and texts; workers' pages open in it.",
                max_length=5,
            ),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=Q(language__in=("", "en", "es", "fr", "de", "pt", "hi", "ar")),
                name="a_campaign_speaks_a_known_language",
            ),
        ),
    ]
