from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('annotation', '0074_snapshots'),
    ]

    operations = [
        migrations.AlterField(
            model_name='knownanswer',
            name='source',
            field=models.CharField(choices=[('drawn', 'drawn by a researcher'), ('judged', 'from the judgments'), ('file', 'from the file'), ('copied', 'from another campaign'), ('sent', 'sent by a program')], max_length=10),
        ),
    ]
