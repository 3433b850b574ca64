"""`manage.py remove_second_factor`: remove the second factor of someone who lost their phone and
codes."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.accounts.accounts import account_named, remove_second_factor


class Command(MidpathCommand):
    help = (
        "Remove the second factor from an account whose owner lost their phone and recovery codes. "
        "Their password stays. Make sure that the request is really theirs."
    )
    examples = """
  manage.py remove_second_factor ada
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *, username: str, **options: object) -> None:
        user = account_named(username)
        remove_second_factor(user=user)
        self.stdout.write(f"{user.username} can now sign in with only the password.")
