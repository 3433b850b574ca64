"""The number of resamples of a typology is bounded, as its other options are."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('typology', '0001_initial'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='typology',
            constraint=models.CheckConstraint(condition=models.Q(('options__resamples__gte', 0), ('options__resamples__lte', 1000)), name='a_typology_has_at_most_1000_resamples'),
        ),
    ]
