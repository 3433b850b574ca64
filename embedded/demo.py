"""`make demo`: start everything, load the demo study, and print URLs and logins."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from embedded.child import Child, die_with_parent, wait_until
from embedded.errors import Trouble, failed
from embedded.hosts import names_for
from embedded.lock import write_privately
from embedded.services import Services, own_services
from embedded.steps import Steps, say
from embedded.study import Manage
from embedded.supervisor import Supervisor

FIRST_PORT, LAST_PORT = 8000, 8099
PYTHON = sys.executable
# The first line of load_demo after the addresses.
LOADING = "1 of"
READY = re.compile(r"celery@.* ready\.$", re.MULTILINE)
STEPS = (
    "Python and its packages",
    "The database and the message broker: PostgreSQL and Redis",
    "The tables in the database, and the files for the pages (the first time about 8 seconds)",
    "The web server and the demo study (the first time about 8 seconds)",
    "The Celery worker, and simulated workers to watch (about 2 seconds)",
)
OPENING = (
    f"Midpath starts here with a demo study, in {len(STEPS)} steps. The first start takes about "
    "half a minute,\nplus the time to install packages if they are missing; later starts take "
    "about 15 seconds.\n"
)


def prepare(project: Path) -> int:
    """Run `make setup`, the demo's first step; make knows what is out of date."""
    say(OPENING)
    Steps(STEPS).next()
    make = subprocess.Popen(
        ["make", "--silent", "setup"],
        cwd=project,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent(signal.SIGTERM),
    )
    try:
        return make.wait()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(make.pid, signal.SIGTERM)
        make.wait()


def run_demo(project: Path, directory: Path, *, prepared: bool) -> int:
    """Run the demo until it is interrupted; then end everything that was started."""
    steps = Steps(STEPS, begun=int(prepared))
    if not prepared:
        say(OPENING)
        steps.next()
    try:
        _serve(project, directory, steps)
    except KeyboardInterrupt:
        say("Everything has stopped. The data stays for the next time.")
    return 0


def _serve(project: Path, directory: Path, steps: Steps) -> None:
    steps.next()
    with own_services(directory) as services, listening() as web_socket:
        steps.show(f"The data is in {services.home}, logs in {services.logs}.")
        address = address_of(web_socket)
        environment = demo_environment(services, address)
        manage = Manage(project, services.logs / "setup.log", environment)
        steps.next()
        manage.make_tables_and_files(steps.show)
        children = demo_children(project, services.logs, environment, web_socket)
        web, worker = children
        live = live_crowd(project, services.logs, environment)
        steps.next()
        try:
            web.start()
            opening = Opening(steps, web, address, worker)
            places = manage.run(["load_demo", "--leave-jobs"], opening.show)
            steps.next()
            wait_for_worker(worker)
            live.start()
            services.announce(address=address)
            show(address, places)
            Supervisor([*services.servers, *children], say).watch()
        finally:
            for child in (live, *children):
                child.stop()


@dataclass
class Opening:
    """Shows load_demo's progress. It begins with the addresses and the login, which are shown once
    the first page responds. The Celery worker starts then, while the study is loading."""

    steps: Steps
    web: Child
    address: str
    worker: Child
    opened: bool = False

    def show(self, line: str) -> None:
        if not self.opened:
            wait_for_page(self.web, self.address)
            self.steps.show("You can already open these pages while the study is loading:")
            self.opened = True
        self.steps.show(line)
        if line.startswith(LOADING) and not self.worker.alive:
            self.worker.start()


@contextmanager
def listening() -> Iterator[socket.socket]:
    """Yield the web server's socket, kept open by this process so that the port stays taken on
    restarts."""
    host, requested = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "")
    if requested and not (requested.isdigit() and 0 < int(requested) < 65536):
        raise Trouble(f"PORT is {requested!r}; use a number from 1 to 65535.")
    ports = [int(requested)] if requested else range(FIRST_PORT, LAST_PORT + 1)
    for port in ports:
        try:
            web_socket = socket.create_server((host, port), backlog=128)
        except PermissionError:
            raise Trouble(f"Port {port} needs root. Choose one above 1023: PORT=8001.") from None
        except socket.gaierror:
            raise Trouble(f"HOST is {host!r}, which is not an address of this machine.") from None
        except OSError as error:
            reason = error.strerror
            continue
        with web_socket:
            yield web_socket
        return
    if requested:
        raise Trouble(f"Port {requested} cannot be used ({reason}). Choose another: PORT=8001.")
    raise Trouble(f"No port from {FIRST_PORT} to {LAST_PORT} is free. Choose one: PORT=9000.")


def address_of(web_socket: socket.socket) -> str:
    host, port = web_socket.getsockname()[:2]
    return f"http://{'localhost' if host in {'127.0.0.1', '0.0.0.0'} else host}:{port}"  # noqa: S104


def demo_environment(services: Services, address: str) -> dict[str, str]:
    secret = services.directory / "secret"
    if not secret.exists():
        write_privately(secret, secrets.token_urlsafe(48))
    defaults = {
        "MIDPATH_SECRET_KEY": secret.read_text(),
        "MIDPATH_HOSTS": names_for(os.environ.get("HOST")),
        "MIDPATH_DEBUG": "0",
    }
    fixed = {"MIDPATH_ADDRESS": address, "PYTHONUNBUFFERED": "1"}
    return defaults | dict(os.environ) | fixed | services.addresses


def demo_children(
    project: Path, logs: Path, environment: dict[str, str], web_socket: socket.socket
) -> list[Child]:
    web = [PYTHON, "-m", "gunicorn", "config.wsgi", "--bind", f"fd://{web_socket.fileno()}"]
    web += ["--workers", "2", "--worker-class", "gthread", "--threads", "4"]
    web += ["--graceful-timeout", "10", "--access-logfile", "-", "--no-control-socket"]
    worker = [PYTHON, "-m", "celery", "-A", "config", "worker", "--concurrency", "5"]
    worker += ["--beat", "--schedule", str(logs.parent / "beat-schedule"), "--loglevel", "INFO"]
    for name in ("web", "worker"):
        (logs / f"{name}.log").unlink(missing_ok=True)
    return [
        Child("The web server", web, logs / "web.log", project, environment,
              pass_fds=(web_socket.fileno(),)),
        Child("The Celery worker", worker, logs / "worker.log", project, environment),
    ]  # fmt: skip


def live_crowd(project: Path, logs: Path, environment: dict[str, str]) -> Child:
    """Return the simulated workers who work while someone watches. They are not supervised: they
    end when a researcher stops them, or when nothing is left for them."""
    log = logs / "simulation.log"
    log.unlink(missing_ok=True)
    command = [PYTHON, "manage.py", "load_demo", "--live"]
    return Child("The simulated workers", command, log, project, environment)


def wait_for_page(web: Child, address: str) -> None:
    def answers() -> bool:
        with closing(HTTPConnection(urlsplit(address).netloc, timeout=10)) as connection:
            try:
                connection.request("GET", "/")
                status = connection.getresponse().status
            except (OSError, HTTPException):
                return not web.alive
        if status >= 500:
            raise Trouble(f"The first page answers {status}. See {web.log}.")
        return True

    if not wait_until(answers, seconds=120) or not web.alive:
        raise failed(web.name, web.log, web.folder)


def wait_for_worker(worker: Child) -> None:
    """Wait for the line in Celery's log that says that it is ready; asking through the broker would
    take as long as its start."""

    def answers() -> bool:
        return bool(READY.search(worker.log.read_text(errors="replace"))) or not worker.alive

    if not wait_until(answers, seconds=120) or not worker.alive:
        raise failed(worker.name, worker.log, worker.folder)


def show(address: str, places: str) -> None:
    say(f"\nMidpath is at {address}\n")
    for line in places.splitlines():
        say(f"  {line}".rstrip())
    say(f"\nCtrl-C stops everything; so does: kill {os.getpid()}")
