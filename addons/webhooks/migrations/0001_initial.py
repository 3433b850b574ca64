"""The tables of the add-on webhooks, with their constraints and indexes."""

import django.contrib.postgres.fields
import uuid
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
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=models.CASCADE, related_name='webhooks', to='annotation.project')),
                ('address', models.CharField(max_length=300)),
                ('events', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('campaign.finished', 'A campaign is finished'), ('items.agreed', 'Workers agree on items'), ('budget.near', 'A budget is nearly used up'), ('export.ready', 'A snapshot is ready'), ('job.failed', 'A job failed'), ('worker.flagged', 'A worker’s answers need a look')], max_length=30), size=None)),
                ('sealed', models.TextField()),
                ('sealed_before', models.TextField(blank=True, default='')),
                ('before_until', models.DateTimeField(null=True)),
                ('is_on', models.BooleanField(default=True)),
                ('off_because', models.CharField(blank=True, default='', max_length=200)),
                ('dead_in_row', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_at', models.DateTimeField(db_default=Now(), editable=False)),
            ],
            options={
                'db_table': 'annotation_webhook',
                'ordering': ('pk',),
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'address'), name='one_webhook_of_an_address_per_project'),
                    models.CheckConstraint(condition=models.Q(('events__len__gt', 0)), name='a_webhook_is_told_some_event'),
                    models.CheckConstraint(condition=models.Q(('is_on', False), ('off_because', ''), _connector='OR'), name='a_webhook_that_is_on_has_no_reason_to_be_off'),
                    models.CheckConstraint(condition=models.Q(models.Q(('before_until', None), ('sealed_before', '')), models.Q(models.Q(('sealed_before', ''), _negated=True), ('before_until__isnull', False)), _connector='OR'), name='an_earlier_secret_ends'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('webhook', models.ForeignKey(on_delete=models.CASCADE, related_name='deliveries', to='webhooks.webhook')),
                ('message', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('event', models.CharField(max_length=30)),
                ('about', models.CharField(blank=True, max_length=120)),
                ('body', models.TextField()),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('dead', 'given up')], default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(db_default=Now())),
                ('code', models.PositiveSmallIntegerField(null=True)),
                ('answer', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(db_default=Now(), editable=False)),
                ('tried_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'annotation_delivery',
                'ordering': ('-pk',),
                'indexes': [
                    models.Index(condition=models.Q(('status', 'waiting')), fields=['due_at'], name='deliveries_waiting'),
                    models.Index(fields=['webhook', '-id'], name='deliveries_newest_first'),
                    models.Index(fields=['created_at'], name='deliveries_by_age'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('about', ''), _negated=True), fields=('webhook', 'event', 'about'), name='a_webhook_is_told_of_a_thing_once'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('status', 'waiting')), models.Q(models.Q(('status', 'waiting'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='a_delivery_that_waits_has_not_ended'),
                ],
            },
        ),
    ]
