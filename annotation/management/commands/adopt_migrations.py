"""`manage.py adopt_migrations`: record the new chain of migrations in a database of the old one."""

from collections.abc import Iterator

from django.core.management.base import CommandError
from django.db import ProgrammingError, connection
from psycopg2.errors import InsufficientPrivilege

from annotation.management.adoption import UPGRADE_FIRST, Different, adopt_migrations, facts_of
from annotation.management.base import MidpathCommand
from annotation.management.catalogue import Fact, hash_of

MAX_SHOWN = 20
NEEDS_RIGHT = (
    "This command runs the new migrations in a schema that is dropped afterwards, and needs the "
    "right to create one: GRANT CREATE ON DATABASE {NAME} TO {USER};"
)


class Command(MidpathCommand):
    help = (
        "Check that a database at the end of the old chain of migrations matches what this "
        "version's migrations create, and record these as applied. Only rows of django_migrations "
        "change; if anything differs, nothing changes. Stop web, worker and beat, and make a "
        "backup first."
    )
    examples = """
  manage.py adopt_migrations
"""

    def handle(self, **options: object) -> None:
        try:
            old, new = adopt_migrations(connection)
        except Different as different:
            raise CommandError("\n".join(_explained(different))) from different
        except ProgrammingError as error:
            if not isinstance(error.__cause__, InsufficientPrivilege):
                raise
            raise CommandError(NEEDS_RIGHT.format(**connection.settings_dict)) from error
        if not new:
            self.stdout.write("Nothing to adopt: this database does not have the old chain.")
            return
        self.stdout.write(
            f"The catalogue is equal: SHA-256 {hash_of(facts_of(connection))}\n"
            f"Replaced {old} rows of django_migrations with {new}. Now run manage.py migrate."
        )


def _explained(different: Different) -> Iterator[str]:
    yield f"{different} Nothing was changed."
    yield from _listed("Only in this database:", different.extra)
    yield from _listed("Missing in this database:", different.missing)
    yield (
        f"{UPGRADE_FIRST}, with all its add-ons in MIDPATH_ADDONS, and undo manual changes. "
        "Then run this again. manage.py catalogue prints the full catalogue."
    )


def _listed(title: str, facts: set[Fact]) -> Iterator[str]:
    if facts:
        yield title
        yield from (f"  {fact}" for fact in sorted(facts)[:MAX_SHOWN])
    if len(facts) > MAX_SHOWN:
        yield f"  … and {len(facts) - MAX_SHOWN} more"
