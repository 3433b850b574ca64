"""A command: its help, its options and its work."""

import argparse
import os
import signal
import sys
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from midpath.console.errors import CommandError
from midpath.console.output import Lines, Standard
from midpath.console.streams import prepare_output, whole_output
from midpath.text.characters import visible

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

MISUSED, STOPPED = 2, 130


class Command(ABC):
    """A command on files. `help` says what it does, and `examples` show it."""

    help: ClassVar[str]
    examples: ClassVar[str]

    def __init__(self, stdout: Lines, stderr: Lines) -> None:
        self.stdout, self.stderr = stdout, stderr

    @classmethod
    def advice(cls, words: Sequence[str]) -> str:
        """Return what to do about words that no option takes."""
        return ""

    @classmethod
    @abstractmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        """Add the options."""

    @abstractmethod
    def handle(self, *args: Any, **options: Any) -> None:
        """Do the work, or raise CommandError."""


class OneLineParser(argparse.ArgumentParser):
    """A parser that reports an invalid option in one line, with a pointer to the help."""

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help. Raise an error if it cannot be written, which argparse would hide."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        sentence = f"{message.removesuffix('.')}."
        self.exit(MISUSED, f"{self.prog}: {sentence} {self.prog} --help lists all options.\n")


def run_command(program: str, command: type[Command], name: str, words: Sequence[str]) -> None:
    """Run the command with these words; exit with 1 if it fails, and with 2 if it is misused."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    errors = Standard(errors=True)
    try:
        prepare_output()
        with whole_output():
            parser = parser_of(program, command, name)
            options, unknown = parser.parse_known_args(list(words))
            if unknown:
                advice = command.advice(unknown)
                parser.error(f"unrecognized arguments: {' '.join(unknown)}.{advice}")
            command(Standard(), errors).handle(**vars(options))
    except CommandError as error:
        _end(errors, f"{program} {name}: {error}", error.returncode)
    except MemoryError:
        _end(errors, "There is not enough memory for this. Use less data or fewer options.", 1)
    except KeyboardInterrupt:
        _end(errors, f"{program} {name}: Stopped.", STOPPED)


def parser_of(program: str, command: type[Command], name: str) -> OneLineParser:
    parser = OneLineParser(
        prog=f"{program} {name}",
        description=textwrap.fill(command.help, 79),
        epilog=f"examples:\n{command.examples.strip(os.linesep)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    return parser


def _end(errors: Lines, message: str, code: int) -> NoReturn:
    """Print the message, whose file names could contain control characters, and exit."""
    errors.write("\n".join(map(visible, message.split("\n"))))
    sys.exit(code)
