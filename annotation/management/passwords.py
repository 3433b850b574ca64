"""Read passwords, but not from the command line, where histories and `ps` would show them."""

import getpass
import sys

from django.core.management.base import CommandError, CommandParser


def add_password_argument(parser: CommandParser) -> None:
    parser.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input"
    )


def ask_password(*, from_stdin: bool) -> str:
    """Return the first line of standard input, or a password typed twice the same."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CommandError("There is no terminal to ask for the password. Use --password-stdin.")
    password = getpass.getpass("Password: ")
    if password != getpass.getpass("Password again: "):
        raise CommandError("The two passwords differ. Nothing was changed.")
    return password
