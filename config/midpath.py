"""`midpath`: the commands that need no server, as a separate program.

Each runs the command of `manage.py` with the same name, so both print the same. A new one is a line
in COMMANDS, or in an add-on's module `without_server`. No part of Django is imported before a
command is chosen, so that help and command completion are instant.
"""

import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, cast

import argcomplete
from argcomplete.shell_integration import shellcode

from agreement.version import VERSION
from config.addon_commands import commands_of_addons

if TYPE_CHECKING:
    from annotation.management.without_server import WithoutServer

PROGRAM = "midpath"
STOPPED, MISUSED = 130, 2
SHELLS = ("bash", "zsh", "fish")
COMMANDS = {
    "score": "compute how well people agree, from files of their judgments",
    "compare": "compare a crowd with gold, from two files",
    **commands_of_addons(),
    "verify": "check whether a snapshot of a campaign is authentic",
}
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
        without_server().run(PROGRAM, name, rest)
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
    sys.stdout.write(shellcode([PROGRAM], shell=words[0]))
    return 0


def completed_parser(typed: Sequence[str]) -> ArgumentParser:
    """Return a parser that knows all commands, and the options of the command being typed."""
    parser = ArgumentParser(PROGRAM)
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers()
    chosen = command_named(typed[1]) if len(typed) > 1 else None
    for name, about in COMMANDS.items():
        parents = [without_server().parser_of(PROGRAM, name)] if name == chosen else []
        named = typed[1] if name == chosen else name
        commands.add_parser(named, help=about, parents=parents, add_help=not parents)
    commands.add_parser("completion").add_argument("shell", choices=SHELLS)
    commands.add_parser("help").add_argument("command", choices=COMMANDS)
    return parser


def command_named(word: str) -> str | None:
    """Return the command, with hyphens or underscores in its name.

    >>> command_named("score"), command_named("serve")
    ('score', None)
    """
    name = word.replace("-", "_")
    return name if name in COMMANDS else None


def without_server() -> "WithoutServer":
    """Return the function that runs a command, with Django set up without a server. Server settings
    in the environment, such as database and secrets, are ignored.
    """
    for name in list(os.environ):
        if name.startswith("MIDPATH_") or name in {"DATABASE_URL", "REDIS_URL"}:
            del os.environ[name]
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ.update(import_module("config.safety").without_server([PROGRAM, "help"]))
    import_module("django").setup()
    return cast("WithoutServer", import_module("annotation.management.without_server"))


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
