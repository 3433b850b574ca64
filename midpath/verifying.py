"""Verify a snapshot on this machine."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict, cast

from midpath.commands.verify import as_json
from midpath.errors import Damaged
from midpath.exchange.signature import is_public_key
from midpath.snapshots import verifying
from midpath.snapshots.archive_reader import BadSnapshot, open_snapshot


class Check(TypedDict):
    """One kind of content that was compared, and the differences."""

    check: str
    compared: int
    differ: int
    note: str
    differences: list[dict[str, Any]]


class Verified(TypedDict):
    """The result of a verification. `equal`: every figure follows from the contents of the
    snapshot, its signature is valid and, if you gave keys, made with one of them. `key_named`: one
    of your keys signed it. `verified`: both; with `any_key`, only the first."""

    verified: bool
    equal: bool
    key_named: bool
    campaign: str
    made_at: str
    sha256: str
    signed_by: str | None
    keys_at: str | None
    checks: list[Check]


def verify(snapshot: str | Path, *, keys: Sequence[str] = (), any_key: bool = False) -> Verified:
    """Return the result of `midpath verify`, which recomputes every figure of a snapshot.

    `keys` are public keys, one of which must have signed it: anyone can change a snapshot and sign
    it with a key of their own. With `any_key` instead, any key may have signed it. A file that is
    not a readable snapshot raises Damaged, and what is not a key ValueError."""
    if isinstance(keys, str) or not all(isinstance(k, str) and is_public_key(k) for k in keys):
        raise ValueError("keys must be a list of public keys, such as Midpath.public_keys returns.")
    try:
        with open_snapshot(Path(snapshot)) as files:
            found = verifying.verify(files, keys, _ignore)
    except BadSnapshot as error:
        raise Damaged(str(error)) from error
    return cast(Verified, as_json(found, any_key=any_key))


def _ignore(of: str, done: int, total: int) -> None:
    """Show no progress."""
