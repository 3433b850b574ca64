"""A Docker engine of its own for the test, and substitutes for the base images, made of Debian's
packages, so that no registry of images is needed."""

import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from embedded.child import wait_until

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BASE = "midpath-debian:bookworm"
PACKAGES = (
    *("ca-certificates", "curl", "python3", "python3-venv", "python-is-python3"),
    *("postgresql", "redis-server", "nginx-light", "gcc", "python3-dev", "libpq-dev"),
)
PROGRAMS = {
    "dockerd": "docker.io",
    "docker": "docker.io",
    "docker-compose": "docker-compose",
    "debootstrap": "debootstrap",
    "ip": "iproute2",
}
# The name of each base image, and the Dockerfile of its substitute; the base itself if empty.
SUBSTITUTES = {
    "python:3.11-slim-bookworm": "",
    "redis:7.2-bookworm": "",
    "postgres:15-bookworm": "postgres.Dockerfile",
    "nginx:1.26-bookworm": "nginx.Dockerfile",
}


class Refused(Exception):
    """The machine cannot run the test."""


def require_programs() -> None:
    absent = {package for name, package in PROGRAMS.items() if shutil.which(name) is None}
    if absent:
        raise Refused(f"First run: apt-get install --yes {' '.join(sorted(absent))}")
    if os.geteuid() != 0:
        raise Refused("A Docker engine of its own needs the superuser.")


class Engine:
    """A running engine, whose socket, data and log are in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "DOCKER_HOST": f"unix://{folder}/docker.sock"}

    def run(self, *words: str | Path, folder: Path = ROOT) -> str:
        """Return what a command prints; what it did wrong is the error."""
        done = subprocess.run(
            [*map(str, words)],
            check=False,
            cwd=folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            shown = f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
            raise Refused(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{shown}")
        return done.stdout

    def answers(self) -> bool:
        done = subprocess.run(
            ["docker", "info"], check=False, env=self.environment, capture_output=True
        )
        return done.returncode == 0

    def image_id(self, name: str) -> str:
        """Return the id of an image, or nothing if it is absent."""
        return self.run("docker", "images", "--quiet", name).strip()


@contextmanager
def engine(folder: Path, *, within: Sequence[str] = ()) -> Iterator[Engine]:
    """Start an engine; its images stay in the folder for the next time. `within` is a command that
    runs the engine elsewhere, such as in a namespace."""
    folder.mkdir(parents=True, exist_ok=True)
    it = Engine(folder)
    command = [
        *(*within, "dockerd", "--host", f"unix://{folder}/docker.sock"),
        *("--data-root", f"{folder}/data", "--exec-root", f"{folder}/exec"),
        *("--pidfile", f"{folder}/docker.pid"),
    ]
    with (folder / "dockerd.log").open("w") as log:
        # Ctrl-C must not reach the engine, which has to remove its containers first.
        process = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            if not wait_until(it.answers, seconds=60):
                raise Refused(f"The engine did not start; see {log.name}.")
            yield it
        finally:
            process.terminate()
            process.wait(timeout=60)
            # An engine outside namespaces leaves this mount behind.
            netns = folder / "exec" / "netns" / "default"
            subprocess.run(["umount", netns], check=False, capture_output=True)


def build_images(it: Engine) -> None:
    """Build the substitutes and Midpath's own image; the engine keeps what has not changed."""
    if not it.image_id(BASE):
        _import_debian(it)
    for name, file in SUBSTITUTES.items():
        if file:
            images = HERE / "images"
            it.run("docker", "build", "--tag", name, "--file", images / file, images)
        else:
            it.run("docker", "tag", BASE, name)
    it.run("docker", "build", "--network", "host", "--tag", "midpath", ROOT)


def _import_debian(it: Engine) -> None:
    image = it.folder / "debian"
    shutil.rmtree(image, ignore_errors=True)
    include = f"--include={','.join(PACKAGES)}"
    it.run("debootstrap", "--variant=minbase", include, "bookworm", image)
    _trust_as_here(image)
    tar = subprocess.Popen(["tar", "-C", image, "-c", "."], stdout=subprocess.PIPE)
    environment = "ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt"
    subprocess.run(
        ["docker", "import", "--change", environment, "-", BASE],
        stdin=tar.stdout,
        env=it.environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    if tar.wait():
        raise Refused("The image of Debian could not be packed.")
    shutil.rmtree(image)


def _trust_as_here(image: Path) -> None:
    """Let the image trust the same certificates as this machine, which pip may need."""
    bundle = os.environ.get("PIP_CERT") or ssl.get_default_verify_paths().cafile
    if bundle and Path(bundle).is_file():
        shutil.copy(bundle, image / "etc/ssl/certs/ca-certificates.crt")
