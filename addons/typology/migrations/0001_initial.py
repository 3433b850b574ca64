"""The tables of the add-on typology, with their constraints and indexes."""

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
            name='Typology',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('dataset', models.ForeignKey(on_delete=models.CASCADE, to='annotation.dataset')),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('ready', 'ready'), ('kept', 'kept'), ('discarded', 'discarded'), ('failed', 'failed')], default='waiting', max_length=10)),
                ('run', models.PositiveIntegerField(default=0)),
                ('done', models.BigIntegerField(default=0)),
                ('total', models.BigIntegerField(default=0)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('results', models.JSONField(default=dict)),
                ('asked_at', models.DateTimeField(db_default=Now(), editable=False)),
                ('beat_at', models.DateTimeField(db_default=Now())),
                ('language', models.CharField(max_length=20)),
                ('title', models.CharField(blank=True, db_default='', default='', help_text='Given by a member.', max_length=120)),
                ('options', models.JSONField()),
            ],
            options={
                'verbose_name_plural': 'typologies',
                'db_table': 'annotation_typology',
                'ordering': ('-pk',),
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ('waiting', 'running'))), fields=['beat_at'], name='typology_unfinished'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='typology_does_no_more_than_there_is'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('ready', 'kept')), _negated=True), models.Q(('results', {}), _negated=True), _connector='OR'), name='typology_that_is_ready_has_results'),
                    models.CheckConstraint(condition=models.Q(('options__top__gte', 10), ('options__top__lte', 1000)), name='a_typology_lists_10_to_1000_words'),
                    models.CheckConstraint(condition=models.Q(('options__samples__lte', 100), ('options__sentences__gte', 1)), name='a_typology_has_at_most_100_samples_of_a_sentence_or_more'),
                    models.CheckConstraint(condition=models.Q(('options__margin__gte', 0), ('options__margin__lte', 1)), name='a_margin_lies_between_0_and_1'),
                ],
            },
        ),
    ]
