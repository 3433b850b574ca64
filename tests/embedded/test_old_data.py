"""Data of an older demo is upgraded without a question."""

from pathlib import Path

import pytest

from annotation.management.adoption import OLD_CHAIN, UPGRADE_FIRST
from embedded.errors import Trouble
from embedded.study import Manage

# A manage.py that writes down its commands; migrate fails with `refusal` until the database is
# adopted.
MANAGE = """
import sys
from pathlib import Path

with Path("commands").open("a") as commands:
    commands.write(sys.argv[1] + "\\n")
if sys.argv[1] == "migrate" and "adopt_migrations" not in Path("commands").read_text():
    sys.exit({refusal!r})
"""


def manage(folder: Path, refusal: str) -> Manage:
    (folder / "manage.py").write_text(MANAGE.format(refusal=f"CommandError: {refusal}"))
    return Manage(folder, folder / "log", {})


def commands(folder: Path) -> list[str]:
    lines = (folder / "commands").read_text().split()
    return [line for line in lines if line != "collectstatic"]


def test_a_database_of_the_old_chain_is_adopted(tmp_path: Path) -> None:
    manage(tmp_path, OLD_CHAIN).make_tables_and_files()
    assert commands(tmp_path) == ["migrate", "adopt_migrations", "migrate"]


def test_a_database_that_stopped_within_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="Upgrade it with commit"):
        manage(tmp_path, UPGRADE_FIRST).make_tables_and_files()
    assert commands(tmp_path) == ["migrate"]
