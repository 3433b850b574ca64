"""The tables of the add-on comparisons, with their constraints and indexes."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('annotation', '0002_functions_and_triggers'),
    ]

    operations = [
        migrations.CreateModel(
            name='Side',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('campaign', models.OneToOneField(null=True, on_delete=models.CASCADE, related_name='side', to='annotation.campaign')),
                ('set', models.OneToOneField(null=True, on_delete=models.CASCADE, related_name='side', to='annotation.annotationset')),
            ],
            options={
                'db_table': 'annotation_side',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('campaign__isnull', False), ('set', None)), models.Q(('campaign', None), ('set__isnull', False)), _connector='OR'), name='a_side_is_a_campaign_or_a_set'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Comparison',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=models.CASCADE, related_name='comparisons', to='annotation.project')),
                ('name', models.CharField(max_length=120)),
                ('crowd', models.ForeignKey(on_delete=models.CASCADE, related_name='+', to='comparisons.side')),
                ('gold', models.ForeignKey(on_delete=models.CASCADE, related_name='+', to='comparisons.side')),
                ('crowd_trees', models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name='+', to='comparisons.side')),
                ('gold_trees', models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name='+', to='comparisons.side')),
                ('basis', models.JSONField(null=True)),
                ('results', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(null=True)),
                ('rests_until', models.DateTimeField(db_default=Now())),
                ('asked_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_at', models.DateTimeField(db_default=Now(), editable=False)),
                ('deleted_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'annotation_comparison',
                'ordering': ('-created_at', '-pk'),
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('deleted_at', None)), fields=('project', 'name'), name='one_comparison_of_a_name_per_project'),
                    models.CheckConstraint(condition=models.Q(('crowd', models.F('gold')), _negated=True), name='nothing_is_compared_with_itself'),
                    models.CheckConstraint(condition=models.Q(('crowd_trees', None), ('gold_trees', None), models.Q(('crowd_trees', models.F('gold_trees')), _negated=True), _connector='OR'), name='the_trees_of_crowd_and_gold_differ'),
                    models.CheckConstraint(condition=models.Q(models.Q(('basis__isnull', True), ('made_at__isnull', True)), models.Q(('basis__isnull', False), ('made_at__isnull', False)), _connector='OR'), name='a_comparison_that_was_made_says_of_what'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ComparedItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('comparison', models.ForeignKey(on_delete=models.CASCADE, related_name='items', to='comparisons.comparison')),
                ('item', models.ForeignKey(on_delete=models.CASCADE, related_name='compared', to='annotation.item')),
                ('gold_item', models.ForeignKey(on_delete=models.CASCADE, related_name='compared_as_gold', to='annotation.item')),
                ('position', models.PositiveIntegerField()),
                ('rank', models.PositiveIntegerField()),
                ('alike', models.FloatField()),
                ('same', models.BooleanField(null=True)),
            ],
            options={
                'db_table': 'annotation_compareditem',
                'constraints': [
                    models.UniqueConstraint(fields=('comparison', 'position'), name='one_compared_item_per_position'),
                    models.UniqueConstraint(fields=('comparison', 'rank'), name='one_compared_item_per_rank'),
                    models.CheckConstraint(condition=models.Q(('alike__gte', 0), ('alike__lte', 1)), name='likeness_is_from_0_to_1'),
                ],
            },
        ),
    ]
