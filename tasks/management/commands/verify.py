"""`manage.py verify`: verify a snapshot without any service."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from analysis.snapshots.archive_reader import BadSnapshot, open_snapshot
from analysis.snapshots.findings import Check, all_equal
from analysis.snapshots.verifying import Verified, verify
from annotation.exchange.signature import is_public_key
from annotation.management.base import MidpathCommand
from annotation.management.progress import ProgressLine
from annotation.tables.table import Column, Row, Table
from annotation.tables.terminal import Part, on_one_line, printed
from annotation.text.formatting import counted

DIFFERS = 3
MAX_SHOWN = 20


class Command(MidpathCommand):
    help = (
        "Verify a snapshot of a campaign: recompute every figure from its own judgments, "
        "exclusions and decisions, check its files by their SHA-256 and its signature, and report "
        "whether everything is equal, or where it differs. Needs no database and no server. Ends "
        "with 0 "
        "if all is equal, with 3 if not, and with 1 if the file is not a snapshot that can be read."
    )
    examples = """
  manage.py verify campaign-12.zip
  manage.py verify folder-of-its-files/
  manage.py verify campaign-12.zip --key keys.json
  manage.py verify campaign-12.zip --json > verified.json

A signature proves that the owner of the key made the snapshot, but not whose key
it is: compare it with the keys that the server publishes at
/.well-known/midpath-keys.json, or give these with --key.
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "snapshot",
            type=Path,
            metavar="FILE",
            help="the zip file of a snapshot, or the folder of its files",
        )
        parser.add_argument(
            "--key",
            action="append",
            default=[],
            metavar="KEY",
            help=(
                "a public key that must have signed it, or a file of keys as servers publish "
                "them; may be given several times"
            ),
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, key: Sequence[str], snapshot: Path, **options: object) -> None:
        keys = [one for given in key for one in _keys_in(given)]
        progress = ProgressLine(self.stderr)
        try:
            with open_snapshot(snapshot) as files:
                found = verify(files, keys, progress)
        except BadSnapshot as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(as_json(found), indent=2, ensure_ascii=False))
        else:
            self.stdout.write(printed(report(found), self.stdout))
        if not all_equal(found.checks):
            differ = sum(check.differ for check in found.checks)
            raise CommandError(
                f"{snapshot} does not match its contents: {counted(differ, 'difference')}.",
                returncode=DIFFERS,
            )


def _keys_in(given: str) -> list[str]:
    """Return a key, or the keys in a file as servers publish them."""
    if is_public_key(given):
        return [given]
    try:
        keys = [one["key"] for one in json.loads(Path(given).read_bytes())["keys"]]
    except OSError as error:
        raise CommandError(
            f"{given!r} is neither a public key nor a file of keys: {error.strerror}."
        ) from error
    except (ValueError, LookupError, TypeError) as error:
        raise CommandError(f"{given} contains no public keys as servers publish them.") from error
    if not keys or not all(isinstance(key, str) and is_public_key(key) for key in keys):
        raise CommandError(f"{given} contains no public keys as servers publish them.")
    return keys


def as_json(found: Verified) -> dict[str, object]:
    return {
        "equal": all_equal(found.checks),
        "campaign": found.manifest["campaign"]["name"],
        "made_at": found.manifest["made_at"],
        "sha256": found.digest,
        "signed_by": found.key or None,
        "keys_at": found.keys_at or None,
        "checks": [
            {
                "check": check.name,
                "compared": check.compared,
                "differ": check.differ,
                "note": check.note,
                "differences": [one._asdict() for one in check.differences],
            }
            for check in found.checks
        ],
    }


def report(found: Verified) -> Iterator[Part]:
    """Yield the findings. Texts in the snapshot are untrusted and must not look like a line of this
    output."""
    return (on_one_line(part) if isinstance(part, str) else part for part in _findings(found))


def _findings(found: Verified) -> Iterator[Part]:
    name, made_at = found.manifest["campaign"]["name"], found.manifest["made_at"]
    yield f"“{name}”, a snapshot made at {made_at}"
    yield f"SHA-256 of its manifest: {found.digest}"
    if found.key:
        yield f"Signed by the key {found.key}"
        yield f"Its owner publishes their keys at {found.keys_at}"
    yield ""
    yield Table(
        key="checks",
        columns=[Column("compared", "count"), Column("differ", "count")],
        rows=[Row(check.name, [check.compared, check.differ]) for check in found.checks],
    )
    yield ""
    for check in found.checks:
        if check.note:
            yield f"{check.name}: {check.note}"
    if all_equal(found.checks):
        yield "Equal: every figure follows from the contents of the snapshot."
        return
    for check in found.checks:
        yield from _differences(check)


def _differences(check: Check) -> Iterator[str]:
    for one in check.differences[:MAX_SHOWN]:
        yield f"{one.where}: {one.what}"
    if check.differ > MAX_SHOWN:
        yield f"… and {check.differ - MAX_SHOWN:,} more of the {check.name}"
