"""Run a `manage.py` command without a server: under another name, only on files."""

import re
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Protocol

from django.core.management import get_commands, load_command_class
from django.core.management.base import CommandError, CommandParser, OutputWrapper

from annotation.addons import modules_of_addons
from annotation.management.base import MidpathCommand
from annotation.management.streams import whole_output

# Of the commands mentioned in messages, only these and those of add-ons belong to the program.
CORE = ("score", "compare", "verify")


class WithoutServer(Protocol):
    """The functions of this module, for code that imports it late."""

    def run(self, program: str, name: str, words: Sequence[str]) -> None: ...
    def parser_of(self, program: str, name: str) -> CommandParser: ...


def run(program: str, name: str, words: Sequence[str]) -> None:
    """Run the command with these arguments; exit with 1 if it fails, and with 2 if it is
    misused."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = _command(program, name)
    try:
        with whole_output():
            options = vars(_parser(command, program, name).parse_args(list(words)))
        command.execute(*options.pop("args", ()), **options)
    except CommandError as error:
        command.stderr.write(f"{program} {name}: {error}")
        sys.exit(error.returncode)


def parser_of(program: str, name: str) -> CommandParser:
    return _parser(_command(program, name), program, name)


def called_by(program: str, text: str) -> str:
    """Return the text with commands spelt as this program calls them.

    >>> called_by("midpath", "Use manage.py score, then manage.py migrate.")
    'Use midpath score, then manage.py migrate.'
    """
    names = [
        *CORE,
        *(name for module in modules_of_addons("without_server") for name in module.COMMANDS),
    ]
    return re.sub(rf"(?:\./)?manage\.py (?=(?:{'|'.join(names)})\b)", f"{program} ", text)


class _Errors(OutputWrapper):
    """A standard error stream whose messages name the program's commands."""

    def __init__(self, program: str) -> None:
        super().__init__(sys.stderr)
        self._program = program

    def write(  # type: ignore[override]
        self,
        msg: str = "",
        style_func: Callable[[str], str] | None = None,
        ending: str | None = None,
    ) -> None:
        super().write(called_by(self._program, msg), style_func, ending)


def _command(program: str, name: str) -> MidpathCommand:
    command = load_command_class(get_commands()[name], name)
    if not isinstance(command, MidpathCommand):
        raise TypeError(f"{name} is not a command of Midpath")
    command.files_only = True
    command._called_from_command_line = True
    errors = _Errors(program)
    errors.style_func = command.stderr.style_func
    command.stderr = errors
    return command


def _parser(command: MidpathCommand, program: str, name: str) -> CommandParser:
    parser = command.create_parser(program, name)
    for action in parser._actions:
        action.help = action.help and called_by(program, action.help)
    parser.description = called_by(program, parser.description or "")
    parser.epilog = called_by(program, parser.epilog or "")
    return parser
