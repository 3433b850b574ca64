"""Every claim and submit updates a row, so these tables leave room for it and are vacuumed early."""

from django.db import migrations

TIDY = """
ALTER TABLE annotation_{table} SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02);
"""
UNTIDY = """
ALTER TABLE annotation_{table} RESET (fillfactor, autovacuum_vacuum_scale_factor,
    autovacuum_analyze_scale_factor);
"""
TABLES = ("hit", "assignment", "enrolment", "judgment")


class Migration(migrations.Migration):
    dependencies = [("annotation", "0006_read_in_order")]
    operations = [
        migrations.RunSQL(TIDY.format(table=table), UNTIDY.format(table=table)) for table in TABLES
    ]
