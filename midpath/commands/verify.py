"""`midpath verify`: verify a snapshot."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.progress import ProgressLine
from midpath.exchange.signature import is_public_key
from midpath.snapshots.archive_reader import BadSnapshot, open_snapshot
from midpath.snapshots.findings import Check
from midpath.snapshots.manifest import KEYS
from midpath.snapshots.verifying import Verified, verify
from midpath.tables.table import Column, Part, Row, Table
from midpath.tables.terminal import on_one_line, printed
from midpath.text.formatting import counted
from midpath.text.indented_json import indented_json

NOT_VERIFIED = 3
MAX_SHOWN = 20


class Verify(Command):
    help = (
        "Verify a snapshot of a campaign: recompute every figure from its own judgments, "
        "exclusions and decisions, check its files by their SHA-256 and its signature, and report "
        "whether everything is equal, or where it differs. Needs no database and no server. Ends "
        "with 0 if all is equal and a key that you named signed it, with 3 if not, and with 1 if "
        "the file is not a snapshot that can be read."
    )
    examples = """
  midpath verify campaign-12.zip --key keys.json
  midpath verify folder-of-its-files/ --key keys.json
  midpath verify campaign-12.zip --key keys.json --json > verified.json
  midpath verify campaign-12.zip --any-key

Anyone can change a snapshot, recompute its figures and sign it with a key of
their own. So save the keys of the server that you trust, and name them with
--key: its keys.json is at /.well-known/midpath-keys.json.
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        parser.add_argument(
            "snapshot",
            type=Path,
            metavar="FILE",
            help="the zip file of a snapshot, or the folder of its files",
        )
        signers = parser.add_mutually_exclusive_group()
        signers.add_argument(
            "--key",
            action="append",
            default=[],
            metavar="KEY",
            help=(
                "a public key that must have signed it, or a file of keys as servers publish "
                "them; may be given several times"
            ),
        )
        signers.add_argument(
            "--any-key", action="store_true", help="accept a signature by any key, no matter whose"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(
        self, *, key: Sequence[str], any_key: bool, snapshot: Path, **options: object
    ) -> None:
        keys = {one: given for given in key for one in _keys_in(given)}
        progress = ProgressLine(self.stderr)
        try:
            with open_snapshot(snapshot) as files:
                found = verify(files, keys, progress)
        except BadSnapshot as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            content = as_json(found, any_key=any_key)
            self.stdout.write(indented_json(content))
        else:
            self.stdout.write(printed(report(found, keys), self.stdout))
        if not found.equal:
            differ = sum(check.differ for check in found.checks)
            raise CommandError(
                f"{snapshot} is not verified: {counted(differ, 'difference')}.",
                returncode=NOT_VERIFIED,
            )
        if not _is_verified(found, any_key=any_key):
            raise CommandError(
                f"The figures of {snapshot} are correct, but you named no key, so anyone may have "
                f"made it. Save {KEYS} of the server that you trust as keys.json, and add --key "
                "keys.json. --any-key accepts any key.",
                returncode=NOT_VERIFIED,
            )


def _is_verified(found: Verified, *, any_key: bool) -> bool:
    return found.equal and (found.named or any_key)


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


def as_json(found: Verified, *, any_key: bool) -> dict[str, object]:
    return {
        "verified": _is_verified(found, any_key=any_key),
        "equal": found.equal,
        "key_named": found.named,
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


def report(found: Verified, keys: Mapping[str, str]) -> Iterator[Part]:
    """Yield the findings, with the source of the key. Texts in the snapshot are untrusted and must
    not look like a line of this output."""
    return (on_one_line(part) if isinstance(part, str) else part for part in _findings(found, keys))


def _findings(found: Verified, keys: Mapping[str, str]) -> Iterator[Part]:
    name, made_at = found.manifest["campaign"]["name"], found.manifest["made_at"]
    yield f"“{name}”, a snapshot made at {made_at}"
    yield f"SHA-256 of its manifest: {found.digest}"
    if found.key:
        yield f"It names {found.keys_at} as the address of its signer’s keys"
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
    if found.equal:
        yield "Equal: every figure follows from the contents of the snapshot."
    for check in found.checks:
        yield from _differences(check)
    yield _signer(found, keys)


def _signer(found: Verified, keys: Mapping[str, str]) -> str:
    """Return the sentence about whose key signed."""
    if not found.key:
        return "Signed by nobody: it has no valid signature."
    if found.named:
        source = keys[found.key]
        return f"Signed by the key {found.key}, which you named{_in_file(source, found.key)}."
    if keys:
        return f"Signed by the key {found.key}, which is none of those that you named."
    return f"Signed by the key {found.key}. You named no key, so its owner may be anyone."


def _in_file(source: str, key: str) -> str:
    return "" if source == key else f" in {source}"


def _differences(check: Check) -> Iterator[str]:
    for one in check.differences[:MAX_SHOWN]:
        yield f"{one.where}: {one.what}"
    if check.differ > MAX_SHOWN:
        yield f"… and {check.differ - MAX_SHOWN:,} more of the {check.name}"


command = Verify
