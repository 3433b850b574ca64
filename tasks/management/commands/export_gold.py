"""`manage.py export_gold`: write all results of a campaign to one file that can be cited."""

from functools import partial
from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from analysis.exports.export import USUAL
from analysis.exports.export_registry import NAMES, export_file, exports_of
from annotation.management.base import MidpathCommand, campaign_named
from annotation.management.feeding import patiently
from annotation.models import Campaign
from annotation.services.accounts.access import audit_taken
from midpath.console.streams import write_parts
from midpath.exchange.files import STANDARD
from tasks.fold import fold_all


class Command(MidpathCommand):
    help = (
        "Write a campaign's judgments, with every consensus, its support and ties, the figures "
        "and the settings; of pairs also the judgments or the consensus alone. All of it is "
        "read "
        "at one moment. The same data gives the same bytes; their SHA-256 is printed. Workers "
        "appear as numbers."
    )
    examples = """
  manage.py export_gold 3                 # writes campaign-3-gold.json
  manage.py export_gold 3 -o Q500.json
  manage.py score --flat Q500.json        # finds the same figures
  manage.py export_gold 4 --as judgments-csv -o judged.csv
  manage.py score --pairs judged.csv      # so it does of pairs
  manage.py export_gold 5 --as evidence-jsonl -o evidence.jsonl
  manage.py score --evidence evidence.jsonl
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", metavar="CAMPAIGN", help="the campaign's number or code")
        parser.add_argument(
            "--as",
            dest="name",
            choices=NAMES,
            default=USUAL,
            metavar="NAME",
            help=f"which of {', '.join(NAMES)}: gold, all in one JSON file (default); of pairs "
            "also each judgment as a table or as JSON lines, the consensus as a table, and what "
            "crowd-kit takes",
        )
        parser.add_argument(
            "-o",
            "--output",
            type=Path,
            metavar="FILE",
            help="- is standard output; default: campaign-ID-gold.json",
        )

    def handle(self, *, name: str, output: Path | None, **options: object) -> None:
        campaign = campaign_named(str(options["campaign"]))
        export = exports_of(campaign).get(name)
        if export is None:
            known = ", ".join(exports_of(campaign))
            raise CommandError(f"{campaign} has no such file. Its files are: {known}.")
        if campaign.status != Campaign.Status.DRAFT:
            patiently(partial(fold_all, campaign.pk))
        file = export_file(campaign.pk, name)
        path = output or Path(f"campaign-{campaign.pk}-{export.ending}")
        write_parts(path, file.part(0, file.size - 1))
        audit_taken(campaign=campaign, user=None, name=path.name, digest=file.digest)
        out = self.stderr if str(path) == STANDARD else self.stdout
        out.write(f"{path}, {file.size:,} bytes")
        out.write(f"SHA-256 {file.digest}")
