"""The program `midpath`: its commands, help and completion.

A new command is a line in COMMANDS and a module of `midpath.commands`, which is imported when the
command is chosen, so that help and completion are instant.
"""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from agreement.version import VERSION
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    import argcomplete
    from argcomplete import shell_integration

    from midpath.console import command as commands
    from midpath.console.command import Command
else:
    argcomplete = LazyModule("argcomplete")
    shell_integration = LazyModule("argcomplete.shell_integration")
    commands = LazyModule("midpath.console.command")

PROGRAM = "midpath"
STOPPED, MISUSED, FAILED = 130, 2, 1
SHELLS = ("bash", "zsh", "fish")
COMMANDS = {
    "score": "compute how well people agree, from files of their judgments",
    "compare": "compare a crowd with gold, from two files",
    "align": "group sections of documents by topic",
    "boundaries": "propose section boundaries, and apply those that a crowd accepts",
    "corpus": "describe documents, and convert them from and to XML",
    "draw_pairs": "sample pairs of sections, equally from each quarter of similarity",
    "sample": "sample texts or sentences, or make random texts, by length",
    "lengths": "compare the numbers of words of the texts in several files",
    "typology": "decide whether a language has prepositions or postpositions",
    "null": "print how far apart two random segmentations are, exactly",
    "papers": "recompute the tables and figures of the papers behind Midpath",
    "verify": "check whether a snapshot of a campaign is authentic",
}
# The libraries of the extra `text`.
OF_TEXTS = {"fsspec", "nh3", "nupunkt", "scipy", "sklearn", "threadpoolctl"}
INSTALL = "Install the extra “text”, in a copy of Midpath: pip install '.[text]'"
HELP = """\
usage: midpath COMMAND [options]

Compute how well annotators agree, from files on this machine. No server and
no database are needed, and nothing is sent anywhere.

commands:
{commands}

  help COMMAND       show a command's options and examples, as COMMAND --help
  completion SHELL   print a script for completion in bash, zsh or fish

options:
  -h, --help         show this help
  --version          show the version

examples:
  midpath score --labels labels.csv
  midpath score --pairs judgments.csv --interval --json > figures.json
  midpath compare --crowd-flat crowd.json --gold-flat gold.json
  midpath compare --crowd-labels labels.csv --gold-labels gold.csv
  midpath verify campaign-12.zip --key keys.json
  eval "$(midpath completion bash)"

Figures are printed as tables, and as JSON with --json. Progress and remarks
go to standard error. The exit code is 0 on success, 1 if a file cannot be
used, 2 for wrong arguments, 3 if verify found a difference or no key was
named, and 130 if you interrupted the program. Set NO_COLOR to print without
colours.
"""


def main() -> None:
    signal.signal(signal.SIGINT, stop)
    if "_ARGCOMPLETE" in os.environ:
        argcomplete.autocomplete(completed_parser(os.environ.get("COMP_LINE", "").split()))
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Return the exit code. A command that fails exits by itself."""
    first, *rest = words or ["--help"]
    if first == "help":
        first, *rest = [*rest, "--help"]
    if (name := command_named(first)) is not None:
        try:
            command = command_of(name)
        except ModuleNotFoundError as error:
            return not_installed(name, error)
        commands.run_command(PROGRAM, command, name, rest)
    elif first == "completion":
        return completion(rest)
    elif first in {"-h", "--help"}:
        sys.stdout.write(help_text())
    elif first == "--version":
        sys.stdout.write(f"{PROGRAM} {VERSION}\n")
    else:
        return misused(f"there is no command {first!r}{meant(first)}")
    return 0


def completion(words: Sequence[str]) -> int:
    """Print the script that the shell has to read once."""
    if len(words) != 1 or words[0] not in SHELLS:
        return misused("completion is for one of bash, zsh and fish")
    sys.stdout.write(shell_integration.shellcode([PROGRAM], shell=words[0]))
    return 0


def completed_parser(typed: Sequence[str]) -> ArgumentParser:
    """Return a parser that knows all commands, and the options of the command being typed."""
    parser = ArgumentParser(PROGRAM)
    parser.add_argument("--version", action="store_true")
    known = parser.add_subparsers()
    chosen = command_named(typed[1]) if len(typed) > 1 else None
    for name, about in COMMANDS.items():
        parents = []
        if name == chosen:
            parents = [commands.parser_of(PROGRAM, command_of(name), name)]
        named = typed[1] if name == chosen else name
        known.add_parser(named, help=about, parents=parents, add_help=not parents)
    known.add_parser("completion").add_argument("shell", choices=SHELLS)
    known.add_parser("help").add_argument("command", choices=COMMANDS)
    return parser


def command_named(word: str) -> str | None:
    """Return the command, with hyphens or underscores in its name.

    >>> command_named("score"), command_named("serve")
    ('score', None)
    """
    name = word.replace("-", "_")
    return name if name in COMMANDS else None


def command_of(name: str) -> "type[Command]":
    found: type[Command] = import_module(f"midpath.commands.{name}").command
    return found


def not_installed(command: str, error: ModuleNotFoundError) -> int:
    """Print what to install for a command whose libraries are missing."""
    library = (error.name or "").partition(".")[0]
    if library not in OF_TEXTS:
        raise error
    sys.stderr.write(f"{PROGRAM} {command}: {library} is not installed. {INSTALL}\n")
    return FAILED


def help_text() -> str:
    widest = max(map(len, COMMANDS))
    lines = [f"  {name:<{widest}}  {about}" for name, about in COMMANDS.items()]
    return HELP.format(commands="\n".join(lines))


def meant(word: str) -> str:
    close = get_close_matches(word, [*COMMANDS, "help", "completion"], 1)
    return f". Do you mean {close[0]}?" if close else ""


def misused(why: str) -> int:
    end = "" if why.endswith("?") else "."
    sys.stderr.write(f"{PROGRAM}: {why}{end} {PROGRAM} --help lists all commands.\n")
    return MISUSED


def stop(*_: object) -> None:
    """Exit with a one-line message; an exception during imports would print a traceback."""
    os.write(2, b"Stopped.\n")
    os._exit(STOPPED)
