"""Mark every campaign for a recount, which `migrate` does next: the rules of counting changed."""

from django.db import migrations

MARK = "UPDATE annotation_agreementstate SET reconciled_at = NULL, reconciled_version = NULL"


class Migration(migrations.Migration):
    dependencies = [("annotation", "0099_rounds_in_measure")]
    operations = [migrations.RunSQL(MARK, migrations.RunSQL.noop)]
