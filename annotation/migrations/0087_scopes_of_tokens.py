import django.contrib.postgres.fields
from django.db import migrations, models

USUAL = ["read", "files", "write", "work", "money", "people", "delete"]


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0086_webhooks'),
    ]

    operations = [
        # Tokens that there are keep what they may.
        migrations.AddField(
            model_name='apitoken',
            name='scopes',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), default=USUAL, size=None),
            preserve_default=False,
        ),
        migrations.RunSQL(
            "UPDATE annotation_apitoken SET scopes = scopes || 'ids'::varchar WHERE reads_ids",
            "UPDATE annotation_apitoken SET reads_ids = 'ids' = ANY(scopes)",
        ),
        migrations.RemoveField(
            model_name='apitoken',
            name='reads_ids',
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('scopes__len__gt', 0), ('scopes__contained_by', ['read', 'files', 'write', 'work', 'money', 'people', 'delete', 'ids'])), name='a_token_has_scopes_that_there_are'),
        ),
    ]
