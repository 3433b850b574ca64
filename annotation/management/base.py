"""Common parts of Midpath's commands: help with examples, and one-line errors."""

import argparse
import os
import re
import signal
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.management.base import DjangoHelpFormatter as DjangoFormatter
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.db.models import Model, QuerySet

from annotation.models import Campaign, Dataset
from annotation.services.errors import ServiceError
from midpath.console.command import Command
from midpath.console.errors import CommandError as ProgramError
from midpath.console.streams import prepare_output, whole_output
from midpath.program import COMMANDS
from midpath.text.characters import key_in

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

M = TypeVar("M", bound=Model)


class HelpFormatter(DjangoFormatter, argparse.RawDescriptionHelpFormatter):
    """A formatter that keeps the lines of examples."""


class OneLineParser(CommandParser):
    """A parser that reports an invalid option in one line, with a pointer to the help."""

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help. Raise an error if it cannot be written, which argparse would hide."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        if not self.called_from_command_line:
            raise CommandError(f"Error: {message}")
        self.exit(2, f"{self.prog}: {message}. {self.prog} --help lists all options.\n")


class MidpathCommand(BaseCommand):
    """A command of Midpath. `help` says what it does and `examples` show it; its own arguments
    follow."""

    examples = ""
    _called_from_command_line: bool
    requires_system_checks = ()
    suppressed_base_arguments = {
        *("--version", "--verbosity", "--settings", "--pythonpath"),
        *("--traceback", "--no-color", "--force-color"),
    }

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(
            prog_name, subcommand, formatter_class=HelpFormatter, **kwargs
        )
        parser.__class__ = OneLineParser
        parser.description = textwrap.fill(self.help, 79)
        parser.epilog = f"examples:\n{self.examples.strip(chr(10))}"
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run the command. Output from before the work begins, such as help and option errors, must
        not be lost either."""
        signal.signal(
            signal.SIGINT, signal.default_int_handler
        )  # manage.py has its own handler during startup
        ending = None
        try:
            with whole_output():
                try:
                    super().run_from_argv(argv)
                except SystemExit as exit_request:
                    ending = exit_request
        except (CommandError, ProgramError) as error:
            sys.exit(f"CommandError: {error}")
        if ending is not None:
            raise ending

    def execute(self, *args: Any, **options: Any) -> str | None:
        if os.environ.get("NO_COLOR") and not options.get("force_color"):
            options["no_color"] = True
        output = None
        try:
            prepare_output()
            with whole_output():
                output = super().execute(*args, **options)
        except ProgramError as error:
            raise CommandError(in_manage(str(error)), returncode=error.returncode) from error
        except ServiceError as error:
            raise CommandError(error.message) from error
        except (OperationalError, InterfaceError) as error:
            raise CommandError(f"The database cannot be used: {first_line(error)}") from error
        except ProgrammingError as error:
            raise CommandError(
                f"The database is not ready: {first_line(error)}. Run manage.py migrate."
            ) from error
        except ImproperlyConfigured as error:
            if settings.DATABASES["default"]["NAME"]:
                raise
            raise CommandError(
                "DATABASE_URL is not set. Set it, or use the demo's own database: "
                'make run COMMAND="manage.py ..."'
            ) from error
        except MemoryError as error:
            raise CommandError(
                "There is not enough memory for this. Use less data or fewer options."
            ) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None
        return output


class ProgramCommand(MidpathCommand):
    """A command of the program `midpath`."""

    program: ClassVar[type[Command]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help, self.examples = in_manage(self.program.help), in_manage(self.program.examples)

    def add_arguments(self, parser: CommandParser) -> None:
        self.program.add_arguments(parser)
        for action in parser._actions:
            action.help = action.help and in_manage(action.help)

    def handle(self, **options: Any) -> None:
        self.program(self.stdout, self.stderr).handle(**options)


def in_manage(text: str) -> str:
    """Return the text with the program's commands as those of `manage.py`.

    >>> in_manage("Use midpath score with midpath verify.")
    'Use manage.py score with manage.py verify.'
    """
    return re.sub(rf"\bmidpath (?=(?:{'|'.join(COMMANDS)})\b)", "manage.py ", text)


class CampaignsCommand(MidpathCommand):
    """A command for the given campaigns, or for all launched ones."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "campaigns", nargs="*", metavar="CAMPAIGN", help="numbers or codes; default: all"
        )

    def campaigns(self, values: Sequence[str]) -> list[Campaign]:
        named = [campaign_named(value) for value in values]
        if drafts := [c.name for c in named if c.status == Campaign.Status.DRAFT]:
            raise CommandError(f"{drafts[0]} is a draft and has no judgments yet.")
        launched = Campaign.objects.launched().filter(is_dry_run=False)
        campaigns = named or list(launched.order_by("pk"))
        if not campaigns:
            self.stdout.write("No campaign has been launched yet.")
        return campaigns


def summarize(outcomes: Mapping[str, int], left_out: Mapping[str, int], seconds: float) -> str:
    """Summarize how many judgments had which outcome, and the rate."""
    lines = [f"  {times:>9,}  {outcome}" for outcome, times in outcomes.items()]
    lines += [f"  {times:>9,}  left out: {reason}" for reason, times in left_out.items()]
    done = sum(outcomes.values())
    lines.append(f"  {seconds:>8,.1f}s  {done / max(seconds, 0.001):,.0f} a second")
    return "\n".join(lines)


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def campaign_named(value: str) -> Campaign:
    """Return the campaign with this number or link code."""
    campaigns = Campaign.objects.select_related("dataset__project")
    campaign = campaigns.filter(code=value).first()
    if campaign is None:
        campaign = campaigns.filter(pk=key_in(value) or 0).first()
    if campaign is None:
        real = campaigns.filter(is_dry_run=False).order_by("pk")
        known = [f"{c.pk} ({c.name})" for c in real[:10]]
        raise CommandError(
            f"There is no campaign {value!r}. Known: {', '.join(known) or 'none yet'}."
        )
    return campaign


def add_documents_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "documents", metavar="DATASET|FILE", help="a dataset's number or name, or a file"
    )


def dataset_named(value: str) -> Dataset:
    """Return the dataset with this name or number, for a command that also accepts a file of
    documents."""
    if not settings.DATABASES["default"]["NAME"]:
        raise CommandError(
            f"There is no file {value!r}, and no dataset either: DATABASE_URL is not set."
        )
    datasets = Dataset.objects.select_related("project")
    found = named_or_numbered(datasets, value)
    if found is None:
        documents = datasets.filter(kind=Dataset.Kind.DOCUMENTS).order_by("pk")[:10]
        known = ", ".join(f"{dataset.pk} ({dataset.name})" for dataset in documents)
        raise CommandError(
            f"There is no file and no dataset {value!r}. Documents: {known or 'none yet'}."
        )
    return found


def named_or_numbered(rows: QuerySet[M], value: str) -> M | None:
    # An argument from a shell may not be UTF-8, but names are.
    name = value.encode(errors="backslashreplace").decode()
    found = list(rows.filter(name=name)[:2])
    if len(found) > 1:
        several = rows.model._meta.verbose_name_plural
        raise CommandError(f"Several {several} are named {value!r}. Give the number of one.")
    return found[0] if found else rows.filter(pk=key_in(value) or 0).first()
