"""Verify a snapshot: recompute from its judgments, exclusions and decisions all that it says.

Its signature and the digests of its files are checked, whether each judgment counts that should,
whether an answer is what its numbers say, which answer each item has, and every figure of the
manifest. What differs is named. No database is asked."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analysis.snapshots.counting import FORMAT
from analysis.snapshots.findings import Check
from analysis.snapshots.held import UNREADABLE, BadSnapshot, Held, json_object, look_at
from analysis.snapshots.recounting import Recount
from annotation.exchange.signature import BadSignature, check_signature
from annotation.schemes import SCHEMES
from annotation.services.snapshots.files import FIRST, MANIFEST, SIGNATURE

MOST_MANIFEST = 256 << 20
MOST_SIGNATURE = 1 << 16
Tell = Callable[[str, int, int], object]


class Verified:
    """A snapshot that was verified: its manifest with the SHA-256, who signed it, the checks."""

    def __init__(self, manifest: Mapping[str, Any], body: bytes) -> None:
        self.manifest = manifest
        self.digest = hashlib.sha256(body).hexdigest()
        self.key = self.keys_at = ""
        self.checks: list[Check] = []


def verify(held: Held, keys: Sequence[str], tell: Tell) -> Verified:
    """Verify a snapshot. Where keys are given, it has to be signed by one of them."""
    body = _manifest_in(held)
    found = Verified(_sound(body), body)
    found.checks.append(_signature(held, body, keys, found))
    found.checks.append(_files(held, found.manifest["files"], tell))
    recount = Recount(held, found.manifest, tell)
    found.checks += recount.checks()
    return found


def _manifest_in(held: Held) -> bytes:
    if MANIFEST not in held.names():
        raise BadSnapshot(f"There is no {MANIFEST} in it, so it is no snapshot.")
    try:
        with held.open(MANIFEST) as file:
            body = file.read(MOST_MANIFEST + 1)
    except UNREADABLE as error:
        raise BadSnapshot(f"{MANIFEST} cannot be read: {error}.") from error
    if len(body) > MOST_MANIFEST:
        raise BadSnapshot(f"{MANIFEST} is too long to be one.")
    return body


def _sound(body: bytes) -> dict[str, Any]:
    """Return the manifest, if it has the parts by which everything else is verified."""
    manifest = json_object(body)
    if manifest is None:
        raise BadSnapshot(f"{MANIFEST} is not JSON.")
    if manifest.get("format") != FORMAT:
        raise BadSnapshot(
            f"{MANIFEST} has the format {manifest.get('format')!r}; this version verifies "
            f"“{FORMAT}”. A later Midpath may know it."
        )
    campaign = manifest.get("campaign")
    parts = (("figures", dict), ("counts", dict), ("settled", dict), ("files", list))
    sound = all(isinstance(manifest.get(name), kind) for name, kind in parts)
    named = all(isinstance(file, dict) and "name" in file for file in manifest.get("files", ()))
    if not (sound and named and isinstance(campaign, dict)):
        raise BadSnapshot(f"{MANIFEST} lacks parts that every manifest has.")
    if campaign.get("scheme") not in SCHEMES or not isinstance(campaign.get("settings"), dict):
        raise BadSnapshot(f"{MANIFEST} names no scheme that this version knows.")
    return manifest


def _signature(held: Held, body: bytes, keys: Sequence[str], found: Verified) -> Check:
    check = Check("signature", compared=1)
    if SIGNATURE not in held.names():
        check.differs(SIGNATURE, "it is missing, so nothing says whose snapshot this is")
        return check
    try:
        with held.open(SIGNATURE) as file:
            signed = check_signature(file.read(MOST_SIGNATURE), body)
    except (BadSignature, *UNREADABLE) as error:
        check.differs(SIGNATURE, f"it does not hold for {MANIFEST}: {error}")
        return check
    found.key, found.keys_at = signed
    if keys and signed.key not in keys:
        check.differs(SIGNATURE, f"it is by the key {signed.key}, which is none of those given")
    return check


def _files(held: Held, stated: Sequence[Mapping[str, Any]], tell: Tell) -> Check:
    """Compare each file with its size, lines and SHA-256."""
    check, names = Check("files"), held.names()
    for name in {name for name in names if names.count(name) > 1}:
        check.differs(name, "it is there more than once")
    for number, one in enumerate(stated):
        tell("files", number, len(stated))
        name = str(one["name"])
        check.compared += 1
        if name not in names:
            check.differs(name, "it is missing")
            continue
        try:
            seen = look_at(held, name)
        except UNREADABLE as error:
            check.differs(name, f"it cannot be read: {error}")
            continue
        if (one.get("size"), one.get("digest")) != (seen.size, seen.digest):
            check.differs(
                name,
                f"its {seen.size:,} bytes have the SHA-256 {seen.digest}; the manifest says "
                f"{one.get('size')} bytes with {one.get('digest')}",
            )
        if one.get("lines") not in {None, seen.lines}:
            check.differs(name, f"it has {seen.lines:,} lines; the manifest says {one['lines']}")
    known = {*FIRST, *(str(one["name"]) for one in stated)}
    for name in sorted(set(names) - known):
        check.differs(name, "the manifest does not name it")
    return check
