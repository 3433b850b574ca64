"""The place where another system runs: an environment, a folder and a database of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection

from bench.site.server import Server, start

ENVIRONMENTS = Path(
    os.environ.get("MIDPATH_PEER_SYSTEMS", settings.BASE_DIR / ".peers-systems")
).absolute()
LOG = "server.log"
# Some make their tables first.
SECONDS_TO_START = 600


@dataclass(frozen=True)
class Place:
    name: str
    folder: Path
    database: dict[str, str]  # NAME, USER, PASSWORD, HOST and PORT, as Django calls them
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def programs(self) -> Path:
        return ENVIRONMENTS / self.name / "bin"

    @property
    def packages(self) -> Path:
        (folder,) = (ENVIRONMENTS / self.name / "lib").glob("python*/site-packages")
        return folder

    def run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{self.name}: {program} failed.\n{done.stdout}{done.stderr}")
        return done.stdout

    def serve(self, port: int, program: str, *arguments: str) -> AbstractContextManager[Server]:
        command: list[str | Path] = [self.programs / program, *arguments]
        environment, log = self._environment(), self.folder / LOG
        return start(command, port, self.folder, environment, log=log, seconds=SECONDS_TO_START)

    def _environment(self) -> dict[str, str]:
        """Return variables without ours, and a home that disappears with the folder."""
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.folder), "LANG": "C.UTF-8", **self.variables}


def is_installed(name: str) -> bool:
    return (ENVIRONMENTS / name / "ready").exists()


@contextmanager
def place(name: str) -> Iterator[Place]:
    database = f"bench_{name.replace('-', '_')}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {database}")
    folder = Path(tempfile.mkdtemp(prefix=database))
    (folder / LOG).touch()
    ours = {key: str(connection.settings_dict[key]) for key in ("USER", "PASSWORD", "HOST", "PORT")}
    try:
        yield Place(name, folder, {"NAME": database, **ours})
    except (AssertionError, KeyError, SystemExit):
        print(f"{name}, the end of its log:\n{(folder / LOG).read_text()[-4_000:]}")
        raise
    finally:
        shutil.rmtree(folder)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {database} WITH (FORCE)")
