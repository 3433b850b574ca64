import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0109_rejections_so_far'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='is_dry_run',
            field=models.BooleanField(db_default=False, default=False, editable=False, help_text='A copy in a project without members, in which a researcher works as a worker.'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='dry_run_of',
            field=models.ForeignKey(editable=False, help_text='The campaign that it is a copy of.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='dry_runs', to='annotation.campaign'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('dry_run_of', None), ('is_dry_run', True), _connector='OR'), name='only_a_dry_run_is_of_another_campaign'),
        ),
    ]
