"""Verify a snapshot with the program `midpath`, if it is installed."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict, cast

from midpath.errors import Damaged, NotInstalled

VERIFIED, NOT_VERIFIED = 0, 3


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


def verify(
    snapshot: str | Path,
    *,
    keys: Sequence[str] = (),
    any_key: bool = False,
    program: str = "midpath",
) -> Verified:
    """Return the result of `midpath verify`, which recomputes every figure of a snapshot locally.

    `keys` are public keys, one of which must have signed it: anyone can change a snapshot and sign
    it with a key of their own. With `any_key` instead, any key may have signed it. If the program
    is missing, the error says how to install it. A file that is not a readable snapshot raises
    Damaged."""
    found = shutil.which(program)
    if found is None:
        raise NotInstalled(
            f"There is no program {program!r} here, which recomputes figures. It comes with "
            "Midpath: pip install . in its tree (docs/command-line.md)."
        )
    signed = [word for key in keys for word in ("--key", key)]
    signed += ["--any-key"] if any_key else []
    done = subprocess.run(
        [found, "verify", str(snapshot), "--json", *signed],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in {VERIFIED, NOT_VERIFIED}:
        raise Damaged(done.stderr.strip() or f"{program} verify ended with {done.returncode}.")
    return cast(Verified, json.loads(done.stdout))
