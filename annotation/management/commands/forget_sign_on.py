"""`manage.py forget_sign_on`: part an account from the person of the identity provider."""

from typing import Any

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.accounts.accounts import account_named
from annotation.services.accounts.sign_on import forget_sign_on


class Command(MidpathCommand):
    help = (
        "Part an account from the person of the identity provider that it is joined to, who then "
        "signs in to it no more by single sign-on. Its password and its sessions stay. The next "
        "one to come with its confirmed address is joined to it."
    )
    examples = """
  manage.py forget_sign_on ada
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, **options: Any) -> None:
        user = account_named(options["username"])
        forget_sign_on(user=user)
        self.stdout.write(f"{user.username} is joined to nobody any more.")
