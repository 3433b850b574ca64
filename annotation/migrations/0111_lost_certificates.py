from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0110_dry_runs'),
    ]

    operations = [
        migrations.AddField(
            model_name='workersignals',
            name='lost_at',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='workersignals',
            name='lost_since',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='workersignals',
            name='state',
            field=models.CharField(choices=[('certified', 'certified reader'), ('lost', 'no longer certified'), ('open', 'not certified yet'), ('other', 'answers fit other texts better than their own')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='workersignals',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('certified_at__isnull', False), ('lost_at__isnull', False), ('lost_since__isnull', False), ('state', 'lost')), models.Q(('lost_at', None), ('lost_since', None), models.Q(('state', 'lost'), _negated=True)), _connector='OR'), name='lost_certificates_have_a_beginning_and_an_end'),
        ),
    ]
