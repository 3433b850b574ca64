"""What all of Midpath's commands share: help with an example, and errors of one line."""

import argparse
import os
import resource
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.management.base import DjangoHelpFormatter as DjangoFormatter
from django.db import InterfaceError, OperationalError, ProgrammingError

from annotation.models import Campaign, Dataset
from annotation.services.errors import ServiceError

T = TypeVar("T", int, float)
KILOBYTE, MEGABYTE = 2**10, 2**20


class HelpFormatter(DjangoFormatter, argparse.RawDescriptionHelpFormatter):
    """Examples keep their lines."""


class MidpathCommand(BaseCommand):
    """`help` says what the command does, `examples` show it; then come its own arguments."""

    examples: ClassVar[str] = ""
    requires_system_checks = ()
    suppressed_base_arguments = {
        *("--version", "--verbosity", "--settings", "--pythonpath"),
        *("--traceback", "--no-color", "--force-color"),
    }

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(
            prog_name, subcommand, formatter_class=HelpFormatter, **kwargs
        )
        parser.description = textwrap.fill(self.help, 79)
        parser.epilog = f"examples:\n{self.examples.strip(chr(10))}"
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            output = super().execute(*args, **options)
            sys.stdout.flush()
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
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None
        except BrokenPipeError:
            # Whoever read our output has seen enough; the interpreter must not complain at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return None
        return output


class CampaignsCommand(MidpathCommand):
    """For the campaigns that are named, or for all that were launched."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "campaigns", nargs="*", metavar="CAMPAIGN", help="numbers or codes; default: all"
        )

    def campaigns(self, values: Sequence[str]) -> list[Campaign]:
        named = [campaign_named(value) for value in values]
        if drafts := [c.name for c in named if c.status == Campaign.Status.DRAFT]:
            raise CommandError(f"{drafts[0]} is a draft: it has no judgments yet.")
        campaigns = named or list(Campaign.objects.launched().order_by("pk"))
        if not campaigns:
            self.stdout.write("No campaign has been launched yet.")
        return campaigns


def positive(kind: Callable[[str], T]) -> Callable[[str], T]:
    """For an argument that must be a number above zero."""

    def read(value: str) -> T:
        try:
            number = kind(value)
        except ValueError:
            number = None
        if number is None or not 0 < float(value) < 1e9:
            raise argparse.ArgumentTypeError(f"{value!r} is not a number above zero")
        return number

    return read


def summarize(outcomes: Mapping[str, int], left_out: Mapping[str, int], seconds: float) -> str:
    """What became of the judgments, and how fast."""
    lines = [f"  {times:>9,}  {outcome}" for outcome, times in outcomes.items()]
    lines += [f"  {times:>9,}  left out: {reason}" for reason, times in left_out.items()]
    done = sum(outcomes.values())
    lines.append(f"  {seconds:>8,.1f}s  {done / max(seconds, 0.001):,.0f} a second")
    return "\n".join(lines)


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def campaign_named(value: str) -> Campaign:
    """By its number, or by the code in its link."""
    campaigns = Campaign.objects.select_related("dataset__project")
    campaign = campaigns.filter(code=value).first()
    if campaign is None and value.isascii() and value.isdigit() and len(value) < 19:
        campaign = campaigns.filter(pk=int(value)).first()
    if campaign is None:
        known = [f"{c.pk} ({c.name})" for c in campaigns.order_by("pk")[:10]]
        raise CommandError(
            f"There is no campaign {value!r}. Known: {', '.join(known) or 'none yet'}."
        )
    return campaign


def dataset_named(value: str) -> Dataset:
    """By its name or its number; of a command that would take a file of documents, too."""
    datasets = Dataset.objects.select_related("project")
    found = list(datasets.filter(name=value).order_by("pk")[:2])
    if not found and value.isascii() and value.isdigit() and len(value) < 19:
        found = list(datasets.filter(pk=int(value)))
    if len(found) > 1:
        raise CommandError(f"Several datasets are named {value!r}. Give the number of one.")
    if not found:
        documents = datasets.filter(kind=Dataset.Kind.DOCUMENTS).order_by("pk")[:10]
        known = ", ".join(f"{dataset.pk} ({dataset.name})" for dataset in documents)
        raise CommandError(
            f"There is no file and no dataset {value!r}. Documents: {known or 'none yet'}."
        )
    return found[0]


def peak_megabytes() -> float:
    """Of this process since it began; Linux tells kilobytes, macOS bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (MEGABYTE if sys.platform == "darwin" else KILOBYTE)
