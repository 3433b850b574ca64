"""`manage.py create_researcher`: create an account, and optionally a project for it."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.management.passwords import add_password_argument, ask_password
from annotation.services.accounts.accounts import create_account, require_name


class Command(MidpathCommand):
    help = (
        "Create a researcher's account. The command prompts for the password or reads it from the "
        "first line of standard input, never from the command line."
    )
    examples = """
  manage.py create_researcher ada
  manage.py create_researcher ada --project "Query study"
  pass show midpath/ada | manage.py create_researcher ada --password-stdin
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="letters, digits and @ . + - _")
        parser.add_argument("--project", metavar="NAME", help="also create a project, owned by it")
        add_password_argument(parser)

    def handle(
        self, *, username: str, password_stdin: bool, project: str | None, **options: object
    ) -> None:
        require_name(username)
        user = create_account(
            username=username, password=ask_password(from_stdin=password_stdin), project=project
        )
        self.stdout.write(f"{user.username} can sign in now.")
