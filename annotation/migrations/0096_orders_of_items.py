"""Store what items are put in order by: how their texts begin, ties, what workers settle on.

The generated column writes the table of items anew."""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0095_more_of_some_hits'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='itemsummary',
            name='summary_that_is_tied',
        ),
        migrations.RemoveIndex(
            model_name='itemsummary',
            name='summary_that_is_undecided',
        ),
        migrations.AddField(
            model_name='item',
            name='opening',
            field=models.GeneratedField(db_persist=True, expression=django.db.models.functions.text.Left(django.db.models.functions.text.Lower('text'), 100), output_field=models.TextField()),
        ),
        migrations.AlterField(
            model_name='compareditem',
            name='gold_item',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='compared_as_gold', to='annotation.item'),
        ),
        migrations.AddIndex(
            model_name='item',
            index=models.Index(fields=['dataset', 'opening', 'position'], name='item_by_opening'),
        ),
        migrations.AddIndex(
            model_name='itemsummary',
            index=models.Index(fields=['campaign', '-tied', 'hit'], name='summary_by_tie'),
        ),
        migrations.AddIndex(
            model_name='itemsummary',
            index=models.Index(fields=['campaign', '-undecided', 'hit'], name='summary_by_consensus'),
        ),
    ]
