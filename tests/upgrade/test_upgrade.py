"""The demo of an older version is adopted: figures, summaries and gold stay, and all are equal.

README.md in this folder says how the stored files were made.
"""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import connection
from pytest_django import DjangoDbBlocker

from analysis.exports.export_registry import export_file
from annotation.models import AgreementState, Campaign
from tests.commands.running import run
from tests.helpers.database import RESTORING, connect_to, execute, run_client

FOLDER = Path(__file__).parent
DUMP = FOLDER / "demo-old-chain.sql.gz"
GOLD = FOLDER / "gold-08cf2de.json.gz"
NAME = "upgraded"
# The probabilities of Dawid-Skene, which had no prior then. Its labels are still the same.
WEIGHTED = re.compile(
    r"/\d+/(consensus/[^/]+/posterior/|figures/crowd/(dawid_skene/|.*/(confusion/|dawid_skene:)))"
)
# Ends of intervals, whose last digit depends on the processor's instructions for sums.
ENDS = re.compile(r"/\d+/figures/intervals/.*/(low|high)")
STORED = {
    "figures": "SELECT campaign_id, figures FROM annotation_agreementstate WHERE version > 0",
    "summaries": "SELECT hit_id, summary FROM annotation_itemsummary",
    "entailment": "SELECT id, figures FROM annotation_entailmentstate WHERE version > 0",
    "entailments of items": "SELECT format('%s with %s', flat_hit_id, nested_hit_id), summary "
    "FROM annotation_itementailment",
}
SCHEMES = {"flat", "nested", "pair", "evidence", "question", "document"}


@pytest.fixture
def old_demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Connect to a database with the demo of the older version."""
    with django_db_blocker.unblock(), new_database():
        run_client("psql", *RESTORING, given=gzip.decompress(DUMP.read_bytes()))
        yield


@contextmanager
def new_database() -> Iterator[None]:
    base = connection.settings_dict["NAME"]
    execute(f"DROP DATABASE IF EXISTS {NAME}", f"CREATE DATABASE {NAME} TEMPLATE template0")
    connect_to(NAME)
    try:
        yield
    finally:
        connect_to(base)
        execute(f"DROP DATABASE {NAME}")


@pytest.mark.slow
def test_the_demo_of_an_older_version_is_adopted(old_demo: None) -> None:
    before = stored_figures()
    assert all(before.values())
    with pytest.raises(CommandError, match=r"Run manage\.py adopt_migrations first"):
        run("migrate")
    run("adopt_migrations")
    assert "0002_functions_and_triggers" not in run("migrate")  # only what came later
    assert "No migrations to apply" in run("migrate")
    assert set(AgreementState.objects.values_list("mended", flat=True)) == {0}
    assert run("reconcile").count(": equal") == Campaign.objects.count()
    assert stored_figures() == before
    found = changes(json.loads(gzip.decompress(GOLD.read_bytes())), gold_exports())
    assert [one for one in found if not WEIGHTED.match(one)] == []


def stored_figures() -> dict[str, dict[str, Any]]:
    """Return stored figures, read without models, which fit the latest version only."""
    found = {}
    with connection.cursor() as cursor:
        for name, statement in STORED.items():
            cursor.execute(statement)
            found[name] = {str(key): json.loads(value) for key, value in cursor.fetchall()}
    return found


def gold_exports() -> dict[str, Any]:
    assert set(Campaign.objects.values_list("scheme", flat=True)) == SCHEMES
    return {str(campaign.pk): gold_of(campaign) for campaign in Campaign.objects.all()}


def gold_of(campaign: Campaign) -> Any:
    name = {"question": "questions", "document": "versions"}.get(campaign.scheme)
    body = export_file(campaign.pk, name or "gold").body
    return [json.loads(line) for line in body.splitlines()] if name else json.loads(body)


def changes(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield where the new value lacks or changes a part of the old one."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            yield from changes(old[key], new.get(key, "missing"), f"{path}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from changes(was, now, f"{path}/{index}")
    elif old != new and not (ENDS.fullmatch(path) and isclose(old, new, rel_tol=1e-14)):
        yield f"{path}: {old} is now {new}"
