"""The table of the add-on sampling, with its constraints and index."""

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
            name='Sample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('ready', 'ready'), ('kept', 'kept'), ('discarded', 'discarded'), ('failed', 'failed')], default='waiting', max_length=10)),
                ('run', models.PositiveIntegerField(default=0)),
                ('done', models.BigIntegerField(default=0)),
                ('total', models.BigIntegerField(default=0)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('results', models.JSONField(default=dict)),
                ('asked_at', models.DateTimeField(db_default=Now(), editable=False)),
                ('beat_at', models.DateTimeField(db_default=Now())),
                ('name', models.CharField(max_length=120)),
                ('options', models.JSONField()),
                ('texts', models.JSONField(default=list)),
                ('dataset', models.ForeignKey(on_delete=models.CASCADE, to='annotation.dataset')),
                ('lengths_of', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to='annotation.dataset')),
                ('made', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='sampled_by', to='annotation.dataset')),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'annotation_sample',
                'ordering': ('-pk',),
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ('waiting', 'running'))), fields=['beat_at'], name='sample_unfinished'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='sample_does_no_more_than_there_is'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('ready', 'kept')), _negated=True), models.Q(('results', {}), _negated=True), _connector='OR'), name='sample_that_is_ready_has_results'),
                    models.CheckConstraint(condition=models.Q(('options__sampler__in', ['texts', 'sentences', 'random'])), name='a_sample_has_a_known_sampler'),
                    models.CheckConstraint(condition=models.Q(('options__size__gte', 1), ('options__size__lte', 5000)), name='a_sample_has_1_to_5000_texts'),
                ],
            },
        ),
    ]
