"""`manage.py remove_second_factor`: let somebody sign in who lost their phone and codes."""

from typing import Any

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.accounts.accounts import account_named, remove_second_factor


class Command(MidpathCommand):
    help = (
        "Take the second factor off an account whose owner lost their phone and recovery codes. "
        "Their password stays. Be sure that it is they who ask."
    )
    examples = """
  manage.py remove_second_factor ada
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, **options: Any) -> None:
        user = account_named(options["username"])
        remove_second_factor(user=user)
        self.stdout.write(f"{user.username} signs in by the password alone now.")
