"""The `manage.py` commands that create the demo's tables, static files and study."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from embedded.child import die_with_parent
from embedded.errors import Trouble, last_words

# The beginning of progress lines of migrate and load_demo.
FAR = "· "
# The command that migrate names when the database has the old chain of migrations.
ADOPT = "adopt_migrations"


def ignore(line: str) -> None:
    """Ignore a command's progress."""


@dataclass
class Manage:
    """Runs `manage.py`; all its output goes to the log."""

    project: Path
    log: Path
    environment: Mapping[str, str]

    def make_tables_and_files(self, report: Callable[[str], None] = ignore) -> None:
        """Update database and static files in parallel; `report` is called with each line of the
        database's progress."""
        self.log.unlink(missing_ok=True)
        with self._started(["collectstatic", "--noinput"]) as files:
            self._migrate(report)
            self._finish("collectstatic", files)

    def _migrate(self, report: Callable[[str], None]) -> None:
        """Update the database; one of the old chain of migrations is adopted first."""
        try:
            self.run(["migrate"], report)
        except Trouble as trouble:
            if ADOPT not in str(trouble):
                raise
            self.run([ADOPT])
            self.run(["migrate"], report)

    def run(self, command: list[str], report: Callable[[str], None] = ignore) -> str:
        """Run a command and return its output; `report` is called with each line of its
        progress."""
        with (
            TemporaryFile("w+") as output,
            self._started(command, stdout=output.fileno()) as running,
        ):
            self._finish(command[0], running, report)
            output.seek(0)
            said = output.read()
            with self.log.open("a") as log:
                log.write(said)
        return said

    @contextmanager
    def _started(
        self, command: list[str], stdout: int = subprocess.DEVNULL
    ) -> Iterator[subprocess.Popen[str]]:
        process = subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=self.project,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        with process:
            try:
                yield process
            except BaseException:
                process.kill()
                raise

    def _finish(
        self,
        name: str,
        process: subprocess.Popen[str],
        report: Callable[[str], None] = ignore,
    ) -> None:
        """Wait for the end of a command; raise if it failed."""
        with self.log.open("a") as log:
            for line in process.stderr or ():
                log.write(line)
                if line.startswith(FAR):
                    report(line.removeprefix(FAR).rstrip())
        if process.wait():
            words = f"{last_words(self.log)} (all of it: {self.log})"
            raise Trouble(f"manage.py {name} failed: {words}")
