"""`manage.py operator`: let an account see and replay failed tasks."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.accounts.accounts import account_named, set_operator


class Command(MidpathCommand):
    help = (
        "Make an account an operator's: Failed tasks appears in its menu, where it can replay and "
        "discard them. It gets no access to projects. --undo takes this back."
    )
    examples = """
  manage.py operator ada
  manage.py operator ada --undo
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the account's name")
        parser.add_argument("--undo", action="store_true", help="make it no operator's any more")

    def handle(self, *, username: str, undo: bool, **options: object) -> None:
        user = account_named(username)
        set_operator(user=user, is_operator=not undo)
        self.stdout.write(f"{user.username} is {'no longer' if undo else 'now'} an operator.")
