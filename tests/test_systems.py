"""make bench systems: the other annotation systems that it measures, and how it asks for them."""

from pathlib import Path

import pytest

from bench.systems import compare, place

ROOT = Path(__file__).parents[1]
CHEAPEST = "turkle"


def test_each_system_has_pinned_requirements() -> None:
    pinned = {file.stem for file in (ROOT / "requirements/systems").glob("*.txt")}
    assert pinned == set(compare.SYSTEMS)


def test_without_systems_it_names_the_command_that_installs_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(place, "ENVIRONMENTS", tmp_path)
    compare.main()
    names = ", ".join(name for name, _ in compare.SYSTEMS.values())
    assert (
        capsys.readouterr().out == f"Not installed: {names}; `make peer-systems` installs them.\n"
    )


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    not place.is_installed(CHEAPEST), reason=f"no {CHEAPEST} here (make peer-systems)"
)
def test_one_loop_of_the_cheapest_system() -> None:
    _, start = compare.SYSTEMS[CHEAPEST]
    with place.place(CHEAPEST) as where, start(where) as (server, once):
        before = server.cpu_seconds()
        once()
        once()
        assert server.cpu_seconds() > before
