"""The tables of the add-on model_annotators, with their constraints and indexes."""

import django.contrib.postgres.fields
from decimal import Decimal
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
            name='ModelEndpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=models.CASCADE, related_name='endpoints', to='annotation.project')),
                ('name', models.CharField(max_length=60)),
                ('address', models.CharField(max_length=300)),
                ('sealed', models.TextField(blank=True)),
                ('last_four', models.CharField(blank=True, max_length=4)),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('set_at', models.DateTimeField(db_default=Now())),
            ],
            options={
                'db_table': 'annotation_modelendpoint',
                'ordering': ('name', 'pk'),
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'name'), name='one_endpoint_of_a_name_per_project'),
                    models.CheckConstraint(condition=models.Q(models.Q(('last_four', ''), ('sealed', '')), models.Q(models.Q(('sealed', ''), _negated=True), models.Q(('last_four', ''), _negated=True)), _connector='OR'), name='a_sealed_key_is_known_by_its_end'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ModelRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('campaign', models.ForeignKey(on_delete=models.CASCADE, related_name='model_runs', to='annotation.campaign')),
                ('endpoint', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='runs', to='model_annotators.modelendpoint')),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=120)),
                ('model', models.CharField(max_length=200)),
                ('prompt', models.TextField()),
                ('prompt_version', models.PositiveIntegerField()),
                ('temperature', models.DecimalField(decimal_places=2, max_digits=4, null=True)),
                ('seed', models.BigIntegerField(null=True)),
                ('limit_name', models.CharField(choices=[('max_tokens', 'max_tokens'), ('max_completion_tokens', 'max_completion_tokens')], default='max_tokens', max_length=30)),
                ('most_tokens', models.PositiveIntegerField()),
                ('price_in', models.DecimalField(decimal_places=6, max_digits=12)),
                ('price_out', models.DecimalField(decimal_places=6, max_digits=12)),
                ('currency', models.CharField(max_length=3)),
                ('budget', models.DecimalField(decimal_places=4, max_digits=12)),
                ('at_once', models.PositiveSmallIntegerField(default=1)),
                ('most_a_minute', models.PositiveSmallIntegerField(null=True)),
                ('requests_at', django.contrib.postgres.fields.ArrayField(base_field=models.DateTimeField(), db_default=[], default=list, size=None)),
                ('status', models.CharField(choices=[('waiting', 'under way'), ('stopped', 'stopped'), ('spent', 'stopped at its budget'), ('failed', 'failed'), ('ready', 'ready')], default='waiting', max_length=10)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('run', models.PositiveIntegerField(default=0)),
                ('asked_at', models.DateTimeField(db_default=Now(), editable=False)),
                ('beat_at', models.DateTimeField(db_default=Now())),
                ('rests_until', models.DateTimeField(db_default=Now())),
                ('set', models.OneToOneField(null=True, on_delete=models.SET_NULL, related_name='made_in', to='annotation.annotationset')),
            ],
            options={
                'db_table': 'annotation_modelrun',
                'ordering': ('-pk',),
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('budget__gte', 0), ('price_in__gte', 0), ('price_out__gte', 0)), name='what_a_model_costs_is_not_negative'),
                    models.CheckConstraint(condition=models.Q(('most_a_minute', None), ('most_a_minute__gte', 1), _connector='OR'), name='a_round_may_ask_at_least_once_a_minute'),
                    models.CheckConstraint(condition=models.Q(('most_a_minute', None), ('requests_at__len__lte', models.F('most_a_minute')), _connector='OR'), name='a_round_asks_no_more_in_a_minute_than_it_may'),
                    models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('campaign',), name='one_model_at_a_time_is_asked_for_a_campaign'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ModelAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked', models.ForeignKey(on_delete=models.CASCADE, related_name='answers', to='model_annotators.modelrun')),
                ('item', models.ForeignKey(on_delete=models.CASCADE, related_name='+', to='annotation.item')),
                ('state', models.CharField(choices=[('waiting', 'not asked yet'), ('sent', 'being asked'), ('sound', 'answered'), ('unfit', 'no answer of the scheme'), ('refused', 'refused by the model'), ('lost', 'no answer came')], default='waiting', max_length=10)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('words', models.TextField(blank=True)),
                ('problem', models.CharField(blank=True, max_length=300)),
                ('payload', models.JSONField(null=True)),
                ('vector', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), null=True, size=None)),
                ('tokens_in', models.PositiveIntegerField(default=0)),
                ('tokens_out', models.PositiveIntegerField(default=0)),
                ('cost', models.DecimalField(decimal_places=12, default=Decimal('0'), max_digits=24)),
                ('bought', models.BooleanField(default=False)),
                ('sent_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'annotation_modelanswer',
                'ordering': ('pk',),
                'indexes': [
                    models.Index(fields=['asked', 'state', 'id'], name='model_answers_by_state'),
                    models.Index(condition=models.Q(('bought', True), ('state__in', ('sound', 'unfit', 'refused'))), fields=['digest'], name='model_words_bought'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('asked', 'item'), name='an_item_is_asked_once_a_round'),
                    models.CheckConstraint(condition=models.Q(models.Q(('payload__isnull', False), ('state', 'sound'), ('vector__isnull', False)), models.Q(models.Q(('state', 'sound'), _negated=True), ('payload', None), ('vector', None)), _connector='OR'), name='a_sound_answer_of_a_model_has_a_vector'),
                    models.CheckConstraint(condition=models.Q(('cost__gte', 0)), name='no_answer_of_a_model_is_paid_back'),
                ],
            },
        ),
    ]
