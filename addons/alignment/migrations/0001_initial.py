"""The tables of the add-on alignment, with their constraints and indexes."""

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
            name='Alignment',
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
                ('name', models.CharField(max_length=120)),
                ('options', models.JSONField()),
                ('grouping', models.JSONField(default=dict)),
            ],
            options={
                'db_table': 'annotation_alignment',
                'ordering': ('-pk',),
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ('waiting', 'running'))), fields=['beat_at'], name='alignment_unfinished'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='alignment_does_no_more_than_there_is'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('ready', 'kept')), _negated=True), models.Q(('results', {}), _negated=True), _connector='OR'), name='alignment_that_is_ready_has_results'),
                    models.CheckConstraint(condition=models.Q(('options__curves__lte', 50), ('options__groups__gte', 1), ('options__groups__lte', 50)), name='an_alignment_has_1_to_50_groups'),
                    models.CheckConstraint(condition=models.Q(('options__runs__gte', 1), ('options__runs__lte', 20)), name='an_alignment_has_1_to_20_runs'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PairDraw',
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
                ('name', models.CharField(max_length=120)),
                ('options', models.JSONField()),
                ('alignment', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='draws', to='alignment.alignment')),
                ('pairs', models.JSONField(default=list)),
                ('made', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='drawn_by', to='annotation.dataset')),
            ],
            options={
                'db_table': 'annotation_pairdraw',
                'ordering': ('-pk',),
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ('waiting', 'running'))), fields=['beat_at'], name='pairdraw_unfinished'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='pairdraw_does_no_more_than_there_is'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('ready', 'kept')), _negated=True), models.Q(('results', {}), _negated=True), _connector='OR'), name='pairdraw_that_is_ready_has_results'),
                    models.CheckConstraint(condition=models.Q(('alignment', None), models.Q(('options__edge__gte', 0), ('options__edge__isnull', False)), _connector='OR'), name='a_draw_beside_an_alignment_has_an_edge'),
                ],
            },
        ),
    ]
