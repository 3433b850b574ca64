"""`manage.py restore`: restore a dump into an empty database, and verify it."""

from pathlib import Path

from django.core.management.base import CommandParser

from annotation.management.backups import restore
from annotation.management.base import MidpathCommand


class Command(MidpathCommand):
    help = (
        "Restore a dump that backup wrote into the empty database of DATABASE_URL, all of it or "
        "nothing, and compare each table with the digests of the manifest. A database that is not "
        "empty or in use is refused."
    )
    examples = """
  createdb midpath
  manage.py restore /backups/midpath-2026-01-31.dump
  manage.py migrate
  manage.py reconcile
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dump", metavar="FILE", type=Path, help="the dump to restore")
        parser.add_argument(
            "--programs", metavar="FOLDER", type=Path, help="where pg_restore is; default: the PATH"
        )

    def handle(self, *, dump: Path, programs: Path | None, **options: object) -> None:
        manifest = restore(dump, programs)
        rows = sum(table["rows"] for table in manifest["tables"].values())
        self.stdout.write(f"The backup of {manifest['made_at']} is restored.")
        self.stdout.write(f"{len(manifest['tables'])} tables with {rows:,} rows: digests are equal")
        self.stdout.write("Now run manage.py migrate and manage.py reconcile.")
