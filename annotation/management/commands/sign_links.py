"""`manage.py sign_links`: sign a link to a campaign for each of a list of ids."""

import csv
import sys
from typing import TypedDict, Unpack

from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils.http import urlencode

from annotation.management.base import MidpathCommand, campaign_named
from annotation.services.people.trust import MAX_DAYS, end_links, sign_links
from midpath.exchange.spreadsheets import harmless


class Flags(TypedDict):
    """The flags that are read here."""

    campaign: str
    site: str
    days: int
    end: bool


class Command(MidpathCommand):
    help = (
        "Sign a link for each id on standard input (one per line), and print a table (CSV) of ids "
        "and links. Anyone who has a link can work under its id. The links are not stored. The "
        "campaign must accept only signed links."
    )
    examples = """
  manage.py sign_links 3 --site https://midpath.example < ids.txt > links.csv
  manage.py sign_links 3 --site https://midpath.example --days 60 < ids.txt
  manage.py sign_links 3 --end            # no link so far opens anything any more
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", metavar="CAMPAIGN", help="the campaign's number or code")
        parser.add_argument(
            "--site",
            default="",
            metavar="ADDRESS",
            help="the address of this server, in front of each link",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=14,
            help=f"for how many days the links are valid, at most {MAX_DAYS} (default: 14)",
        )
        parser.add_argument("--end", action="store_true", help="revoke all links instead")

    def handle(self, **options: Unpack[Flags]) -> None:
        campaign = campaign_named(options["campaign"])
        if options["end"]:
            end_links(campaign=campaign, user=None)
            self.stdout.write("All links were revoked.")
            return
        ids = sys.stdin.read().splitlines()
        links = sign_links(campaign=campaign, user=None, ids=ids, days=options["days"])
        join_url = options["site"].rstrip("/") + reverse("worker:join", args=(campaign.code,))
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow(("id", "link", "until"))
        for one in links:
            address = f"{join_url}?{urlencode(one.query)}"
            writer.writerow([harmless(one.worker), address, one.until.isoformat()])
