"""`manage.py create_researcher`: an account, and a project of its own if asked."""

import getpass
import sys
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from annotation.management.base import MidpathCommand
from annotation.models import User
from annotation.services.projects import create_project


class Command(MidpathCommand):
    help = (
        "Create a researcher's account. The password is asked for, or read from the first line of "
        "standard input; it never stands on the command line."
    )
    examples = """
  manage.py create_researcher ada
  manage.py create_researcher ada --project "Query study"
  pass show midpath/ada | manage.py create_researcher ada --password-stdin
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="letters, digits and @ . + - _")
        parser.add_argument("--project", metavar="NAME", help="also create a project, owned by it")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input"
        )

    def handle(self, **options: Any) -> None:
        user = User(username=User.normalize_username(options["username"]))
        try:
            user.full_clean(exclude=["password"])
            password = self._password(from_stdin=options["password_stdin"])
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        with transaction.atomic():
            user.save()
            if options["project"] is not None:
                create_project(user=user, name=options["project"])
        self.stdout.write(f"{user.username} can sign in now.")

    def _password(self, *, from_stdin: bool) -> str:
        if from_stdin:
            return sys.stdin.readline().rstrip("\r\n")
        if not sys.stdin.isatty():
            raise CommandError("There is no terminal to ask on. Use --password-stdin.")
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Password again: "):
            raise CommandError("The two passwords differ. Nothing was created.")
        return password
