"""`manage.py disable_account`: disable sign-in to an account."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.accounts.accounts import account_named, disable_account, enable_account


class Command(MidpathCommand):
    help = (
        "Disable a researcher's account: its sessions end at once, its API tokens are revoked "
        "permanently, and it can no longer sign in. Its projects and data stay. --undo lets it "
        "sign in again."
    )
    examples = """
  manage.py disable_account ada
  manage.py disable_account ada --undo
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the account's name")
        parser.add_argument("--undo", action="store_true", help="let it sign in again")

    def handle(self, *, username: str, undo: bool, **options: object) -> None:
        user = account_named(username)
        if undo:
            enable_account(user=user)
            self.stdout.write(
                f"{user.username} can sign in again; API tokens must be issued again."
            )
        else:
            disable_account(user=user)
            self.stdout.write(f"{user.username} can no longer sign in.")
