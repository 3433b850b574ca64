"""The tables of the add-on prolific, with their constraints and indexes."""

import django.core.validators
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
            name='ProlificBonus',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('batch', models.ForeignKey(on_delete=models.PROTECT, related_name='prolific_bonuses', to='annotation.paymentbatch')),
                ('study', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('wanted', 'to be set up'), ('priced', 'set up, not confirmed'), ('confirmed', 'confirmed, to be sent'), ('sending', 'sent, not answered'), ('sent', 'taken by Prolific'), ('done', 'done'), ('dropped', 'dropped')], default='wanted', max_length=10)),
                ('bulk', models.CharField(blank=True, default='', max_length=64)),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14)),
                ('fees', models.DecimalField(decimal_places=4, max_digits=14, null=True)),
                ('tax', models.DecimalField(decimal_places=4, max_digits=14, null=True)),
                ('total', models.DecimalField(decimal_places=4, max_digits=14, null=True)),
                ('problem', models.CharField(blank=True, default='', max_length=300)),
                ('confirmed_by', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('sent_at', models.DateTimeField(null=True)),
                ('read_at', models.DateTimeField(help_text='When all its submissions were read last.', null=True)),
            ],
            options={
                'db_table': 'annotation_prolificbonus',
                'ordering': ('pk',),
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('state__in', ('wanted', 'dropped')), models.Q(models.Q(('bulk', ''), _negated=True), ('total__isnull', False)), _connector='OR'), name='a_bonus_is_priced_before_it_is_paid'),
                    models.CheckConstraint(condition=models.Q(('state__in', ('wanted', 'priced', 'confirmed', 'dropped')), ('sent_at__isnull', False), _connector='OR'), name='a_bonus_that_was_sent_has_a_time'),
                    models.UniqueConstraint(condition=models.Q(('bulk', ''), _negated=True), fields=('bulk',), name='each_bulk_of_prolific_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificBonusLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bonus', models.ForeignKey(db_index=False, on_delete=models.CASCADE, related_name='lines', to='prolific.prolificbonus')),
                ('line', models.ForeignKey(on_delete=models.PROTECT, related_name='prolific_lines', to='annotation.paymentline')),
                ('submission', models.CharField(max_length=64)),
                ('before', models.PositiveIntegerField(null=True)),
                ('seen', models.BooleanField(default=False)),
                ('released', models.BooleanField(default=False)),
            ],
            options={
                'db_table': 'annotation_prolificbonusline',
                'ordering': ('pk',),
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('released', False)), fields=('line',), name='a_payment_is_in_one_bulk_at_a_time'),
                    models.UniqueConstraint(fields=('bonus', 'submission'), name='a_submission_once_in_a_bulk'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.OneToOneField(on_delete=models.CASCADE, related_name='prolific_token', to='annotation.project')),
                ('sealed', models.TextField()),
                ('last_four', models.CharField(max_length=4)),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('set_at', models.DateTimeField(db_default=Now())),
            ],
            options={
                'db_table': 'annotation_prolifictoken',
            },
        ),
        migrations.CreateModel(
            name='ProlificStudy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('campaign', models.OneToOneField(on_delete=models.CASCADE, related_name='prolific_study', to='annotation.campaign')),
                ('study', models.CharField(blank=True, max_length=64, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9]*\\Z')])),
                ('name', models.CharField(blank=True, default='', max_length=200)),
                ('state', models.CharField(blank=True, default='', max_length=40)),
                ('places', models.PositiveIntegerField(null=True)),
                ('reward', models.PositiveIntegerField(null=True)),
                ('currency', models.CharField(blank=True, default='', max_length=3)),
                ('connected_at', models.DateTimeField(db_default=Now(), editable=False)),
                ('asked_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'annotation_prolificstudy',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('study__regex', '^[A-Za-z0-9]*$')), name='the_id_of_a_study_has_letters_and_digits_only'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificSubmission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('study', models.ForeignKey(db_index=False, on_delete=models.CASCADE, related_name='submissions', to='prolific.prolificstudy')),
                ('submission', models.CharField(max_length=64)),
                ('participant', models.CharField(max_length=120)),
                ('status', models.CharField(max_length=40)),
                ('code', models.CharField(blank=True, default='', max_length=120)),
                ('started_at', models.DateTimeField(null=True)),
                ('completed_at', models.DateTimeField(null=True)),
                ('decision', models.CharField(blank=True, choices=[('', 'not decided here'), ('approve', 'approve'), ('reject', 'reject')], default='', max_length=10)),
                ('category', models.CharField(blank=True, choices=[('LOW_EFFORT', 'Low effort'), ('FAILED_CHECK', 'Failed attention checks'), ('FAILED_INSTRUCTIONS', 'Did not follow the instructions'), ('TOO_QUICKLY', 'Too quick'), ('TOO_SLOWLY', 'Too slow'), ('NO_DATA', 'No data'), ('NO_CODE', 'No completion code'), ('BAD_CODE', 'Wrong completion code'), ('UNSUPP_DEVICE', 'Unsupported device'), ('OTHER', 'Another reason')], default='', max_length=40)),
                ('reason', models.TextField(blank=True, default='', max_length=2000)),
                ('refusal', models.CharField(blank=True, default='', max_length=300)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('trouble', models.CharField(blank=True, default='', max_length=300)),
                ('decided_by', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decided_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'annotation_prolificsubmission',
                'ordering': ('pk',),
                'indexes': [
                    models.Index(fields=['study', 'participant'], name='submission_by_participant'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('study', 'submission'), name='each_submission_of_a_study_once'),
                    models.CheckConstraint(condition=models.Q(models.Q(('decision', 'reject'), _negated=True), models.Q(models.Q(('category', ''), _negated=True), ('reason__regex', '.{100}')), _connector='OR'), name='a_rejected_submission_has_a_category_and_a_reason'),
                    models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decision', '')), models.Q(models.Q(('decision', ''), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='a_decision_on_a_submission_has_a_time'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificVisit',
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
                ('study', models.ForeignKey(on_delete=models.CASCADE, related_name='visits', to='prolific.prolificstudy')),
            ],
            options={
                'db_table': 'annotation_prolificvisit',
                'ordering': ('-pk',),
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ('waiting', 'running'))), fields=['beat_at'], name='prolificvisit_unfinished'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='prolificvisit_does_no_more_than_there_is'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('ready', 'kept')), _negated=True), models.Q(('results', {}), _negated=True), _connector='OR'), name='prolificvisit_that_is_ready_has_results'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('study', models.OneToOneField(on_delete=models.CASCADE, related_name='draft', to='prolific.prolificstudy')),
                ('body', models.JSONField()),
                ('mark', models.CharField(max_length=40, unique=True)),
                ('state', models.CharField(choices=[('written', 'written, not sent'), ('wanted', 'to be made'), ('sending', 'sent, not answered'), ('made', 'made')], default='written', max_length=10)),
                ('problem', models.CharField(blank=True, default='', max_length=300)),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('written_at', models.DateTimeField(db_default=Now())),
                ('sent_at', models.DateTimeField(null=True)),
                ('read_at', models.DateTimeField(help_text='When it was last looked for and absent.', null=True)),
            ],
            options={
                'db_table': 'annotation_prolificdraft',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('state__in', ('written', 'wanted')), ('sent_at__isnull', False), _connector='OR'), name='a_study_that_was_sent_has_a_time'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('study', models.ForeignKey(on_delete=models.CASCADE, related_name='steps', to='prolific.prolificstudy')),
                ('action', models.CharField(choices=[('PUBLISH', 'publish'), ('PAUSE', 'pause'), ('START', 'start again'), ('STOP', 'stop'), ('PLACES', 'add submissions')], max_length=10)),
                ('places', models.PositiveIntegerField(help_text='The total number of submissions after the step.', null=True)),
                ('state', models.CharField(choices=[('asked', 'to be priced'), ('priced', 'priced, not confirmed'), ('confirmed', 'to be sent'), ('done', 'done'), ('dropped', 'dropped')], default='asked', max_length=10)),
                ('reward', models.PositiveIntegerField(null=True)),
                ('priced_places', models.PositiveIntegerField(null=True)),
                ('total', models.DecimalField(decimal_places=4, max_digits=14, null=True)),
                ('problem', models.CharField(blank=True, default='', max_length=300)),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField(db_default=Now())),
            ],
            options={
                'db_table': 'annotation_prolificstep',
                'ordering': ('pk',),
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state__in', ('asked', 'priced', 'confirmed'))), fields=('study',), name='a_study_takes_one_step_at_a_time'),
                    models.CheckConstraint(condition=models.Q(models.Q(('action__in', ('PUBLISH', 'PLACES')), _negated=True), ('state__in', ('asked', 'dropped')), models.Q(('priced_places__isnull', False), ('reward__isnull', False)), _connector='OR'), name='what_costs_is_priced_before_it_is_sent'),
                    models.CheckConstraint(condition=models.Q(models.Q(('action', 'PLACES'), _negated=True), ('places__isnull', False), _connector='OR'), name='raised_places_have_a_number'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ProlificMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('study', models.ForeignKey(db_index=False, on_delete=models.CASCADE, related_name='messages', to='prolific.prolificstudy')),
                ('participant', models.CharField(max_length=120)),
                ('body', models.TextField(max_length=2000)),
                ('state', models.CharField(choices=[('wanted', 'to be sent'), ('sending', 'sent, not answered'), ('sent', 'sent'), ('refused', 'not sent'), ('received', 'received')], default='wanted', max_length=10)),
                ('message', models.CharField(blank=True, default='', max_length=64)),
                ('problem', models.CharField(blank=True, default='', max_length=300)),
                ('user', models.ForeignKey(null=True, on_delete=models.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField(db_default=Now())),
            ],
            options={
                'db_table': 'annotation_prolificmessage',
                'ordering': ('pk',),
                'indexes': [
                    models.Index(fields=['study', '-at'], name='message_by_time'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('message', ''), _negated=True), fields=('study', 'message'), name='each_message_of_prolific_once'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', 'received'), _negated=True), models.Q(('message', ''), _negated=True), _connector='OR'), name='a_received_message_has_an_id'),
                ],
            },
        ),
    ]
