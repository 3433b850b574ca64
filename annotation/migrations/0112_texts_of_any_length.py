from django.db import migrations, models


class Migration(migrations.Migration):
    """Count the items that a campaign leaves out. Older ones leave none out: until now no dataset
    held a text that is too short or too long for a scheme."""

    dependencies = [("annotation", "0111_lost_certificates")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="left_out",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Items of the dataset that its scheme cannot be asked about.",
            ),
        ),
    ]
