"""Verify a snapshot: recompute everything in it from its judgments, exclusions and decisions.
This checks its signature and the digests of its files, whether exactly the right judgments count,
whether each answer matches its vector, the final answer of each item, and every figure of the
manifest. Differences are reported. It needs no server. Items and judgments are stored on disk, so
memory use does not grow with them."""

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from typing import TypeGuard

from midpath.exchange.signature import BadSignature, check_signature
from midpath.json_types import JsonMapping
from midpath.recounts import RECOUNTS, recount_of
from midpath.snapshots.archive_reader import (
    MAX_CONCURRENT,
    UNREADABLE,
    BadSnapshot,
    SnapshotFiles,
    json_object,
    look_at,
    whole,
)
from midpath.snapshots.counting import FORMAT, UNSOUND
from midpath.snapshots.findings import Check, Progress, all_equal, shortened
from midpath.snapshots.gold_parts import GOLD
from midpath.snapshots.manifest import FIRST, MANIFEST, SIGNATURE, Manifest, StatedFile
from midpath.snapshots.recounting import Recount
from midpath.snapshots.rows import FIELDS

MAX_SIGNATURE = 1 << 16
# Inputs and targets of the recomputation.
READ = {*FIRST, *FIELDS, GOLD}


PARTS = {
    "campaign": dict,
    "made_at": str,
    **dict.fromkeys(("figures", "counts", "settled"), dict),
    **dict.fromkeys(("excluded", "withdrawn", "files"), list),
}
OF_CAMPAIGN = {"name": str, "scheme": str, "settings": dict}
OF_FILTER = {"asked": dict, "words": list, "items": int}


class Verified:
    """A verified snapshot: its manifest with the SHA-256, the signer, and the checks. The signer's
    key is `named` if it is one of those that the reader trusts."""

    def __init__(self, manifest: Manifest, body: bytes) -> None:
        self.manifest = manifest
        self.digest = hashlib.sha256(body).hexdigest()
        self.key = self.keys_at = ""
        self.named = False
        self.checks: list[Check] = []

    @property
    def equal(self) -> bool:
        """Return whether the snapshot matches its contents, its signature is valid and, if keys
        were given, made with one of them."""
        return all_equal(self.checks)


def verify(files: SnapshotFiles, keys: Collection[str], progress: Progress) -> Verified:
    """Verify a snapshot. If keys are given, one of them must have signed it."""
    try:
        with ExitStack() as aside:
            return _verified(files, keys, progress, aside)
    except RecursionError as error:
        raise BadSnapshot("Some of its data is nested too deeply for a snapshot.") from error
    except sqlite3.OperationalError as error:
        raise BadSnapshot(
            f"Its rows cannot be stored temporarily: {error}. Free some space, or name another "
            "folder in TMPDIR."
        ) from error


def _verified(
    files: SnapshotFiles, keys: Collection[str], progress: Progress, aside: ExitStack
) -> Verified:
    body = _manifest_in(files)
    found = Verified(_sound(body), body)
    found.checks.append(_signature(files, body, keys, found))
    found.checks.append(_files(files, found.manifest["files"], progress))
    recount = Recount(files, found.manifest, progress, aside)
    found.checks += recount.checks()
    return found


def _manifest_in(files: SnapshotFiles) -> bytes:
    if MANIFEST not in files.names():
        raise BadSnapshot(f"There is no {MANIFEST}, so this is not a snapshot.")
    try:
        return whole(files, MANIFEST, MAX_CONCURRENT)
    except UNREADABLE as error:
        raise BadSnapshot(f"{MANIFEST} cannot be read: {error}.") from error


def _sound(body: bytes) -> Manifest:
    """Return the manifest, if it has the parts needed for the rest of the verification."""
    manifest = json_object(body)
    if manifest is None:
        raise BadSnapshot(f"{MANIFEST} is not JSON.")
    if manifest.get("format") != FORMAT:
        raise BadSnapshot(
            f"{MANIFEST} has the format {manifest.get('format')!r}; this version verifies "
            f"“{FORMAT}”. A later version of Midpath may support it."
        )
    if not _has_its_parts(manifest):
        raise BadSnapshot(f"{MANIFEST} lacks parts that every manifest has.")
    campaign = manifest["campaign"]
    if campaign["scheme"] not in RECOUNTS:
        raise BadSnapshot(f"{MANIFEST} does not name a scheme of this version.")
    try:
        recount_of(campaign["scheme"], campaign["settings"])
    except UNSOUND as error:
        raise BadSnapshot(f"{MANIFEST} has settings that no campaign has: {error!r}.") from error
    return manifest


def _has_its_parts(manifest: JsonMapping) -> TypeGuard[Manifest]:
    """Return whether all fields used by this module and others exist and have the right type."""
    if not all(isinstance(manifest.get(name), kind) for name, kind in PARTS.items()):
        return False
    campaign = manifest["campaign"]
    whose = [*manifest["excluded"], *manifest["withdrawn"]]
    how_many = [*manifest["counts"].values(), *manifest["settled"].values()]
    return (
        all(isinstance(campaign.get(name), kind) for name, kind in OF_CAMPAIGN.items())
        and ("filter" not in manifest or _is_filter(manifest["filter"]))
        and all(type(number) is int for number in (*whose, *how_many))
        and all(
            isinstance(file, dict) and isinstance(file.get("name"), str)
            for file in manifest["files"]
        )
    )


def _is_filter(found: object) -> bool:
    return (
        isinstance(found, dict)
        and all(type(found.get(name)) is kind for name, kind in OF_FILTER.items())
        and all(isinstance(words, str) for words in found["words"])
    )


def _signature(files: SnapshotFiles, body: bytes, keys: Collection[str], found: Verified) -> Check:
    check = Check("signature", compared=1)
    if SIGNATURE not in files.names():
        check.differs(SIGNATURE, "it is missing, so the snapshot’s origin is unknown")
        return check
    try:
        signed = check_signature(whole(files, SIGNATURE, MAX_SIGNATURE), body)
    except (BadSignature, *UNREADABLE) as error:
        check.differs(SIGNATURE, f"it is not valid for {MANIFEST}: {error}")
        return check
    found.key, found.keys_at = signed
    found.named = signed.key in keys
    if not keys:
        check.note = "Valid, but no key was given to check whose signature it is."
    elif not found.named:
        check.differs(
            SIGNATURE, f"it is signed with the key {signed.key}, which is not one of those given"
        )
    return check


def _files(files: SnapshotFiles, stated: Sequence[StatedFile], progress: Progress) -> Check:
    """Compare each file with its size, lines and SHA-256."""
    check, names = Check("files"), Counter(files.names())
    known = {*FIRST, *(one["name"] for one in stated)}
    for name in (name for name, times in names.items() if times > 1):
        check.differs(name, "it occurs more than once")
    for number, one in enumerate(stated):
        progress("files", number, len(stated))
        name = one["name"]
        check.compared += 1
        if name not in names:
            check.differs(name, "it is missing")
            continue
        try:
            seen = look_at(files, name)
        except UNREADABLE as error:
            check.differs(name, f"it cannot be read: {error}")
            continue
        if (one.get("size"), one.get("digest")) != (seen.size, seen.digest):
            check.differs(
                name,
                f"its {seen.size:,} bytes have the SHA-256 {seen.digest}; the manifest says "
                f"{shortened(one.get('size'))} bytes with {shortened(one.get('digest'))}",
            )
        if one.get("lines") is not None and one["lines"] != seen.lines:
            lines = shortened(one["lines"])
            check.differs(name, f"it has {seen.lines:,} lines; the manifest says {lines}")
    for name in sorted(names.keys() - known):
        check.differs(name, "it is not in the manifest")
    if others := sorted(known - READ):
        check.note = f"Checked by SHA-256 only: {shortened(', '.join(others), 300)}."
    return check
