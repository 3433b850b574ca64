"""`manage.py set_role_settings`: give the database role the settings that sessions need."""

from django.conf import settings

from annotation.management.base import MidpathCommand
from annotation.services.session_settings import set_role_settings


class Command(MidpathCommand):
    help = (
        "Store the settings that Midpath needs in each session of the database with its role, in "
        "this database only. Behind a connection pool this is required, because sessions cannot "
        "request them. The role must be the one that web servers and workers use; it may change "
        "its own settings."
    )
    examples = """
  manage.py set_role_settings
"""

    def handle(self, **options: object) -> None:
        set_role_settings()
        for name, value in settings.SESSION_SETTINGS.items():
            self.stdout.write(f"{name} = {value}")
        self.stdout.write(
            "Sessions that are open do not have them yet: restart the pool, or send RECONNECT to "
            "PgBouncer's console. /health/ says whether they are in force."
        )
