"""`manage.py rotate_signing_key`: replace the key that signs snapshots."""

from django.core.management.base import CommandParser

from annotation.management.base import MidpathCommand
from annotation.services.snapshots.keys import keys_at, rotate_key


class Command(MidpathCommand):
    help = (
        "Create a new key for signing this server's snapshots. The old key signs nothing more; its "
        "signatures stay valid, and its public key stays listed at /.well-known/midpath-keys.json. "
        "Without --yes, the command only shows what it would do."
    )
    examples = """
  manage.py rotate_signing_key          # what would be done
  manage.py rotate_signing_key --yes
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do it; it cannot be undone")

    def handle(self, *, yes: bool, **options: object) -> None:
        if not yes:
            self.stdout.write("This would create a new key. Add --yes to do it.")
            return
        self.stdout.write(f"Snapshots are signed by {rotate_key().public} now.")
        self.stdout.write(f"It is published at {keys_at()}.")
