"""Stored snapshots, changed as a forger could, and what `verify` reports."""

import hashlib
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError

from midpath.exchange.signature import new_key, write_signature

STORED = Path(__file__).parent / "kept"
EDITIONS = sorted(STORED.glob("*/*.zip"))
Row = dict[str, Any]
Change = Callable[[Row], object]


def verified(path: Path, *more: str) -> Row:
    """Return the command's JSON output, whether all is equal or not, with any key unless one is
    named."""
    printed, code = StringIO(), 0
    signers = more or ("--any-key",)
    try:
        call_command("verify", str(path), "--json", *signers, stdout=printed, stderr=StringIO())
    except CommandError as error:
        code = error.returncode
    found: Row = json.loads(printed.getvalue())
    assert code == (0 if found["verified"] else 3)
    assert found["verified"] == found["equal"]
    return found


def differences(path: Path, *more: str) -> dict[str, list[tuple[str, str]]]:
    """Return the differences by check."""
    checks = verified(path, *more)["checks"]
    found = {one["check"]: [tuple(each.values()) for each in one["differences"]] for one in checks}
    return {name: each for name, each in found.items() if each}


def edit(folder: Path, name: str, change: Change, line: int = 0) -> None:
    """Change a line of a file."""
    lines = (folder / name).read_text().splitlines()
    row = json.loads(lines[line])
    change(row)
    lines[line] = json.dumps(row)
    (folder / name).write_text("".join(f"{each}\n" for each in lines))


def edit_manifest(folder: Path, change: Change) -> None:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def sign_again(folder: Path) -> None:
    """Hide a change as well as possible without the key: compute digests and signature again."""

    def as_they_are(manifest: Row) -> None:
        for file in manifest["files"]:
            body = (folder / file["name"]).read_bytes()
            file["digest"], file["size"] = hashlib.sha256(body).hexdigest(), len(body)
            if file["lines"] is not None:
                file["lines"] = body.count(b"\n")

    edit_manifest(folder, as_they_are)
    private, _ = new_key()
    body = (folder / "manifest.json").read_bytes()
    (folder / "signature.json").write_bytes(write_signature(body, "manifest.json", private, "/"))


def line_of(folder: Path, name: str, wanted: Callable[[Row], bool]) -> tuple[int, Row]:
    rows = enumerate(rows_of(folder, name))
    return next((number, row) for number, row in rows if wanted(row))


def rows_of(folder: Path, name: str) -> list[Row]:
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def gold_in(folder: Path) -> Row:
    gold: Row = json.loads((folder / "gold.json").read_bytes())
    return gold


def named(folder: Path, lie: Callable[[Row], object]) -> list[str]:
    """Return the reported paths when gold is changed and everything is signed again."""
    gold = gold_in(folder)
    lie(gold)
    (folder / "gold.json").write_text(json.dumps(gold))
    sign_again(folder)
    found = differences(folder)
    assert set(found) == {"gold.json"}
    return [where for where, _ in found["gold.json"]]
