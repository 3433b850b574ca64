"""`manage.py forget_sign_on`: disconnect an account from its person at the identity provider."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.accounts.accounts import account_named
from annotation.services.accounts.sign_on import forget_sign_on


class Command(MidpathCommand):
    help = (
        "Unlink an account from its person at the identity provider, who can then no longer sign "
        "in to it with single sign-on. Its password and sessions stay. The next person who comes "
        "with its confirmed address is linked to it."
    )
    examples = """
  manage.py forget_sign_on ada
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *, username: str, **options: object) -> None:
        user = account_named(username)
        forget_sign_on(user=user)
        self.stdout.write(f"{user.username} is no longer linked to anyone.")
