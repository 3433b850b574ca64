"""Removing a member revokes their tokens from now on; those of members removed before, which would
open the project again once they are added again, are revoked here."""

from django.db import migrations

REVOKE = """
UPDATE annotation_apitoken token SET revoked_at = now()
WHERE revoked_at IS NULL AND NOT EXISTS (
    SELECT FROM annotation_membership member
    WHERE member.project_id = token.project_id AND member.user_id = token.user_id)
"""


class Migration(migrations.Migration):
    dependencies = (("annotation", "0029_reports_count_judgments"),)
    operations = (migrations.RunSQL(REVOKE, migrations.RunSQL.noop),)
