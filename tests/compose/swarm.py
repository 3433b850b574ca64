"""The stack in a Swarm of two engines: `make swarm-test`."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from embedded.child import wait_until
from tests.compose.engine import SUBSTITUTES, Engine, Refused, build_images, engine
from tests.compose.machines import Machine, two_machines
from tests.compose.running import NAME, SCALE, Stack, prepare, show, wait_until_healthy

IMAGES = ("midpath", *SUBSTITUTES)
# As in docs/operators.md, but without a registry, in which Docker would look for images.
DEPLOY = (
    "set -a; . ./.env; set +a; docker stack deploy --resolve-image never "
    f"-c docker-compose.yml -c deploy/swarm.yml {NAME}"
)

LOGS = (
    "for name in $(docker ps --all --format '{{.Names}}'); do "
    'echo "$name:"; docker logs "$name"; done 2>&1'
)


@contextmanager
def swarm_stack(folder: Path) -> Iterator[Stack]:
    """Build the images with the engine of compose-test, and run the stack on two others."""
    with ExitStack() as opened:
        machines = opened.enter_context(two_machines())
        folders = [folder / "swarm" / name for name in ("manager", "worker")]
        engines = []
        for one, machine in zip(folders, machines, strict=True):
            _forget_swarm(one)
            opened.callback(_forget_swarm, one)
            engines.append(opened.enter_context(engine(one, within=machine.within)))
        with engine(folder) as builder:
            build_images(builder)
            for it in engines:
                _copy_images(builder, it)
        _join(engines, machines)
        with _stack(engines, machines, folder / "swarm" / "stack") as stack:
            yield stack


def _forget_swarm(folder: Path) -> None:
    """Remove all but the images, also of a run that was killed."""
    for name in ("swarm", "network", "containers", "volumes"):
        shutil.rmtree(folder / "data" / name, ignore_errors=True)


def _copy_images(source: Engine, target: Engine) -> None:
    absent = [name for name in IMAGES if target.image_id(name) != source.image_id(name)]
    if not absent:
        return
    saved = subprocess.Popen(
        ["docker", "save", *absent], env=source.environment, stdout=subprocess.PIPE
    )
    subprocess.run(
        ["docker", "load", "--quiet"],
        stdin=saved.stdout,
        env=target.environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    if saved.wait():
        raise Refused("The images could not be copied to another engine.")


def _join(engines: Sequence[Engine], machines: Sequence[Machine]) -> None:
    manager, worker = engines
    address = machines[0].address
    manager.run("docker", "swarm", "init", "--advertise-addr", address)
    token = manager.run("docker", "swarm", "join-token", "--quiet", "worker").strip()
    worker.run("docker", "swarm", "join", "--token", token, f"{address}:2377")


@contextmanager
def _stack(engines: Sequence[Engine], machines: Sequence[Machine], folder: Path) -> Iterator[Stack]:
    """Start the stack as docs/operators.md says. People are on the machine without the proxy."""
    manager, address = engines[0], machines[0].address
    settings = {"MIDPATH_PORT": "80", "MIDPATH_TLS_PORT": "443", "MIDPATH_HOSTS": address}
    prepare(folder, settings)
    label = f"com.docker.swarm.service.name={NAME}_{{}}"
    stack = Stack(folder, engines, label, f"http://{address}", machines[1].within)
    began = time.monotonic()
    try:
        manager.run("sh", "-c", DEPLOY, folder=folder)
        scale = [f"{NAME}_{name}={count}" for name, count in SCALE.items()]
        manager.run("docker", "service", "scale", "--detach", *scale)
        show(f"healthy {wait_until_healthy(stack, began)}")
        for it in engines:
            _check_has_work(it)
        yield stack
        _check_clients(stack, expected=machines[1].address)
    finally:
        _write_log(engines, folder / "log.txt")
        manager.run("docker", "stack", "rm", NAME)
        wait_until(lambda: not any(map(_has_containers, engines)), seconds=90, pause=1)


def _check_has_work(it: Engine) -> None:
    label = '{{.Label "com.docker.swarm.service.name"}}'
    names = it.run("docker", "ps", "--format", label).replace(f"{NAME}_", "").split()
    show(f"the {it.folder.name} runs {', '.join(sorted(names))}")
    if not names:
        raise Refused("The Swarm uses one of its machines only.")


def _has_containers(it: Engine) -> bool:
    return bool(it.run("docker", "ps", "--all", "--quiet").strip())


def _check_clients(stack: Stack, expected: str) -> None:
    """Compare the addresses that the proxy saw with that of the machine where people are."""
    proxy = stack.containers("proxy")[0]
    seen = client_addresses(proxy.engine.run("docker", "logs", proxy.name))
    show(f"the proxy saw clients at {', '.join(sorted(seen))}")
    if seen != {expected}:
        raise Refused(f"The proxy saw other addresses than {expected}.")


def client_addresses(log: str) -> set[str]:
    """Return the addresses in the proxy's log, without that of its own health checks."""
    return set(re.findall(r"^(\S+) \[\d{4}-", log, re.MULTILINE)) - {"127.0.0.1"}


def _write_log(engines: Sequence[Engine], path: Path) -> None:
    # Not `docker service logs`, which may wait for ever for a container that was killed.
    path.write_text("".join(it.run("sh", "-c", LOGS) for it in engines))
    show(f"the containers' log is {path}")
