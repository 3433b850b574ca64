"""The stack in containers of docker-compose: two web servers and three workers."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from embedded.redis import free_port
from tests.compose.engine import Engine, build_images, engine
from tests.compose.running import NAME, SCALE, Stack, prepare, show, wait_until_healthy


@contextmanager
def composed_stack(folder: Path) -> Iterator[Stack]:
    """Start an engine and the stack as docs/operators.md says."""
    with engine(folder) as it:
        build_images(it)
        with _stack(it, folder / "stack") as stack:
            yield stack


@contextmanager
def _stack(it: Engine, folder: Path) -> Iterator[Stack]:
    port = free_port()
    settings = {
        "MIDPATH_PORT": f"127.0.0.1:{port}",
        "MIDPATH_TLS_PORT": f"127.0.0.1:{free_port()}",
        "MIDPATH_HOSTS": "localhost,127.0.0.1",
    }
    prepare(folder, settings)
    label = "com.docker.compose.service={}"
    stack = Stack(folder, [it], label, f"http://127.0.0.1:{port}")
    began = time.monotonic()
    scale = [word for name, count in SCALE.items() for word in ("--scale", f"{name}={count}")]
    try:
        _compose(it, folder, "up", "--detach", "--no-build", *scale)
        show(f"healthy {wait_until_healthy(stack, began)}")
        yield stack
    finally:
        (folder / "log.txt").write_text(_compose(it, folder, "logs", "--no-color"))
        show(f"the containers' log is {folder / 'log.txt'}")
        _compose(it, folder, "down", "--volumes", "--timeout", "10")


def _compose(it: Engine, folder: Path, *words: str) -> str:
    return it.run("docker-compose", "--project-name", NAME, *words, folder=folder)
