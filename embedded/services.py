"""The private servers: which run, where, and for how long.

with services(directory) as addresses: …
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from embedded.account import choose_account, home_for, own
from embedded.child import wait_until
from embedded.errors import Trouble
from embedded.lock import try_lock, write_privately
from embedded.postgres import Postgres
from embedded.redis import Redis

ADDRESSES = ("DATABASE_URL", "REDIS_URL")
# Socket paths end at 107 bytes, so sockets never live inside the project.
RUNS = Path("/tmp") if os.access("/tmp", os.W_OK) else Path(tempfile.gettempdir())  # noqa: S108
RUN_PREFIX = "midpath-"


@dataclass
class Services:
    """The running servers that this process started, and the address of each, started or
    configured."""

    directory: Path
    home: Path
    addresses: dict[str, str]
    servers: list[Postgres | Redis] = field(default_factory=list)

    @property
    def logs(self) -> Path:
        return self.directory / "logs"

    def announce(self, **more: str) -> None:
        state = {"process": os.getpid(), **self.addresses, **more}
        write_privately(self.directory / "running.json", json.dumps(state))


@contextmanager
def services(directory: Path | None = None) -> Iterator[dict[str, str]]:
    """Yield addresses of a database and a broker: configured, already running, or newly started.

    With a directory the data stays there for the next time. Without one everything is temporary.
    """
    if directory is None:
        with _run_folder() as run, _started(run, run, durable=False) as started:
            yield started.addresses
        return
    with ExitStack() as stack:
        running = _running(directory)
        if running is None:
            running = stack.enter_context(own_services(directory)).addresses
        yield running


@contextmanager
def own_services(directory: Path) -> Iterator[Services]:
    """Yield services in a directory in which no other process runs any."""
    _prepare(directory)
    with try_lock(directory / "lock") as mine:
        if not mine:
            raise Trouble(_who_runs(directory))
        with _run_folder() as run, _started(directory, run, durable=True) as started:
            started.announce()
            try:
                yield started
            finally:
                (directory / "running.json").unlink(missing_ok=True)


@contextmanager
def _started(directory: Path, run: Path, *, durable: bool) -> Iterator[Services]:
    addresses = {name: os.environ.get(name, "") for name in ADDRESSES}
    home = home_for(directory)
    started = Services(directory, home, addresses)
    started.logs.mkdir(exist_ok=True)
    account = choose_account(home / "postgres")
    sockets = run / "sockets"
    sockets.mkdir(mode=0o700)
    own(sockets, account)
    try:
        if not addresses["DATABASE_URL"]:
            log = _fresh_log(started.logs, "postgres")
            postgres = Postgres(home, sockets, log, account, durable)
            started.servers.append(postgres)
            postgres.start()
            addresses["DATABASE_URL"] = postgres.url
        if not addresses["REDIS_URL"]:
            redis = Redis(home, sockets, _fresh_log(started.logs, "redis"), account)
            started.servers.append(redis)
            redis.start()
            addresses["REDIS_URL"] = redis.url
        yield started
    finally:
        for server in reversed(started.servers):
            server.stop()


def _prepare(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{directory} cannot be created: {error.strerror}.") from None
    if not os.access(directory, os.W_OK | os.X_OK):
        raise Trouble(
            f"{directory} belongs to another user ({directory.owner()}). "
            "Start as that user, or move the folder away."
        )
    if os.geteuid() == 0:
        directory.chmod(0o755)


def _running(directory: Path) -> dict[str, str] | None:
    """Return the addresses of another process's services here, once they are up; None if there are
    none."""
    if not directory.is_dir() or not os.access(directory, os.W_OK):
        return None
    found: dict[str, str] = {}

    def settled() -> bool:
        with try_lock(directory / "lock") as free:
            found.update({} if free else _state(directory))
            return free or bool(found)

    if not wait_until(settled, seconds=60):
        raise Trouble(_who_runs(directory))
    return {name: found[name] for name in ADDRESSES} if found else None


def _state(directory: Path) -> dict[str, str]:
    try:
        state: dict[str, str] = json.loads((directory / "running.json").read_text())
    except (OSError, json.JSONDecodeError):
        return {}
    return state


def _who_runs(directory: Path) -> str:
    state = _state(directory)
    who = f" (process {state['process']})" if "process" in state else ""
    where = f" at {state['address']}" if "address" in state else ""
    return f"Midpath already runs from this folder{who}{where}. Stop it first, or use it."


def _fresh_log(logs: Path, name: str) -> Path:
    """Return a new log for this start; the previous one is kept next to it."""
    log = logs / f"{name}.log"
    if log.exists():
        log.replace(logs / f"{name}.old.log")
    return log


@contextmanager
def _run_folder() -> Iterator[Path]:
    """Yield a temporary folder for sockets; first remove those that killed processes left
    behind."""
    _sweep()
    run = Path(tempfile.mkdtemp(prefix=RUN_PREFIX, dir=RUNS))
    run.chmod(0o711 if os.geteuid() == 0 else 0o700)
    with try_lock(run / "lock.new"):
        (run / "lock.new").rename(run / "lock")
        try:
            yield run
        finally:
            shutil.rmtree(run, ignore_errors=True)


def _sweep() -> None:
    for lock in RUNS.glob(f"{RUN_PREFIX}*/lock"):
        with suppress(OSError), try_lock(lock) as abandoned:
            if abandoned and lock.stat().st_uid == os.geteuid():
                shutil.rmtree(lock.parent, ignore_errors=True)
