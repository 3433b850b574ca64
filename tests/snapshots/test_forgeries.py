"""`verify` and forgeries: which checks find each, without a key and with the server's. The table in
docs/snapshots.md is compared with them."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.commands.running import run
from tests.snapshots.forgeries import FORGERIES, Forgery
from tests.snapshots.lies import STORED, Row, edit, verified

PAGE = Path(settings.BASE_DIR) / "docs" / "snapshots.md"
FLAT, KEYS = str(STORED / "2" / "flat.zip"), str(STORED / "2" / "keys.json")
HEAD = "| forgery | found without a key by | found with `--key` by |\n|---|---|---|\n"


def found_by(report: Row) -> tuple[str, ...]:
    return tuple(one["check"] for one in report["checks"] if one["differ"])


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda one: one.what)
def test_a_forgery_is_found_by_these_checks(forgery: Forgery, folder: Path) -> None:
    forgery.apply(folder)
    report = verified(folder)
    assert found_by(report) == forgery.found
    assert [one["check"] for one in report["checks"] if "1 place (item" in one["note"]] == [
        *filter(None, [forgery.noted])
    ]
    with_key = verified(folder, "--key", KEYS)
    assert found_by(with_key) == forgery.found_with_key
    assert with_key["key_named"] == (not forgery.signed and bool(with_key["signed_by"]))


def table() -> str:
    """Return the table of forgeries as in the docs."""
    rows = (
        f"| {one.what} | {cell(one.found, one.noted)} | {cell(one.found_with_key, one.noted)} |\n"
        for one in FORGERIES
    )
    return HEAD + "".join(rows)


def cell(checks: tuple[str, ...], noted: str) -> str:
    return ", ".join((*checks, *([f"a note on {noted}"] if noted else []))) or "nothing"


def test_the_docs_list_the_forgeries() -> None:
    assert table() in PAGE.read_text(), f"In {PAGE} should be:\n\n{table()}"


def test_with_the_key_all_is_found_but_a_genuine_snapshot() -> None:
    *forged, replayed = FORGERIES
    assert all(one.found_with_key for one in forged)
    assert not replayed.found_with_key


def verdict(*options: str) -> tuple[int, str, str]:
    """Return the exit code of a snapshot that nobody changed, the last line, and the error."""
    printed = StringIO()
    try:
        call_command("verify", FLAT, *options, stdout=printed, stderr=StringIO())
    except CommandError as error:
        return error.returncode, printed.getvalue().splitlines()[-1], str(error)
    return 0, printed.getvalue().splitlines()[-1], ""


def test_the_verdict_names_whose_key_signed() -> None:
    key = verified(Path(FLAT))["signed_by"]
    code, last, error = verdict()
    assert (code, last) == (
        3,
        f"Signed by the key {key}. You named no key, so its owner may be anyone.",
    )
    assert "add --key keys.json" in error
    assert verdict("--any-key") == (0, last, "")
    assert verdict("--key", key) == (0, f"Signed by the key {key}, which you named.", "")
    named = f"Signed by the key {key}, which you named in {KEYS}."
    assert verdict("--key", KEYS) == (0, named, "")
    code, last, error = verdict("--key", "A" * 43 + "=")
    assert (code, last) == (
        3,
        f"Signed by the key {key}, which is none of those that you named.",
    )
    assert "1 difference" in error
    with pytest.raises(CommandError, match="not allowed with argument"):
        run("verify", FLAT, "--key", KEYS, "--any-key")


@pytest.mark.parametrize(
    ("options", "members"),
    [
        ((), {"verified": False, "equal": True, "key_named": False}),
        (("--any-key",), {"verified": True, "equal": True, "key_named": False}),
        (("--key", KEYS), {"verified": True, "equal": True, "key_named": True}),
        (("--key", "A" * 43 + "="), {"verified": False, "equal": False, "key_named": False}),
    ],
)
def test_the_report_for_programs_has_the_verdict(
    options: tuple[str, ...], members: dict[str, bool]
) -> None:
    printed = StringIO()
    try:
        call_command("verify", FLAT, "--json", *options, stdout=printed, stderr=StringIO())
        code = 0
    except CommandError as error:
        code = error.returncode
    assert json.loads(printed.getvalue()).items() >= members.items()
    assert code == (0 if members["verified"] else 3)


@pytest.mark.parametrize("stated", ["yesterday", "2026-11-23", 7, ["x"]])
def test_a_time_that_is_none_is_named(stated: object, folder: Path) -> None:
    edit(folder, "workers.jsonl", lambda row: row.update(joined_at=stated))
    [times] = [one for one in verified(folder)["checks"] if one["check"] == "times"]
    assert [one["where"] for one in times["differences"]] == ["worker 1"]
    assert "its joined_at is not a time" in times["differences"][0]["what"]
