"""make bench systems: which other annotation systems it measures, and one loop of Turkle's."""

from pathlib import Path

import pytest
from django.db import connection

from bench.systems import compare, place

ROOT = Path(__file__).parents[1]
TURKLE = "turkle"


def test_each_system_has_pinned_requirements() -> None:
    folder = ROOT / "requirements/systems"
    for kind in ("in", "txt"):
        assert {file.stem for file in folder.glob(f"*.{kind}")} == set(compare.SYSTEMS)


def test_without_systems_it_names_the_command_that_installs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(place, "ENVIRONMENTS", tmp_path)
    compare.main()
    names = ", ".join(name for name, _ in compare.SYSTEMS.values())
    said = f"Not installed: {names}; `make peer-systems` installs them.\n"
    assert capsys.readouterr().out == said


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not place.is_installed(TURKLE), reason="no Turkle here (make peer-systems)")
def test_one_loop_of_turkle_costs_its_server_time_and_leaves_nothing() -> None:
    _, start = compare.SYSTEMS[TURKLE]
    with place.place(TURKLE) as where, start(where) as (server, once):
        before = server.cpu_seconds()
        once()
        once()
        assert server.cpu_seconds() > before
    assert not where.folder.exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_database WHERE datname = %s", [where.database["NAME"]])
        assert not cursor.rowcount
