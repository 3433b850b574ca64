"""`manage.py set_password`: set a new password for an account."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.management.passwords import add_password_argument, ask_password
from annotation.services.accounts.accounts import account_named, set_password


class Command(MidpathCommand):
    help = (
        "Set a new password for an account, if its owner forgot it or others may know it. All its "
        "sessions end. Its API tokens stay; disable_account revokes them."
    )
    examples = """
  manage.py set_password ada
  pass show midpath/ada | manage.py set_password ada --password-stdin
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the account's name")
        add_password_argument(parser)

    def handle(self, *, username: str, password_stdin: bool, **options: object) -> None:
        user = account_named(username)
        set_password(user=user, password=ask_password(from_stdin=password_stdin))
        self.stdout.write(f"{user.username} has a new password; all their sessions have ended.")
