"""The stack in containers: two web servers and three workers, of which one each is killed while
people work."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL
from threading import Thread

from embedded.child import wait_until
from embedded.redis import free_port
from tests.compose.engine import ROOT, Engine, Refused, compose, containers_of

SCALE = {"web": 2, "worker": 3}
SERVICES = ("db", "redis", "web", "proxy", "worker", "beat")
HEALTHY_SECONDS = 300


def checked_stack(it: Engine, folder: Path, users: int, seconds: int) -> int:
    """Start the stack, let people work while containers are killed, and return the exit code."""
    with stack(it, folder) as port:
        show_confinement(it)
        killing = Thread(target=kill_some, args=(it, seconds / 3))
        killing.start()
        done = crowd(it, folder, port, users, seconds)
        killing.join()
        wait_until_healthy(it)
        show(f"healthy again: {count_by_service(it)}")
        return done


@contextmanager
def stack(it: Engine, folder: Path) -> Iterator[int]:
    """Start the stack as docs/operators.md says, and yield the port of its proxy."""
    port = free_port()
    prepare(folder, port)
    began = time.monotonic()
    scale = [word for name, count in SCALE.items() for word in ("--scale", f"{name}={count}")]
    try:
        compose(it, folder, "up", "--detach", "--no-build", *scale)
        wait_until_healthy(it)
        show(f"healthy after {time.monotonic() - began:.0f} s: {count_by_service(it)}")
        yield port
    finally:
        (folder / "log.txt").write_text(compose(it, folder, "logs", "--no-color"))
        show(f"the containers' log is {folder / 'log.txt'}")
        compose(it, folder, "down", "--volumes", "--timeout", "10")


def prepare(folder: Path, port: int) -> None:
    """Copy what an operator needs for the stack, with an .env as in the documentation."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("docker-compose.yml", "scripts", "proxy"):
        source = ROOT / name
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / name)
    settings = (ROOT / ".env.example").read_text()
    settings = settings.replace("MIDPATH_PORT=127.0.0.1:8000", f"MIDPATH_PORT=127.0.0.1:{port}")
    settings = settings.replace("MIDPATH_HOSTS=localhost", "MIDPATH_HOSTS=localhost,127.0.0.1")
    tls = f"MIDPATH_TLS_PORT=127.0.0.1:{free_port()}"
    (folder / ".env").write_text(f"{settings}\n{tls}\n")
    subprocess.run([folder / "scripts" / "make-secrets"], check=True, stdout=subprocess.DEVNULL)


def wait_until_healthy(it: Engine) -> None:
    expected = {name: SCALE.get(name, 1) for name in SERVICES}
    if not wait_until(lambda: count_by_service(it) == expected, HEALTHY_SECONDS, pause=1):
        raise Refused(f"Not all containers are healthy: {count_by_service(it)}")


def count_by_service(it: Engine) -> dict[str, int]:
    """Return how many healthy containers each service has."""
    names = {name: containers_of(it, name, healthy=True) for name in SERVICES}
    return {name: len(found) for name, found in names.items()}


def kill_some(it: Engine, after: float) -> None:
    for service in SCALE:
        time.sleep(after)
        victim = containers_of(it, service)[0]
        # An engine does not start again what it was told to kill.
        os.kill(int(it.run("docker", "inspect", "--format", "{{.State.Pid}}", victim)), SIGKILL)
        show(f"killed one container of {service}")


def show_confinement(it: Engine) -> None:
    """Print how each container is confined, as the engine says."""
    for name in SERVICES:
        inspected = it.run("docker", "inspect", containers_of(it, name)[0])
        host = json.loads(inspected)[0]["HostConfig"]
        show(
            f"{name:8} read-only {host['ReadonlyRootfs']}, without {host['CapDrop']}, "
            f"{host['SecurityOpt']}, memory {host['Memory'] // 2**20} MB"
        )


def crowd(it: Engine, folder: Path, port: int, users: int, seconds: int) -> int:
    """Let people work over the proxy, in a process that also reads the database."""
    database = containers_of(it, "db")[0]
    networks = json.loads(it.run("docker", "inspect", database))[0]["NetworkSettings"]["Networks"]
    address = next(iter(networks.values()))["IPAddress"]
    password = (folder / "secrets" / "database_password").read_text()
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgres://midpath:{password}@{address}:5432/midpath",
        "MIDPATH_SECRET_KEY": (folder / "secrets" / "secret_key").read_text(),
        "MIDPATH_HOSTS": "localhost,127.0.0.1",
    }
    words = ["-m", "tests.compose.crowd", str(port), str(users), str(seconds), str(folder)]
    done = subprocess.run([sys.executable, *words], check=False, cwd=ROOT, env=environment)
    return done.returncode


def show(line: str) -> None:
    print(line, flush=True)  # noqa: T201
