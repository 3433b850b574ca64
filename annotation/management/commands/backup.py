"""`manage.py backup`: write a dump of the database with digests."""

from pathlib import Path

from django.core.management.base import CommandParser

from annotation.management.backups import back_up, manifest_of
from annotation.management.base import MidpathCommand


class Command(MidpathCommand):
    help = (
        "Write a dump of the database, and next to it a manifest with the SHA-256 of the dump and "
        "a digest of each table. People may work meanwhile: both describe one moment. The command "
        "needs PostgreSQL's client programs, of the server's version or a later one. Also keep "
        "MIDPATH_SECRET_KEY, without which workers' sessions and stored tokens are lost."
    )
    examples = """
  manage.py backup /backups/midpath-2026-01-31.dump
  manage.py backup midpath.dump --programs /usr/lib/postgresql/15/bin
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dump", metavar="FILE", type=Path, help="the dump to write")
        parser.add_argument(
            "--programs", metavar="FOLDER", type=Path, help="where pg_dump is; default: the PATH"
        )

    def handle(self, *, dump: Path, programs: Path | None, **options: object) -> None:
        manifest = back_up(dump, programs)
        rows = sum(table["rows"] for table in manifest["tables"].values())
        self.stdout.write(f"{dump}: {manifest['bytes']:,} bytes, SHA-256 {manifest['sha256']}")
        self.stdout.write(f"{manifest_of(dump)}: {len(manifest['tables'])} tables, {rows:,} rows")
