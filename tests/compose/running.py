"""A running stack, of docker-compose or of a Swarm: people work in it, and one web server and one
worker are killed meanwhile."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from threading import Thread
from typing import Any

from embedded.child import wait_until
from tests.compose.engine import ROOT, Engine, Refused

SCALE = {"web": 2, "worker": 3}
SERVICES = ("db", "redis", "web", "proxy", "worker", "beat")
# As long as the containers themselves wait for migrations.
HEALTHY_SECONDS = 600
NAME = "midpathtest"


@dataclass(frozen=True)
class Container:
    engine: Engine
    name: str

    def inspect(self) -> Any:
        return json.loads(self.engine.run("docker", "inspect", self.name))[0]

    def pid(self) -> int:
        return int(self.inspect()["State"]["Pid"])


@dataclass(frozen=True)
class Stack:
    """A stack: its engines, the label of its containers, and the address of its proxy."""

    folder: Path
    engines: Sequence[Engine]
    # The label of a service's containers.
    label: str
    origin: str
    # A command that runs another where people are.
    within: Sequence[str] = ()

    def containers(self, service: str, *, healthy: bool = False) -> list[Container]:
        """Return the running containers of a service."""
        filters = [f"label={self.label.format(service)}"]
        if healthy:
            filters.append("health=healthy")
        words = [word for one in filters for word in ("--filter", one)]
        return [
            Container(engine, name)
            for engine in self.engines
            for name in engine.run("docker", "ps", "--quiet", *words).split()
        ]


def prepare(folder: Path, settings: Mapping[str, str]) -> None:
    """Copy what an operator needs for the stack, with an .env as in the documentation."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("docker-compose.yml", "deploy/swarm.yml", "scripts", "proxy"):
        source = ROOT / name
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / name)
    example = (ROOT / ".env.example").read_text().splitlines()
    others = [line for line in example if line.partition("=")[0] not in settings]
    chosen = [f"{name}={value}" for name, value in settings.items()]
    (folder / ".env").write_text("\n".join([*others, *chosen, ""]))
    subprocess.run([folder / "scripts" / "make-secrets"], check=True, stdout=subprocess.DEVNULL)


def work_and_kill(stack: Stack, users: int, seconds: int) -> int:
    """Let people work while containers are killed, and return the exit code."""
    show_confinement(stack)
    killing = Thread(target=kill_some, args=(stack, seconds / 3), daemon=True)
    killing.start()
    done = crowd(stack, users, seconds)
    killing.join()
    began = time.monotonic()
    show(f"healthy again {wait_until_healthy(stack, began)}")
    return done


def wait_until_healthy(stack: Stack, began: float) -> str:
    """Return how long this took, and how many containers each service has."""
    expected = {name: SCALE.get(name, 1) for name in SERVICES}
    if not wait_until(lambda: count_by_service(stack) == expected, HEALTHY_SECONDS, pause=1):
        raise Refused(f"Not all containers are healthy: {count_by_service(stack)}")
    return f"after {time.monotonic() - began:.0f} s: {count_by_service(stack)}"


def count_by_service(stack: Stack) -> dict[str, int]:
    """Return how many healthy containers each service has."""
    return {name: len(stack.containers(name, healthy=True)) for name in SERVICES}


def kill_some(stack: Stack, after: float) -> None:
    for service in SCALE:
        time.sleep(after)
        # An engine does not start again what it was told to kill.
        os.kill(stack.containers(service)[0].pid(), SIGKILL)
        show(f"killed one container of {service}")


def show_confinement(stack: Stack) -> None:
    """Print how each container is confined, as the engine says."""
    for name in SERVICES:
        host = stack.containers(name)[0].inspect()["HostConfig"]
        show(
            f"{name:8} read-only {host['ReadonlyRootfs']}, without {host['CapDrop']}, "
            f"{host['SecurityOpt']}, memory {host['Memory'] // 2**20} MB"
        )


def crowd(stack: Stack, users: int, seconds: int) -> int:
    """Let people work over the proxy, in a process that also reads the database, over its socket:
    no network reaches it."""
    socket = f"/proc/{stack.containers('db')[0].pid()}/root/run/postgresql"
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgres://midpath@/midpath?host={socket}",
        "MIDPATH_SECRET_KEY": (stack.folder / "secrets" / "secret_key").read_text(),
        "MIDPATH_HOSTS": "localhost,127.0.0.1",
    }
    words = ["-m", "tests.compose.crowd", stack.origin, str(users), str(seconds), str(stack.folder)]
    command = [*stack.within, sys.executable, *words]
    return subprocess.run(command, check=False, cwd=ROOT, env=environment).returncode


def show(line: str) -> None:
    print(line, flush=True)  # noqa: T201
